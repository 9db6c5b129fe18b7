"""What a seat may see, decided here and nowhere else.

Screens, logs and bots get views, never states: a screen cannot leak what it was never given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.run import words
from rules.run.decisions import Decision, Option
from rules.run.faces import shown_face
from rules.run.imagine import sees
from rules.run.knowledge import candidates
from rules.run.machine import Machine
from rules.run.state import State
from rules.run.tables import PileInfo, VariableInfo


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece that is known: what it is one of, and what it shows if it has been rolled."""

    key: str
    label: str
    sort: str
    face: str | None
    looks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile: how many lie there, and what is known of them, topmost first."""

    name: str
    owner: str | None
    count: int
    open: bool
    pieces: tuple[PieceView | None, ...]
    """The piece where it is known, else None."""
    odds: tuple[tuple[int, tuple[str, ...]], ...]
    """For unknown pieces, from the top: how many in a row come from the same set, and that set."""
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class ThingView:
    """A member of a kind with the attributes the seat may see, in words."""

    key: str
    label: str
    kind: str
    documentation: str
    looks: Mapping[str, str]
    at: tuple[float, float] | None
    attributes: Mapping[str, str]
    """What may change."""
    facts: Mapping[str, str]
    """What never changes."""
    holds: tuple[tuple[str, int], ...]
    """Counted pieces that lie here: name of the supply, how many."""
    piles: tuple[PileView, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link between two places."""

    key: str
    kind: str
    ends: tuple[str, str]
    looks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SupplyView:
    """A supply: how many are left of how many."""

    name: str
    left: int
    size: int
    looks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track and where its marker stands."""

    name: str
    spaces: tuple[int, ...]
    position: int
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with what may be seen of it."""

    name: str
    attributes: Mapping[str, str]
    piles: tuple[PileView, ...]
    holds: tuple[tuple[str, int], ...]
    result: str | None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What the game waits for: who is asked, and this seat's own options."""

    seat: int
    player: str
    prompt: str
    kind: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat may see."""

    seat: int | None
    title: str
    seats: tuple[SeatView, ...]
    things: Mapping[str, tuple[ThingView, ...]]
    links: tuple[LinkView, ...]
    piles: tuple[PileView, ...]
    supplies: tuple[SupplyView, ...]
    tracks: tuple[TrackView, ...]
    variables: Mapping[str, str]
    options: Mapping[str, str]
    phases: tuple[tuple[str, tuple[str, ...]], ...]
    """The phases the game is in, outermost first, each with the players it is about; its other arguments
    may be secret."""
    decision: DecisionView | None
    log: tuple[str, ...]


def view_of(
    machine: Machine,
    state: State,
    players: Sequence[str],
    seat: int | None,
    decision: Decision | None,
    log: tuple[str, ...],
) -> View:
    """The view of a seat; None gives what everybody may see."""
    return _Viewer(machine, state, players, seat).view(decision, log)


class _Viewer:
    def __init__(self, machine: Machine, state: State, players: Sequence[str], seat: int | None) -> None:
        self.machine = machine
        self.tables = machine.tables
        self.state = state
        self.players = players
        self.seat = seat
        self.observer = state.players if seat is None else seat

    def view(self, decision: Decision | None, log: tuple[str, ...]) -> View:
        tables = self.tables
        player = tables.player_kind
        plain = [each for each in tables.variables if each.owner is None]
        return View(
            self.seat,
            tables.title,
            tuple(self._seat(index, player) for index in range(self.state.players)),
            self._things(),
            self._links(),
            tuple(self._pile(each, 0, None) for each in tables.piles if each.owner is None),
            tuple(self._supplies()),
            tuple(
                TrackView(each.name, each.spaces, self.state.v[each.offset], each.looks, each.documentation)
                for each in tables.tracks
            ),
            {each.name: self._value(each, 0) for each in plain if not each.option and self._sees(each, 0)},
            {each.name: self._value(each, 0) for each in plain if each.option},
            self._phases(),
            self._decision(decision),
            log,
        )

    def _decision(self, decision: Decision | None) -> DecisionView | None:
        """The question as this seat may know it: its own options, and the words only if it is asked."""
        if decision is None:
            return None
        asked = self.seat == decision.seat
        return DecisionView(
            decision.seat,
            decision.player,
            decision.prompt if asked else "",
            decision.kind if asked else "",
            tuple(each for each in decision.options if each.seat == self.seat),
        )

    # --- values --------------------------------------------------------------------------------

    def _sees(self, variable: VariableInfo, index: int) -> bool:
        return sees(self.machine, self.state, variable, index, self.seat)

    def _value(self, variable: VariableInfo, index: int) -> str:
        if variable.values is not None:
            value = variable.values[index]
        else:
            value = self.state.v[variable.offset + index]
        return words.label(self.tables, self.players, variable.tag, value)

    def _attributes(self, kind: int, id: int, constant: bool = False) -> dict[str, str]:
        found: dict[str, str] = {}
        for variable in self.tables.variables:
            if variable.owner is None or (variable.values is not None) != constant:
                continue
            owner = self.tables.kinds[variable.owner]
            if owner.root == kind and owner.first <= id < owner.first + owner.count:
                index = id - owner.first
                if self._sees(variable, index):
                    found[variable.name] = self._value(variable, index)
        return found

    def _holds(self, kind: int, id: int) -> tuple[tuple[str, int], ...]:
        found: list[tuple[str, int]] = []
        for supply in self.tables.supplies:
            for holder, offset, count in supply.holders:
                if holder != kind:
                    continue
                for owner in range(supply.owners):
                    number = self.state.v[offset + owner * count + id]
                    if number:
                        found.append((self._supply_name(supply.owner, owner, supply.name), number))
        return tuple(found)

    def _supply_name(self, owner: int | None, index: int, name: str) -> str:
        if owner is None:
            return name
        kind = self.tables.kinds[owner]
        return f"{self.tables.kinds[kind.root].members[kind.first + index].name} {name}"

    # --- things --------------------------------------------------------------------------------

    def _things(self) -> dict[str, tuple[ThingView, ...]]:
        found: dict[str, tuple[ThingView, ...]] = {}
        for number, kind in enumerate(self.tables.kinds):
            if kind.root != number or kind.shape in {"player", "enumeration", "piece", "link"}:
                continue
            found[kind.name] = tuple(
                ThingView(
                    member.name,
                    member.label,
                    self.tables.kinds[member.kind].name,
                    member.documentation,
                    member.looks,
                    member.at,
                    self._attributes(number, id),
                    self._attributes(number, id, constant=True),
                    self._holds(number, id),
                    tuple(self._piles(number, id, member.label)),
                )
                for id, member in enumerate(kind.members)
            )
        return found

    def _links(self) -> tuple[LinkView, ...]:
        found: list[LinkView] = []
        for number, kind in enumerate(self.tables.kinds):
            if kind.shape != "link" or kind.root != number or kind.joins is None:
                continue
            places = self.tables.kinds[self.tables.kinds[kind.joins].root].members
            for member in kind.members:
                if member.ends is not None:
                    ends = places[member.ends[0]].name, places[member.ends[1]].name
                    found.append(LinkView(member.name, kind.name, ends, member.looks))
        return tuple(found)

    def _supplies(self) -> list[SupplyView]:
        return [
            SupplyView(
                self._supply_name(supply.owner, owner, supply.name),
                self.state.v[supply.stock + owner],
                supply.sizes[owner],
                supply.looks,
            )
            for supply in self.tables.supplies
            for owner in range(supply.owners)
        ]

    # --- piles ---------------------------------------------------------------------------------

    def _pile(self, pile: PileInfo, index: int, owner: str | None) -> PileView:
        number = pile.first + index
        base = self.tables.pile_bases[number]
        pieces = self.state.p[number][::-1]
        is_open = self.observer in self.state.seen[number]
        labels = self.state.known(self.observer)
        members = self.tables.kinds[pile.kind].members
        known = tuple(
            members[each].name if is_open or labels[base + each] == base + each else None for each in pieces
        )
        return PileView(
            pile.name,
            owner,
            len(pieces),
            is_open,
            tuple(
                None if name is None else self._piece(pile.kind, each)
                for each, name in zip(pieces, known, strict=True)
            ),
            self._odds(pieces, known, base, members),
            pile.looks,
            pile.documentation,
        )

    def _piece(self, kind: int, id: int) -> PieceView:
        member = self.tables.kinds[kind].members[id]
        face = shown_face(self.machine, self.state, self.players, kind, id, self.seat)
        looks = {**self.tables.kinds[member.kind].looks, **member.looks}
        return PieceView(member.name, member.label, member.sort, face, looks)

    def _piles(self, kind: int, id: int, label: str) -> Iterator[PileView]:
        """The piles that a member has."""
        for pile in self.tables.piles:
            owner = self.tables.kinds[pile.owner] if pile.owner is not None else None
            if owner is not None and owner.root == kind and owner.first <= id < owner.first + owner.count:
                yield self._pile(pile, id - owner.first, label)

    def _odds(
        self, pieces: list[int], known: tuple[str | None, ...], base: int, members: Any
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        found: list[tuple[int, tuple[str, ...]]] = []
        labels = self.state.known(self.observer)
        last = None
        for piece, name in zip(pieces, known, strict=True):
            label = labels[base + piece]
            if name is None and label == last:
                found[-1] = (found[-1][0] + 1, found[-1][1])
            elif name is None:
                could = candidates(self.state, self.observer, base + piece)
                found.append((1, tuple(members[each - base].name for each in could)))
            else:
                found.append((1, (name,)))
            last = label if name is None else None
        return tuple(found)

    # --- seats ---------------------------------------------------------------------------------

    def _seat(self, index: int, player: int) -> SeatView:
        result = self.state.results[index]
        return SeatView(
            self.players[index],
            self._attributes(player, index),
            tuple(self._piles(player, index, self.players[index])),
            self._holds(player, index),
            result[0] if result is not None else None,
        )

    def _phases(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        starts = sorted(
            (each.entry, number)
            for number, each in enumerate(self.tables.procedures)
            if each.entry is not None
        )
        found: list[tuple[str, tuple[str, ...]]] = []
        for frame in self.state.stack:
            if frame[0] >= self.tables.segments:
                continue
            number = max(start for start in starts if start[0] <= frame[0])[1]
            info = self.tables.procedures[number]
            if info.phase:
                seats = ("kind", self.tables.player_kind)
                shown = tuple(
                    self.players[frame[1 + place]]
                    for place, (_, tag) in enumerate(info.parameters)
                    if tag == seats
                )
                found.append((info.name, shown))
        return tuple(found)
