"""Builds the view of a seat; no other module decides what a seat may see.

Screens, logs and bots get views, never states: a screen cannot leak what it does not have. First what an
observer knows about the pieces of a pile, supplies, phases and decisions; then the log as a seat may read it;
then `Viewer`, the view as a whole, and the open window of a game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import CompiledGame, PileInfo, SupplyInfo, VariableInfo
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.limits import MOST_LINES, MOST_REFS, MOST_TEXT
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.questions.question_forms import AskWindow, menus_of
from lazaretto.rules.run.secrets.determinize import sees
from lazaretto.rules.run.secrets.knowledge import sharing
from lazaretto.rules.run.secrets.mixtures import Mixture
from lazaretto.rules.run.state import Line, State, lines
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.computed_looks import (
    computed_danger,
    computed_label,
    computed_marks,
    computed_need,
    computed_spot,
    is_shown,
)
from lazaretto.rules.run.views.decision_wording import PLACES, SHOWS, Asking, Decision, places_matter
from lazaretto.rules.run.views.view_static import Album, Attribute, Worn, album_of, called, is_notable
from lazaretto.rules.run.views.view_types import (
    DecisionView,
    HeapView,
    LinkView,
    LogLine,
    MarkerView,
    MixtureView,
    PieceView,
    PileView,
    SeatView,
    SupplyView,
    ThingView,
    TrackView,
    View,
)

Shown = Callable[[int, int, bool], PieceView]
"""Returns the view of a piece of a kind; its last argument: whether it is known."""

Runs = tuple[tuple[int, tuple[PieceView, ...]], ...]
"""The length and the set of each run of pieces."""


class Odds:
    """What one observer knows about unknown pieces, computed once for a view."""

    def __init__(self, state: State, observer: int, shown: Shown) -> None:
        self._state = state
        self._observer = observer
        self._shown = shown
        self._mixtures = state.heaps(state.known(observer)) if state.mixtures else {}
        self._heap_of = {
            label: {piece: number for number, heap in enumerate(mixture.heaps) for piece in heap}
            for label, mixture in self._mixtures.items()
        }
        self._alike: dict[int, list[int]] | None = None
        """The pieces that share each label, once they are needed."""
        self._views: dict[int, MixtureView] = {}
        self._could: dict[tuple[int, int | None], tuple[PieceView, ...]] = {}
        """Memoises the sets of pieces: they are equal for every spot of every pile."""

    def of_pile(
        self, kind: int, pieces: Sequence[int], known: Sequence[PieceView | None], base: int
    ) -> tuple[Runs, tuple[HeapView | None, ...]]:
        """Return the runs of a pile from the top, and their heaps; none if there is no heap."""
        found: list[tuple[int, tuple[PieceView, ...]]] = []
        heaps: list[HeapView | None] = []
        labels = self._state.known(self._observer) if pieces else []
        last: tuple[int, int | None] | None = None
        for piece, seen in zip(pieces, known, strict=True):
            if seen is not None:
                found.append((1, (seen,)))
                heaps.append(None)
                last = None
                continue
            label = labels[base + piece]
            heap = self._heap_of[label][base + piece] if label in self._heap_of else None
            if (label, heap) == last:
                found[-1] = (found[-1][0] + 1, found[-1][1])
                continue
            found.append((1, self._could_be(label, heap, kind, base)))
            heaps.append(None if heap is None else self._heap(label, heap, kind, base))
            last = label, heap
        return tuple(found), tuple(heaps) if any(heaps) else ()

    def _could_be(self, label: int, heap: int | None, kind: int, base: int) -> tuple[PieceView, ...]:
        """Return the pieces that share a label; in a heap, those that may lie there."""
        pieces = self._could.get((label, heap))
        if pieces is None:
            possible = self._sharing(label) if heap is None else _possible(self._mixtures[label], heap)
            pieces = tuple(self._shown(kind, piece - base, False) for piece in possible)
            self._could[label, heap] = pieces
        return pieces

    def _sharing(self, label: int) -> Sequence[int]:
        if self._alike is None:
            self._alike = sharing(self._state, self._observer)
        return self._alike.get(label, ())

    def _heap(self, label: int, heap: int, kind: int, base: int) -> HeapView:
        """Return a heap with the mixture that it is part of."""
        mixture = self._views.get(label)
        if mixture is None:
            mixture = self._views[label] = self._mixture(self._mixtures[label], kind, base)
        return HeapView(mixture, heap)

    def _mixture(self, mixture: Mixture, kind: int, base: int) -> MixtureView:
        chances = mixture.likelihoods()
        total = sum(chances)
        return MixtureView(
            tuple(
                tuple(self._shown(kind, piece - base, False) for piece in pieces) for pieces in mixture.sorts
            ),
            tuple(
                (chance / total, count) for chance, (_, count) in zip(chances, mixture.counts, strict=True)
            ),
        )


def _possible(mixture: Mixture, heap: int) -> list[int]:
    """Return the pieces that may lie in a heap."""
    return sorted(
        piece
        for sort, pieces in enumerate(mixture.sorts)
        if any(count[heap][sort] for _, count in mixture.counts)
        for piece in pieces
    )


def _supply_views(
    album: Album, tables: CompiledGame, state: State, players: Sequence[str]
) -> Iterator[SupplyView]:
    """Yield all supplies whose owners exist at this table; everybody sees them."""
    for supply in tables.supplies:
        for owner in range(supply.owners):
            if _has_owner(tables, supply, owner, state.players):
                yield SupplyView(
                    album.supply_name(supply.owner, owner, supply.name),
                    state.v[supply.stock + owner],
                    supply.sizes[owner] - state.v[supply.box + owner],
                    {**_owner_looks(tables, supply, owner), **supply.looks},
                    _owner_ref(tables, players, supply, owner),
                    supply.documentation,
                )


def _has_owner(tables: CompiledGame, supply: SupplyInfo, index: int, players: int) -> bool:
    """Whether the owner of a supply exists in a game of this many players."""
    if supply.owner is None:
        return True
    kind = tables.kinds[supply.owner]
    members = tables.kinds[kind.root].members
    return not members or members[kind.first + index].present(players)


def _owner_ref(
    tables: CompiledGame, players: Sequence[str], supply: SupplyInfo, index: int
) -> text_rendering.Ref | None:
    if supply.owner is None:
        return None
    first = tables.kinds[supply.owner].first
    return text_rendering.refs(tables, players, ("kind", supply.owner), first + index)[0]


def _owner_looks(tables: CompiledGame, supply: SupplyInfo, index: int) -> Mapping[str, str]:
    if supply.owner is None:
        return {}
    kind = tables.kinds[supply.owner]
    members = tables.kinds[kind.root].members
    return members[kind.first + index].looks if members else {}


def _current_phases(
    album: Album, tables: CompiledGame, state: State, players: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the current phases, outermost first, each with the players it is about."""
    found: list[tuple[str, tuple[str, ...]]] = []
    seats = ("kind", tables.player_kind)
    for frame in state.stack:
        if frame[0] >= tables.segments:
            continue
        number = max(start for start in album.phases if start[0] <= frame[0])[1]
        info = tables.procedures[number]
        if info.phase:
            shown = tuple(
                players[frame[1 + place]] for place, (_, tag) in enumerate(info.parameters) if tag == seats
            )
            found.append((info.name, shown))
    return tuple(found)


