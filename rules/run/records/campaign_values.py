"""Writes what a game hands on to the next one of its campaign as texts, and reads it back.

Each value has a key: the name of a variable or pile, or the kind, the member and the attribute, joined by
dots (`Town.Cork.closed`, `Player.anna.scars`). Only what differs from the beginning of a first game is
written, so a value without a text keeps its default.

It happens when a game is over: everything declared `per campaign` is written, and read into the board of the
next game. A record contains the values that its game started with.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import CompiledGame, KeptInfo, KeptType
from lazaretto.rules.run.errors import StartError
from lazaretto.rules.run.limits import MOST
from lazaretto.rules.run.state import State

Kept = Mapping[str, str]
"""The values that are handed on, by their keys."""

NONE = "none"

SHOWN = 100
"""How many characters of a key or value a message shows."""

WRONG: Any = object()
"""No value: the text does not fit the type."""


class Slot(NamedTuple):
    """The place of one kept value in the state."""

    key: str
    at: int
    """Its offset in the values or, for a pile, its number."""
    type: KeptType
    pile: bool


class CampaignValues:
    """What a game with these players hands on."""

    def __init__(self, tables: CompiledGame, players: Sequence[str]) -> None:
        self._tables = tables
        self._players = tuple(players)
        self._slots = {slot.key: slot for slot in self._all_slots()}
        self._words: dict[KeptType, tuple[str, ...]] = {}
        self._ids: dict[KeptType, dict[str, int]] = {}

    def _all_slots(self) -> Iterator[Slot]:
        for info in self._tables.kept:
            for index in range(info.count):
                key = self._key(info, index)
                if key is not None:
                    yield Slot(key, info.first + index, info.type, info.pile)

    def _key(self, info: KeptInfo, index: int) -> str | None:
        """Return the key of a value; None for that of a seat which nobody has taken."""
        if info.owner is None:
            return info.name
        owner = self._tables.kinds[info.owner]
        if owner.shape == "player":
            taken = index < len(self._players)
            return f"{owner.name}.{self._players[index]}.{info.name}" if taken else None
        member = self._tables.kinds[owner.root].members[owner.first + index]
        if not member.present(len(self._players)):
            return None
        return f"{self._tables.kinds[member.kind].name}.{member.ident}.{info.name}"

    # --- what a game hands on ------------------------------------------------------------------

    def handed_on(self, state: State) -> dict[str, str]:
        """Return everything that differs from the beginning of a first game, as texts."""
        found: dict[str, str] = {}
        tables = self._tables
        for slot in self._slots.values():
            if slot.pile:
                pile = tuple(state.p[slot.at])
                if pile != self._at_first(slot):
                    found[slot.key] = self._text(slot.type, pile[::-1])
            elif state.v[slot.at] != tables.values[slot.at]:
                found[slot.key] = self._text(slot.type, state.v[slot.at])
        return found

    def _at_first(self, slot: Slot) -> tuple[int, ...]:
        """Return the pieces with which a pile begins in a first game."""
        _, root, _, _ = slot.type[1]
        members, players = self._tables.kinds[root].members, len(self._players)
        return tuple(each for each in self._tables.pile_contents[slot.at] if members[each].present(players))

    def _text(self, kind: KeptType, value: Any) -> str:
        match kind[0]:
            case "many":
                return ", ".join(self._text(kind[1], each) for each in value)
            case "optional":
                return NONE if value is None else self._text(kind[1], value)
            case "flag":
                return "yes" if value else "no"
            case "kind":
                word: str = self._members(kind)[value - kind[2]]
                return word
            case _:
                return str(value)

    def _members(self, kind: KeptType) -> tuple[str, ...]:
        """Return the word for each member of a kind; with its own kind if several have the same name."""
        if kind not in self._words:
            _, root, first, count = kind
            info = self._tables.kinds[root]
            members = info.members[first : first + count]
            names = Counter(member.ident for member in members)
            self._words[kind] = (
                self._players
                if info.shape == "player"
                else tuple(
                    member.ident
                    if names[member.ident] == 1
                    else f"{self._tables.kinds[member.kind].name}.{member.ident}"
                    for member in members
                )
            )
            self._ids[kind] = {
                word: first + index
                for index, word in enumerate(self._words[kind])
                if not members or members[index].present(len(self._players))
            }
        return self._words[kind]

    # --- what a game begins with ---------------------------------------------------------------

    def take_in(self, state: State, kept: Kept) -> None:
        """Change the board of a first game to what was handed on.

        A pile that is named begins with these pieces. Those that it had at first and has lost are in the
        box, unless another pile has them.

        Raises:
            StartError: something does not fit the game; the message names it.
        """
        piles: dict[Slot, tuple[int, ...]] = {}
        for key, text in kept.items():
            slot = self._slot(key)
            if slot is None:
                raise StartError(messages.NOT_KEPT(title=self._tables.title, key=key[:SHOWN]))
            value = self._value(slot.type, text)
            if value is WRONG:
                raise StartError(messages.KEPT_WRONG(key=key[:SHOWN], text=text[:SHOWN]))
            if slot.pile:
                piles[slot] = value
            else:
                state.v[slot.at] = value
        if piles:
            self._lay(state, piles)

    def _slot(self, key: str) -> Slot | None:
        """Return the place of the value with a key, which may have old names in it."""
        slot, former = self._slots.get(key), self._tables.former
        if slot is None and former:
            roots = {kind.name: kind.root for kind in self._tables.kinds}
            slot = self._slots.get(former.kept_key(key, roots))
        return slot

    def _value(self, kind: KeptType, text: str) -> Any:
        match kind[0]:
            case "many":
                parts = [each.strip() for each in text.split(",")] if text.strip() else []
                values = tuple(self._value(kind[1], part) for part in parts)
                return WRONG if WRONG in values else values
            case "optional":
                return None if text == NONE else self._value(kind[1], text)
            case "flag":
                return {"yes": True, "no": False}.get(text, WRONG)
            case "kind":
                self._members(kind)
                ids, former = self._ids[kind], self._tables.former
                return ids.get(text, ids.get(former.kept_word(kind[1], text), WRONG) if former else WRONG)
            case _:
                return _number(text, *kind[1:])

    def _lay(self, state: State, piles: Mapping[Slot, tuple[int, ...]]) -> None:
        """Put pieces into the piles that have them at the beginning."""
        bases = self._tables.pile_bases
        taken: set[int] = set()
        for slot, pieces in piles.items():
            box = bases.index(bases[slot.at])  # the first pile of each sort of pieces is its box
            state.p[box] += state.p[slot.at]
            state.p[slot.at] = []
            numbers = {bases[slot.at] + piece for piece in pieces}
            if len(numbers) < len(pieces) or numbers & taken:
                raise StartError(messages.KEPT_TWICE(key=slot.key[:SHOWN]))
            taken |= numbers
        for number, pile in enumerate(state.p):
            state.p[number] = [piece for piece in pile if bases[number] + piece not in taken]
        for slot, pieces in piles.items():
            state.p[bases.index(bases[slot.at])].sort(reverse=True)
            state.p[slot.at] = list(reversed(pieces))

    def fitting(self, kept: Kept) -> tuple[dict[str, str], tuple[str, ...]]:
        """Return what still fits the game, and a sentence about each value that does not."""
        tables = self._tables
        state = State(len(self._players))
        state.v = list(tables.values)
        found: dict[str, str] = {}
        piles: dict[str, str] = {}
        problems: list[str] = []
        for key, text in kept.items():
            slot = self._slot(key)
            state.p = [list(each) for each in tables.pile_contents] if slot is not None and slot.pile else []
            tried = {**piles, key: text} if slot is not None and slot.pile else {key: text}
            try:
                self.take_in(state, tried)
            except StartError as error:
                problems.append(error.text)
                continue
            found[key] = text
            if slot is not None and slot.pile:
                piles[key] = text
        return found, tuple(problems)


def _number(text: str, low: int | None, high: int | None) -> Any:
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 20:
        return WRONG
    number = int(text)
    fits = (-MOST if low is None else low) <= number <= (MOST if high is None else high)
    return number if fits else WRONG
