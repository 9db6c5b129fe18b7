"""Typing the name of a place or of an option at the table: each letter moves the cursor to the best match.

Whoever types on after a name was taken, or presses Enter, means that name: these keys must not act as
commands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from lazaretto.rules import Ref
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import folded
from lazaretto.tui.table.answers.answer_editor import Refused, Reply, Stays

if TYPE_CHECKING:
    from lazaretto.tui.table.table_state import Desk


MOMENT = 0.5
"""Seconds after the last letter within which a key can still belong to the name."""


@dataclass(slots=True)
class RestOfName:
    """What is left of the name taken last."""

    clock: Callable[[], float] = monotonic
    _done: tuple[str, ...] = ()
    _left: str = ""
    _until: float = 0.0

    def begin(self, name: str, typed: str, done: tuple[str, ...]) -> None:
        """Note that a name was taken after its beginning, or that of one of its words, was typed.

        `done` are the keys that usually end a name.
        """
        whole, begun = folded(name), folded(typed)
        at = whole.find(begun) if whole.startswith(begun) else whole.find(f" {begun}") + 1
        self._done, self._left, self._until = done, whole[at + len(begun) :], self.clock() + MOMENT

    def takes(self, key: str, character: str | None, when: float) -> bool:
        """Whether a key pressed at some time belongs to the name."""
        if when > self._until:
            return False
        if not self._left and key not in self._done:
            return False
        written = folded(character) if character is not None and character.isprintable() else ""
        fits = bool(self._left) and (character == self._left[0] or written == self._left[0])
        self._until = when + MOMENT if fits else 0.0
        self._left = self._left[1:] if fits else ""
        return fits or key in self._done


Name = tuple[Ref, str, str]
"""A spot with its label and its code; links have no code."""


def fitting(names: Sequence[Name], wanted: str) -> list[Name]:
    """All places whose name or code begins so; if there are none, those with a word that does."""
    sought = folded(wanted)
    whole = [
        name for name in names if any(folded(part).startswith(sought) for part in (*name[1:], name[0].key))
    ]
    return whole or [
        name for name in names if any(word.startswith(sought) for word in folded(name[1]).split())
    ]


def meant(names: Sequence[Name], wanted: str) -> Ref | None:
    """The first place that fits best, else the first link.

    The best is one with that code or own name, then one whose label, a word of it or own name starts so.
    """
    sought = folded(wanted)
    fits: tuple[Callable[[Name], bool], ...] = (
        lambda each: folded(each[2]) == sought,
        lambda each: folded(each[0].key) == sought,
        lambda each: folded(each[1]).startswith(sought),
        lambda each: any(word.startswith(sought) for word in folded(each[1]).split()),
        lambda each: folded(each[0].key).startswith(sought),
    )
    places, links = [name for name in names if name[2]], [name for name in names if not name[2]]
    for among in (places, links):
        for fit in fits:
            found = next((each for each in among if fit(each)), None)
            if found is not None:
                return found[0]
    return None


def begins_a_name(desk: "Desk", key: str, character: str | None) -> bool:
    """Whether a key begins a name: a letter does while a place is asked, whatever else it means.

    Only a capital letter that is a key of the table keeps its meaning until the player types.
    """
    question = desk.question if desk.scene is None else None
    if question is None or not question.on_board or desk.typed is not None:
        return False
    if character is None or len(character) != 1 or not character.isalpha():
        return False
    return not character.isupper() or desk.keymap.action("table", key) is None


def letters_write(desk: "Desk") -> bool:
    """Whether letters write a name now: a place is asked, or the player types already."""
    return desk.typed is not None or begins_a_name(desk, "a", "a")


def action_while(desk: "Desk", key: str, character: str | None) -> str | None:
    """The action of a key at the table; while the player types, only keys that write nothing have one."""
    if desk.typed is None and not begins_a_name(desk, key, character):
        return desk.keymap.action("table", key)
    found = desk.keymap.action("table_typing", key)
    if found is None and (character is None or not character.isprintable()):
        return desk.keymap.action("table", key)
    return found


def type_key(desk: "Desk", key: str, character: str | None) -> Reply | None:
    """Handle a key while the player types a name; None: the table handles it."""
    assert desk.typed is not None
    match desk.keymap.action("table_typing", key):
        case "typing.done":
            found = jump(desk)
            if isinstance(found, Refused):
                return found
            desk.typed = None
            return _found(desk)
        case "typing.erase":
            desk.typed = desk.typed[:-1]
            return jump(desk)
        case "table_typing.move_on":
            desk.typed = None
            return None
        case _ if character == " " and _ends_a_name(desk):
            desk.typed = None
            return _found(desk)
        case _ if character is not None and character.isprintable():
            desk.typed += character
            return _taken_at_once(desk) or jump(desk)
        case _:
            return None


def _ends_a_name(desk: "Desk") -> bool:
    """Whether a blank picks what was found: several are picked, and no name goes on with a blank."""
    question = desk.question
    if question is None or not question.picks or not desk.typed or isinstance(jump(desk), Refused):
        return False
    on_board = question.on_board or desk.on_board
    names = (
        [name[1] for name in desk.map.names()] if on_board else [row.option.label for row in question.rows]
    )
    return not any(f"{folded(desk.typed)} " in f" {folded(name)}" for name in names)


def jump(desk: "Desk") -> Reply:
    """Move the cursor to the best match for the typed text."""
    wanted = folded(desk.typed or "")
    question = desk.question
    if not wanted:
        return Stays()
    if question is not None and not question.on_board and not desk.on_board:
        index = question.find(wanted)
        if index is None:
            return Refused(say.NOTHING_CALLED(typed=desk.typed))
        question.cursor = index
        return Stays()
    ref = _match(desk, wanted)
    if ref is None and desk.typed in desk.keymap.keys("table.leave"):
        ((leave, _),) = desk.keymap.hints("table.leave", writing=True)
        return Refused(say.NO_PLACE_LEAVE(typed=desk.typed, leave=leave))
    if ref is None:
        return Refused(say.NO_PLACE_CALLED(typed=desk.typed))
    desk.cursor = ref
    return Stays()


def takes_at_once(desk: "Desk") -> bool:
    """Whether a place is taken as soon as its name is clear, without Enter."""
    question = desk.question
    return (
        desk.at_once
        and not (desk.looking and desk.typed is not None)
        and question is not None
        and question.on_board
        and question.at_once
    )


def _taken_at_once(desk: "Desk") -> Reply | None:
    """Take the only place on offer whose name begins as typed; None: there is none, or more than one."""
    if not takes_at_once(desk) or desk.question is None or not desk.typed:
        return None
    lit = desk.question.lit or frozenset()
    fits = fitting([each for each in desk.map.names() if each[0] in lit], desk.typed)
    if len(fits) != 1:
        return None
    ((ref, name, _),) = fits
    typed, desk.typed, desk.cursor = desk.typed, None, ref
    desk.rest.begin(name, typed, desk.keymap.keys("typing.done"))
    return desk.point()


def _found(desk: "Desk") -> Reply | None:
    """Handle Enter after a name: choose what was found; for an order, only move to it."""
    question = desk.question
    if question is None or desk.exploring:
        return desk.enter()
    if question.on_board:
        return desk.point()
    return question.take_found() or desk.enter()


def _match(desk: "Desk", wanted: str) -> Ref | None:
    """Match selectable spots first: a road to a town before the town itself."""
    lit = (desk.question.lit if desk.question is not None else None) or frozenset()
    names = list(desk.map.names())
    return meant([name for name in names if name[0] in lit], wanted) or meant(names, wanted)