def decision_view(decision: Decision, players: Sequence[str], viewer: int | None) -> DecisionView:
    """Return a decision as a seat may know it: its own options, and the text only if it is asked.

    A seat that has chosen, while others still choose, is no longer asked, but may change its choice.
    """
    asked = viewer == decision.seat
    seat = decision.waiting[0] if decision.chosen and decision.waiting else decision.seat
    return DecisionView(
        seat,
        players[seat],
        decision.prompt if asked else "",
        decision.form if asked else None,
        tuple(option for option in decision.options if option.seat == viewer),
        tuple(players[each] for each in decision.waiting),
        decision.chosen if asked else "",
    )


def view_of(
    machine: Machine,
    state: State,
    players: Sequence[str],
    seat: int | None,
    decision: Decision | None,
) -> View:
    """Return the view of a seat; None: the public view."""
    return Viewer(machine, state, players, seat).view(decision)


def views_of(
    machine: Machine,
    state: State,
    players: Sequence[str],
    decision: Decision | None,
    own: Mapping[int, Decision],
) -> tuple[View, tuple[View, ...]]:
    """Return the public view and the view of each seat; a seat that sees no more shares the public view.

    `own` has the decisions of seats that answer at the same time.
    """
    log = rendered_log(machine, state, players)
    public = Viewer(machine, state, players, None, log=log).view(decision)
    private = {seat for readers, _ in log if readers is not None for seat in readers}
    views: list[View] = []
    for seat in range(state.players):
        viewer = Viewer(machine, state, players, seat, public, log, seat in private)
        if viewer.sees_more():
            views.append(viewer.view(own.get(seat, decision)))
        else:
            views.append(replace(public, seat=seat, decision=viewer.decision(own.get(seat, decision))))
    return public, tuple(views)


