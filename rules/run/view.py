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
from rules.run.state import State, lines
from rules.run.tables import KindInfo, PileInfo, SupplyInfo, VariableInfo
from rules.run.words import Ref


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece that is known: what it is one of, and what it shows if it has been rolled."""

    key: str
    label: str
    sort: str
    kind: str
    face: str | None
    looks: Mapping[str, str]
    documentation: str
    of: Ref | None
    """What it was made for, as a card for a place."""


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile: how many lie there, and what is known of them, topmost first."""

    name: str
    owner: str | None
    count: int
    open: bool
    pieces: tuple[PieceView | None, ...]
    """The piece where it is known, else None."""
    odds: tuple[tuple[int, tuple[PieceView, ...]], ...]
    """From the top: how many in a row come from the same set, and that set; a known piece is a set of one."""
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of things on the table: place, area or plain thing."""

    name: str
    shape: str
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
    refs: Mapping[str, tuple[Ref, ...]]
    """The things that attributes and facts name; of an area also its members, under `members`."""
    holds: tuple[tuple[str, int], ...]
    """Counted pieces that lie here: name of the supply, how many."""
    piles: tuple[PileView, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link between two places."""

    key: str
    kind: str
    label: str
    ends: tuple[Ref, Ref]
    looks: Mapping[str, str]
    attributes: Mapping[str, str]
    holds: tuple[tuple[str, int], ...]
    documentation: str


@dataclass(frozen=True, slots=True)
class SupplyView:
    """A supply: how many are left of how many; it looks like what it belongs to unless told otherwise."""

    name: str
    left: int
    size: int
    looks: Mapping[str, str]
    owner: Ref | None
    documentation: str


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
    refs: Mapping[str, tuple[Ref, ...]]
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
    least: int
    most: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log as a seat may read it."""

    text: str
    prevents: bool
    """Whether it says why something did not happen."""
    private: bool
    """Whether not everybody may read it."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat may see."""

    seat: int | None
    title: str
    seats: tuple[SeatView, ...]
    kinds: Mapping[str, KindView]
    things: Mapping[str, tuple[ThingView, ...]]
    """The members of each of these kinds."""
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
    log: tuple[LogLine, ...]


def view_of(
    machine: Machine,
    state: State,
    players: Sequence[str],
    seat: int | None,
    decision: Decision | None,
) -> View:
    """The view of a seat; None gives what everybody may see."""
    return _Viewer(machine, state, players, seat).view(decision)


def log_of(machine: Machine, state: State, players: Sequence[str], seat: int | None) -> tuple[LogLine, ...]:
    """The log as a seat may read it; None: as everybody may."""
    return tuple(
        LogLine(words.said(machine.tables, players, text), word == "prevents", readers is not None)
        for readers, word, text in lines(state.log)
        if readers is None or (seat is not None and seat in readers)
    )


def _called(variable: VariableInfo) -> str:
    """What players call it."""
    return variable.looks.get("label") or variable.name


def _hidden(variable: VariableInfo) -> bool:
    """Whether it is kept for the rules alone."""
    return variable.looks.get("hidden") == "yes"


