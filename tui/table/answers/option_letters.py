"""The keys of options: a function of the program and the player's keys, never of what happened in a game.

An action has the letter that the text declares (`look letter`), or one that is left, in the order of the
definitions. What players may do in between, such as events, has digits. Members of small kinds and players
have letters of their own, too. Only pieces, of which there may be hundreds, get the first letters of their
names that are free in the question.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from types import MappingProxyType

from lazaretto.rules import ActionView, Option, View
from lazaretto.tui.keys.key_names import is_option_key
from lazaretto.tui.keys.keymap import default_keymap
from lazaretto.tui.shared_texts import folded

RESERVED = default_keymap().letters("table", "pick")
"""Letters that are default keys of the table or of a list."""

DIGITS = "1234567890"
GO_ON = "go on"
"""The key of the option that closes a window."""
STEP = " > "
"""What separates an action from the answers to its questions."""

_LOWER_FIRST = ascii_lowercase + ascii_uppercase + DIGITS
_DIGITS_FIRST = DIGITS + ascii_uppercase + ascii_lowercase
_NONE: Mapping[str, str] = MappingProxyType({})
_NUMBER = re.compile(r"([0-9]{1,2})(?![0-9])")


class Letters:
    """Knows the letters of all options of a game; reserved letters are already keys."""

    def __init__(
        self, reserved: Collection[str] = RESERVED, view: View | None = None, own: Mapping[str, str] = _NONE
    ) -> None:
        self._reserved = frozenset(reserved)
        self.actions = letters_of_actions(view.actions if view is not None else (), self._reserved, own)
        """The letter of each action."""
        between = (
            [self.actions[action.key] for action in view.actions if action.between]
            if view is not None
            else ()
        )
        self.actions[GO_ON] = _free((*_letters(GO_ON), *_LOWER_FIRST), {*self._reserved, *between})
        self._events = (
            {action.label: self.actions[action.key] for action in view.actions if action.between}
            if view is not None
            else {}
        )
        """The key of what players may do in between, by its name: a card of that name has it, too."""
        self._members = dict(_letters_of_members(view, self._reserved)) if view is not None else {}
        """The letter of each member of the small kinds."""

    def give(self, options: Sequence[Option]) -> tuple[str, ...]:
        """A key for each option; empty if none is left."""
        if all(option.key in self.actions for option in options):
            wishes = [self.actions[option.key] for option in options]
            return self._told_apart(wishes, _DIGITS_FIRST)
        kinds = {option.of.kind for option in options if option.of is not None}
        taken = {
            *self._reserved,
            *(each for kind in kinds for each in self._members.get(kind, _NONE).values()),
        }
        found = {at: letter for at, option in enumerate(options) if (letter := self._own(option))}
        taken |= set(found.values())
        begin = _shared_beginning([option.label for option in options])
        order = sorted(set(range(len(options))) - set(found), key=lambda at: folded(options[at].label))
        liked = {at: tuple(self._wishes(options[at].label[begin:])) for at in order}
        for at in order:
            first = liked[at][:1]
            if first and first[0] not in taken:
                found[at] = first[0]
                taken.add(first[0])
        for at in order:
            if at not in found:
                found[at] = _free((*liked[at], *_LOWER_FIRST), taken)
                taken.add(found[at])
        return tuple(found[at] for at in range(len(options)))

    def _own(self, option: Option) -> str:
        """The letter that an option has everywhere: that of its member, or of the action that it allows."""
        own = self._members.get(option.of.kind, _NONE).get(option.of.key, "") if option.of is not None else ""
        return own or self._events.get(option.label, "")

    def _wishes(self, label: str) -> Iterator[str]:
        """The letters that an option would like: its own ones; the second for the `2nd card`."""
        number = _NUMBER.match(label)
        if number is not None and int(number[1]) > 0:
            yield from self.in_a_row(int(number[1]))[-1:]
        yield from _letters(label)

    def give_ways(
        self, keys: Sequence[str], between: bool = False, used: Collection[str] = ()
    ) -> tuple[str, ...]:
        """A key for each way to act on a thing (`drive > Paris`): that of its action, if it is the first.

        `used` are keys of other options in the same list.
        """
        wishes = [self.actions.get(key.partition(STEP)[0], "") for key in keys]
        return self._told_apart(wishes, _DIGITS_FIRST if between else _LOWER_FIRST, used)

    def in_a_row(self, count: int) -> tuple[str, ...]:
        """The first letters of the alphabet that are no keys."""
        free = [each for each in _LOWER_FIRST if each not in self._reserved]
        return tuple(free[:count] + [""] * (count - len(free)))

    def _told_apart(self, wishes: Sequence[str], others: str, used: Collection[str] = ()) -> tuple[str, ...]:
        """Who comes first gets the letter; another with the same one gets one that no action has."""
        taken, given = {*self._reserved, *self.actions.values(), *used}, list[str]()
        for wish in wishes:
            letter = wish if wish and wish not in given and wish not in used else _free(others, taken)
            taken.add(letter)
            given.append(letter)
        return tuple(given)


def letters_of_actions(
    actions: Sequence[ActionView], reserved: Collection[str], own: Mapping[str, str] = _NONE
) -> dict[str, str]:
    """The letter of each action: the player's own, then that of the text, then one that is left.

    Two actions that can be offered in one question have different letters.
    """
    found: dict[str, str] = {}
    rivals = {each.key: [other.key for other in actions if are_rivals(each, other)] for each in actions}

    def taken(action: ActionView) -> set[str]:
        return {*reserved, *(found[rival] for rival in rivals[action.key] if rival in found)}

    wishes: tuple[Callable[[ActionView], str], ...] = (
        lambda each: own.get(each.key, ""),
        lambda each: each.letter,
    )
    for wish in wishes:
        for each in actions:
            letter = wish(each)
            if each.key not in found and is_option_key(letter) and letter not in taken(each):
                found[each.key] = letter
    for each in actions:
        if each.key not in found:
            found[each.key] = _free(_own_order(each), taken(each))
    return found


def are_rivals(one: ActionView, other: ActionView) -> bool:
    """Whether one player may find both in one question.

    Actions that demand different values of the same attribute, such as those of two roles, never meet, unless
    they can be chosen in between: then several players may be offered them at one keyboard.
    """
    if one.key == other.key or not set(one.questions) & set(other.questions):
        return False
    if one.only_if is None or other.only_if is None or one.between or other.between:
        return True
    return one.only_if[0] != other.only_if[0] or one.only_if[1] == other.only_if[1]


def _own_order(action: ActionView) -> Iterator[str]:
    """The letters that an action would like, best first."""
    if action.between:
        yield from DIGITS
        yield from (letter.upper() for letter in _letters(action.label))
        yield from _DIGITS_FIRST
    else:
        yield from _letters(action.label)
        yield from _LOWER_FIRST


def _letters_of_members(view: View, reserved: Collection[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The letters of the members of each kind that is small enough, and of the players."""
    kinds: dict[str, list[tuple[str, str]]] = {
        kind: [(thing.key, thing.looks.get("letter", "").lower()) for thing in things]
        for kind, things in view.things.items()
    }
    kinds["Player"] = [(seat.name, "") for seat in view.seats]
    for kind, members in kinds.items():
        taken = set(reserved)
        given = dict[str, str]()
        for key, letter in members:
            if is_option_key(letter) and letter not in taken:
                given[key] = letter
                taken.add(letter)
        for key, _ in members:
            if key not in given:
                given[key] = _free((*_letters(key.replace("_", " ")), *ascii_lowercase), taken)
                taken.add(given[key])
        if "" not in given.values():
            yield kind, given


def _shared_beginning(labels: Sequence[str]) -> int:
    """How many characters the labels share up to a colon, such as the owner of all dice."""
    heads = {label.partition(": ")[0] for label in labels if ": " in label}
    alike = len(labels) > 1 and len(heads) == 1 and all(": " in label for label in labels)
    return len(heads.pop()) + 2 if alike else 0


def _free(wishes: Iterable[str], taken: Collection[str]) -> str:
    return next((wish for wish in wishes if wish not in taken), "")


def _letters(name: str) -> Iterator[str]:
    """The initials of the words, then the other letters."""
    words = [
        "".join(letter for letter in word if letter.isascii() and letter.isalpha())
        for word in folded(name).split()
    ]
    yield from (word[0] for word in words if word)
    for word in words:
        yield from word[1:]