MOST_KEPT = 1_000_000
"""The size of the rendered lines that a machine keeps, in characters: those of many long games."""
_LINE = 100
"""What a line takes besides its characters."""
Rendered = tuple[tuple[int, ...] | None, LogLine]
"""The seats that may read a line, None for everybody; and the line."""


def rendered_log(machine: Machine, state: State, players: Sequence[str]) -> list[Rendered]:
    """Render the log for all seats: the first `MOST_LINES`."""
    names, known = tuple(players), machine.log_lines
    found: list[Rendered] = []
    for line in lines(state.log)[: MOST_LINES + 1]:
        if len(found) == MOST_LINES:
            found.append((None, LogLine(messages.LOG_FULL(), False, False)))
        else:
            found.append((line[0], known.get((names, line)) or _rendered(machine, names, line)))
    return found


def log_of(log: Sequence[Rendered], seat: int | None) -> tuple[LogLine, ...]:
    """Return the log as a seat may read it; None: as everybody may."""
    return tuple(line for readers, line in log if readers is None or (seat is not None and seat in readers))


def _rendered(machine: Machine, names: tuple[str, ...], line: Line) -> LogLine:
    readers, word, text = line
    sentence = text_rendering.said(machine.tables, names, text)
    size = _LINE + len(sentence) + sum(len(each) for each in text[1] if isinstance(each, list | tuple))
    if machine.log_size + size > MOST_KEPT:
        machine.log_lines.clear()
        machine.log_size = 0
    machine.log_size += size
    rules = machine.tables.origins[text[0]]
    shown = LogLine(sentence, word == "prevents", readers is not None, rules)
    machine.log_lines[names, line] = shown
    return shown