class _Viewer:
    def __init__(self, machine: Machine, state: State, players: Sequence[str], seat: int | None) -> None:
        self.machine = machine
        self.tables = machine.tables
        self.state = state
        self.players = players
        self.seat = seat
        self.observer = state.players if seat is None else seat

    def view(self, decision: Decision | None) -> View:
        tables = self.tables
        player = tables.player_kind
        plain = [each for each in tables.variables if each.owner is None]
        return View(
            self.seat,
            tables.title,
            tuple(self._seat(index, player) for index in range(self.state.players)),
            {
                kind.name: KindView(kind.name, kind.shape, kind.looks, kind.documentation)
                for _, kind in self._shown_kinds()
            },
            self._things(),
            self._links(),
            tuple(self._pile(each, 0, None) for each in tables.piles if each.owner is None),
            tuple(self._supplies()),
            tuple(
                TrackView(each.name, each.spaces, self.state.v[each.offset], each.looks, each.documentation)
                for each in tables.tracks
            ),
            {
                _called(each): self._value(each, 0)
                for each in plain
                if not each.option and not _hidden(each) and self._sees(each, 0)
            },
            {each.name: self._value(each, 0) for each in plain if each.option},
            self._phases(),
            self._decision(decision),
            log_of(self.machine, self.state, self.players, self.seat),
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
            decision.least if asked else 0,
            decision.most if asked else 0,
            tuple(each for each in decision.options if each.seat == self.seat),
        )

    # --- values --------------------------------------------------------------------------------

    def _sees(self, variable: VariableInfo, index: int) -> bool:
        return sees(self.machine, self.state, variable, index, self.seat)

    def _raw(self, variable: VariableInfo, index: int) -> Any:
        if variable.values is not None:
            return variable.values[index]
        return self.state.v[variable.offset + index]

    def _value(self, variable: VariableInfo, index: int) -> str:
        return words.label(self.tables, self.players, variable.tag, self._raw(variable, index))

    def _attributes(self, kind: int, id: int, constant: bool = False) -> dict[str, str]:
        found: dict[str, str] = {}
        for variable, index in self._seen_of(kind, id):
            if (variable.values is not None) == constant:
                found[_called(variable)] = self._value(variable, index)
        return found

    def _seen_of(self, kind: int, id: int) -> Iterator[tuple[VariableInfo, int]]:
        """The attributes of a member that this seat may see, and the member's place among their owners."""
        for variable in self.tables.variables:
            if variable.owner is None or _hidden(variable):
                continue
            owner = self.tables.kinds[variable.owner]
            index = id - owner.first
            if owner.root == kind and 0 <= index < owner.count and self._sees(variable, index):
                yield variable, index

    def _refs(self, kind: int, id: int) -> dict[str, tuple[Ref, ...]]:
        """The things that a member's attributes name."""
        found: dict[str, tuple[Ref, ...]] = {}
        for variable, index in self._seen_of(kind, id):
            named = words.refs(self.tables, self.players, variable.tag, self._raw(variable, index))
            if named:
                found[_called(variable)] = named
        info = self.tables.kinds[kind]
        if info.shape == "area" and info.joins is not None:
            found["members"] = words.refs(
                self.tables, self.players, ("many", ("kind", info.joins)), info.members[id].bounds
            )
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

    def _shown_kinds(self) -> Iterator[tuple[int, KindInfo]]:
        for number, kind in enumerate(self.tables.kinds):
            if kind.root == number and kind.shape not in {"player", "enumeration", "piece", "link"}:
                yield number, kind

    def _things(self) -> dict[str, tuple[ThingView, ...]]:
        found: dict[str, tuple[ThingView, ...]] = {}
        for number, kind in self._shown_kinds():
            found[kind.name] = tuple(
                ThingView(
                    member.name,
                    member.label,
                    self.tables.kinds[member.kind].name,
                    member.documentation,
                    {**self.tables.kinds[member.kind].looks, **member.looks},
                    member.at,
                    self._attributes(number, id),
                    self._attributes(number, id, constant=True),
                    self._refs(number, id),
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
            places = self.tables.kinds[self.tables.kinds[kind.joins].root]
            for id, member in enumerate(kind.members):
                if member.ends is not None:
                    one, other = (Ref(places.name, places.members[end].name) for end in member.ends)
                    found.append(
                        LinkView(
                            member.name,
                            kind.name,
                            member.label,
                            (one, other),
                            {**self.tables.kinds[member.kind].looks, **member.looks},
                            self._attributes(number, id),
                            self._holds(number, id),
                            member.documentation,
                        )
                    )
        return tuple(found)

    def _supplies(self) -> list[SupplyView]:
        return [
            SupplyView(
                self._supply_name(supply.owner, owner, supply.name),
                self.state.v[supply.stock + owner],
                supply.sizes[owner],
                {**self._owner_looks(supply, owner), **supply.looks},
                self._owner_ref(supply, owner),
                supply.documentation,
            )
            for supply in self.tables.supplies
            for owner in range(supply.owners)
        ]

    def _owner_ref(self, supply: SupplyInfo, index: int) -> Ref | None:
        if supply.owner is None:
            return None
        first = self.tables.kinds[supply.owner].first
        return words.refs(self.tables, self.players, ("kind", supply.owner), first + index)[0]

    def _owner_looks(self, supply: SupplyInfo, index: int) -> Mapping[str, str]:
        if supply.owner is None:
            return {}
        kind = self.tables.kinds[supply.owner]
        members = self.tables.kinds[kind.root].members
        return members[kind.first + index].looks if members else {}

    # --- piles ---------------------------------------------------------------------------------

    def _pile(self, pile: PileInfo, index: int, owner: str | None) -> PileView:
        number = pile.first + index
        base = self.tables.pile_bases[number]
        pieces = self.state.p[number][::-1]
        is_open = self.observer in self.state.seen[number]
        labels = self.state.known(self.observer)
        known = tuple(
            self._piece(pile.kind, each) if is_open or labels[base + each] == base + each else None
            for each in pieces
        )
        return PileView(
            pile.name,
            owner,
            len(pieces),
            is_open,
            known,
            self._odds(pile.kind, pieces, known, base),
            pile.looks,
            pile.documentation,
        )

    def _piece(self, kind: int, id: int, known: bool = True) -> PieceView:
        """A piece; of one that only might be the one that lies there, nobody sees what it shows."""
        member = self.tables.kinds[kind].members[id]
        face = None
        if known:
            face = shown_face(self.machine, self.state, self.players, kind, id, self.seat)
        own = self.tables.kinds[member.kind]
        of = None
        if member.made_for is not None:
            of = words.refs(self.tables, self.players, ("kind", member.made_for[0]), member.made_for[1])[0]
        return PieceView(
            member.name,
            member.label,
            member.sort,
            own.name,
            face,
            {**own.looks, **member.looks},
            member.documentation or own.documentation,
            of,
        )

    def _piles(self, kind: int, id: int, label: str) -> Iterator[PileView]:
        """The piles that a member has."""
        for pile in self.tables.piles:
            owner = self.tables.kinds[pile.owner] if pile.owner is not None else None
            if owner is not None and owner.root == kind and owner.first <= id < owner.first + owner.count:
                yield self._pile(pile, id - owner.first, label)

    def _odds(
        self, kind: int, pieces: list[int], known: tuple[PieceView | None, ...], base: int
    ) -> tuple[tuple[int, tuple[PieceView, ...]], ...]:
        found: list[tuple[int, tuple[PieceView, ...]]] = []
        labels = self.state.known(self.observer)
        last = None
        for piece, seen in zip(pieces, known, strict=True):
            label = labels[base + piece]
            if seen is None and label == last:
                found[-1] = (found[-1][0] + 1, found[-1][1])
            elif seen is None:
                could = candidates(self.state, self.observer, base + piece)
                found.append((1, tuple(self._piece(kind, each - base, known=False) for each in could)))
            else:
                found.append((1, (seen,)))
            last = label if seen is None else None
        return tuple(found)

    # --- seats ---------------------------------------------------------------------------------

    def _seat(self, index: int, player: int) -> SeatView:
        result = self.state.results[index]
        return SeatView(
            self.players[index],
            self._attributes(player, index),
            self._refs(player, index),
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