class Viewer:
    """Computes what one seat may see of a state."""

    def __init__(
        self,
        machine: Machine,
        state: State,
        players: Sequence[str],
        seat: int | None,
        public: View | None = None,
        log: Sequence[Rendered] | None = None,
        private: bool = False,
    ) -> None:
        self.machine = machine
        self.tables = machine.tables
        self.state = state
        self.players = players
        self.seat = seat
        self.observer = state.players if seat is None else seat
        self.album: Album = album_of(machine, players)
        self.public = public
        """The public view, if already built; parts that look the same to everybody are copied from it."""
        self._log = rendered_log(machine, state, players) if log is None else log
        self._private = private
        """Whether the log has a line for this seat that is not public."""
        self._text = MOST_TEXT
        self._refs = MOST_REFS
        """How much text and how many references this view may still hold."""
        self._odds = Odds(state, self.observer, self._piece)

    def sees_more(self) -> bool:
        """Whether this seat may see anything that is not public."""
        state, everybody = self.state, self.state.players
        return (
            state.known(self.observer) is not state.known(everybody)
            or any(self.observer in seen and everybody not in seen for seen in state.seen)
            or any(self._sees_alone(variable) for variable in self.tables.variables)
            or self._private
        )

    def _sees_alone(self, variable: VariableInfo) -> bool:
        """Whether this seat may see a value of a variable that is not public."""
        if variable.seen.word in ("all", "nobody"):
            return False
        count = self.tables.kinds[variable.owner].count if variable.owner is not None else 1
        return any(
            self._sees(variable, index) and not sees(self.machine, self.state, variable, index, None)
            for index in range(count)
        )

    def view(self, decision: Decision | None) -> View:
        """Build the whole view."""
        tables = self.tables
        player = tables.player_kind
        plain = [variable for variable in tables.variables if variable.owner is None]
        return View(
            self.seat,
            tables.title,
            tuple(self._seat(index, player) for index in range(self.state.players)),
            self.album.kinds,
            self._things(),
            self._links(),
            tuple(self._pile(pile, 0, None) for pile in tables.piles if pile.owner is None),
            tuple(_supply_views(self.album, tables, self.state, self.players)),
            self._tracks() if self.public is None else self.public.tracks,
            {
                called(each): self._value(each, 0)
                for each in plain
                if not each.option and each.looks.get("hidden") != "yes" and self._sees(each, 0)
            },
            {each.name: self._value(each, 0) for each in plain if each.option},
            _current_phases(self.album, self.tables, self.state, self.players),
            self.decision(decision),
            log_of(self._log, self.seat),
            self.album.drawn,
            tuple(self._markers()),
            self.album.rules,
            self.album.actions,
        )

    def _markers(self) -> Iterator[MarkerView]:
        """Yield the variables whose value is a spot of the board."""
        for marker in self.album.markers:
            if self._sees(marker, 0):
                for ref in text_rendering.refs(self.tables, self.players, marker.tag, self._raw(marker, 0)):
                    yield MarkerView(called(marker), ref, marker.looks)

    def decision(self, decision: Decision | None) -> DecisionView | None:
        """Return the question as this seat may know it: its own options, and the text only if it is asked."""
        return None if decision is None else decision_view(decision, self.players, self.seat)

    def _tracks(self) -> tuple[TrackView, ...]:
        """Return the tracks: they look the same to everybody."""
        return tuple(
            TrackView(
                track.name,
                track.spaces,
                self.state.v[track.offset],
                track.looks,
                track.documentation,
                computed_marks(self.machine, self.state, self.players, track),
            )
            for track in self.tables.tracks
        )

    # --- values --------------------------------------------------------------------------------

    def _sees(self, variable: VariableInfo, index: int) -> bool:
        return sees(self.machine, self.state, variable, index, self.seat)

    def _raw(self, variable: VariableInfo, index: int) -> Any:
        if variable.values is not None:
            return variable.values[index]
        return self.state.v[variable.offset + index]

    def _value(self, variable: VariableInfo, index: int) -> str:
        return self._label(variable, self._raw(variable, index))

    def _label(self, variable: VariableInfo, raw: Any) -> str:
        """Render a value, as long as there is room for it."""
        if self._text <= 0:
            return "…"
        text = text_rendering.label(self.tables, self.players, variable.tag, raw)
        self._text -= len(text) + 1
        return text

    def _seen_of(self, attributes: Sequence[Attribute], id: int) -> Iterator[tuple[Attribute, int]]:
        """Yield the attributes of a member that this seat may see, and its index among their owners."""
        for attribute in attributes:
            index = id - attribute.first
            if (
                0 <= index < attribute.count
                and (attribute.public or self._sees(attribute.variable, index))
                and is_shown(self.machine, self.state, attribute.variable, id)
            ):
                yield attribute, index

    def _told(
        self, attributes: Sequence[Attribute], id: int
    ) -> tuple[dict[str, str], dict[str, tuple[text_rendering.Ref, ...]]]:
        """Return the values of a member's attributes as text, and the things they refer to."""
        values: dict[str, str] = {}
        refs: dict[str, tuple[text_rendering.Ref, ...]] = {}
        if not attributes:
            return values, refs
        for attribute, index in self._seen_of(attributes, id):
            raw = self._raw(attribute.variable, index)
            values[attribute.name] = self._label(attribute.variable, raw)
            if self._refs > 0:
                named = text_rendering.refs(self.tables, self.players, attribute.variable.tag, raw)
                if named:
                    refs[attribute.name] = named
                    self._refs -= len(named)
        return values, refs

    def _holds(self, kind: int, id: int) -> tuple[tuple[str, int], ...]:
        holdings = self.album.holdings[kind]
        if not holdings:
            return ()
        v = self.state.v
        return tuple(
            [(holding.name, v[holding.offset + id]) for holding in holdings if v[holding.offset + id]]
        )

    # --- things --------------------------------------------------------------------------------

    def _things(self) -> dict[str, tuple[ThingView, ...]]:
        told = self.public.things if self.public is not None else {}
        return {
            kind.name: told[kind.name]
            if told and number in self.album.public
            else tuple(
                self._thing(number, id)
                for id, member in enumerate(kind.members)
                if member.present(self.state.players)
            )
            for number, kind in self.album.shown
        }

    def _thing(self, number: int, id: int) -> ThingView:
        portrait = self.album.portraits[number][id]
        attributes, refs = self._told(self.album.changing[number], id)
        secret, more = self._told(self.album.secret_facts[number], id)
        holds = self._holds(number, id)
        piles = tuple(self._piles(number, id, portrait.label)) if number in self.album.piles else ()
        label, at, danger = self._looks(number, id)
        if not (attributes or secret or holds or piles or label or at or danger):
            return self.album.bare_thing(number, id)
        return ThingView(
            portrait.key,
            label or portrait.label,
            portrait.kind,
            portrait.documentation,
            portrait.looks,
            at or portrait.at,
            attributes,
            {**portrait.facts, **secret} if secret else portrait.facts,
            {**portrait.refs, **refs, **more} if refs or more else portrait.refs,
            holds,
            piles,
            danger,
        )

    def _looks(self, number: int, id: int) -> tuple[str | None, tuple[float, float] | None, str]:
        """Return the label, the position and the danger of a member, where they follow the state."""
        label = computed_label(self.machine, self.state, self.players, number, id)
        danger = computed_danger(self.machine, self.state, self.players, number, id)
        return label, computed_spot(self.machine, self.state, number, id), danger

    def _links(self) -> tuple[LinkView, ...]:
        if self.public is not None and all(number in self.album.public for number, _ in self.album.links):
            return self.public.links
        return tuple(
            self._link(number, id, link)
            for number, _ in self.album.links
            for id, link in self.album.bare_links[number]
        )

    def _link(self, number: int, id: int, bare: LinkView) -> LinkView:
        attributes = self._told(self.album.changing[number], id)[0]
        holds = self._holds(number, id)
        return replace(bare, attributes=attributes, holds=holds) if attributes or holds else bare

    # --- piles ---------------------------------------------------------------------------------

    def _pile(self, pile: PileInfo, index: int, owner: str | None) -> PileView:
        number = pile.first + index
        base = self.tables.pile_bases[number]
        pieces = self.state.p[number][::-1]
        is_open = self.observer in self.state.seen[number]
        labels = self.state.known(self.observer)
        known = tuple(
            self._piece(pile.kind, piece) if is_open or labels[base + piece] == base + piece else None
            for piece in pieces
        )
        odds, heaps = self._odds.of_pile(pile.kind, pieces, known, base)
        return PileView(
            pile.name,
            owner,
            len(pieces),
            is_open,
            known,
            odds,
            self._pile_looks(pile, index),
            pile.documentation,
            heaps,
            tuple(self._backs(pile.kind, pieces, known)) if self.album.on_backs.get(pile.kind) else (),
        )

    def _pile_looks(self, pile: PileInfo, index: int) -> Mapping[str, str]:
        """Return how a pile looks, and whether its pieces are shown one by one."""
        places = places_matter(self.tables, self.state, pile, index)
        return {SHOWS: PLACES, **pile.looks} if places else pile.looks

    def _piece(self, kind: int, id: int, known: bool = True) -> PieceView:
        """Return a piece; a piece that is only a candidate for a spot shows neither face nor attributes."""
        piece = self.album.pieces[kind][id]
        if known and kind in self.album.rolled:
            face = text_rendering.shown_face(self.machine, self.state, self.players, kind, id, self.seat)
            piece = piece if face is None else replace(piece, face=face)
        if known and kind in self.album.worn:
            attributes = self._worn(self.album.worn[kind], id)
            piece = replace(piece, attributes=attributes) if attributes else piece
        return piece

    def _worn(self, worn: Sequence[Worn], id: int) -> dict[str, str]:
        """Return the attributes of a piece that this seat may see and that are worth showing."""
        found: dict[str, str] = {}
        for attribute, shown in worn:
            for _, index in self._seen_of((attribute,), id):
                value = self._label(attribute.variable, self._raw(attribute.variable, index))
                if is_notable(shown, value):
                    found[attribute.name] = value
        return found

    def _backs(
        self, kind: int, pieces: Sequence[int], known: Sequence[PieceView | None]
    ) -> Iterator[tuple[int, Mapping[str, str]]]:
        """Yield what the backs of the unknown pieces of a pile show, by position."""
        for place, (id, seen) in enumerate(zip(pieces, known, strict=True)):
            if seen is None and (found := self._worn(self.album.on_backs[kind], id)):
                yield place, found

    def _piles(self, kind: int, id: int, label: str) -> Iterator[PileView]:
        """Yield the piles of a member."""
        for pile, first, count in self.album.piles.get(kind, ()):
            if first <= id < first + count:
                yield self._pile(pile, id - first, label)

    # --- seats ---------------------------------------------------------------------------------

    def _seat(self, index: int, player: int) -> SeatView:
        result = self.state.results[index]
        attributes, refs = self._told(self.album.changing[player], index)
        return SeatView(
            self.players[index],
            attributes,
            refs,
            tuple(self._piles(player, index, self.players[index])),
            self._holds(player, index),
            result[0] if result is not None else None,
            tuple(self._needs(index)),
        )

    def _needs(self, player: int) -> Iterator[tuple[text_rendering.Ref, int]]:
        """Yield how many pieces of each member a player needs."""
        for number, value in self.album.collected:
            kind = self.tables.kinds[number]
            for id, member in enumerate(kind.members):
                if member.present(self.state.players):
                    need = computed_need(self.machine, self.state, value, player, id)
                    if need is not None:
                        yield text_rendering.Ref(kind.name, self.album.portraits[number][id].key), need


GAP = "…"
"""Stands for what the rules put into a question."""


@frozen_value
class OpenWindow:
    """A window: any seat may act until one of them goes on."""

    name: str
    """Its question, the same each time it opens: `…` stands for what differs."""
    seat: int
    """The seat that goes on."""
    veiled: bool
    """Whether somebody may hold something that not everybody sees. The window opens in any case then, and
    nothing that others can notice may depend on who can act."""
    able: frozenset[int]
    """The seats that can do something. If the window is veiled, this is a secret."""

    def told_to(self, seat: int | None) -> bool:
        """Whether a seat may know which window is open: it is asked, or everybody sees that it can act."""
        return seat == self.seat or (not self.veiled and seat in self.able)


def open_window(asking: Asking) -> OpenWindow | None:
    """Return the window that is open; None if the question is another one.

    A window whose actions only the asked seat may know of is not told.
    """
    machine, pending, state = asking.machine, asking.pending, asking.state
    if not isinstance(asking.info.form, AskWindow):
        return None
    answers = [answer for answer in pending.answers if answer is not None]
    if any(action in machine.secret for _, action in answers):
        return None
    veiled = state.veiled and machine.hidden(state, pending.ask)
    return OpenWindow(_name(asking), pending.seat, veiled, frozenset(seat for seat, _ in answers))


def _name(asking: Asking) -> str:
    """Return the question of a window without what differs from time to time."""
    tables, own = asking.tables, asking.machine.backend.prompt(asking.pending.ask)
    wordings: list[int] = []
    if own is not None:
        with suppress(RuleError):  # the general question stands for it, as it does for players
            wordings.append(own(asking.state, asking.state.stack[-1])[0])
    menus = (tables.menus[each].prompt for menus in menus_of(asking.info.form) for each in menus)
    wordings += (each for each in menus if each is not None)
    for wording in wordings:
        parts = tables.templates[wording]
        if any(isinstance(part, str) and part.strip() for part in parts):
            return "".join(part if isinstance(part, str) else GAP for part in parts)
    return GAP
