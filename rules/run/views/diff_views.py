"""Computes and applies view differences: `applied(before, difference(before, after)) == after`.

Both are pure functions over a base. Views share their unchanged parts.

A view is a base, sent once, plus a chain of changes; the first change applies to the blank view in the base.
Front ends receive changes and apply them. Views, bases and changes hold plain data only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from lazaretto.grammar.node_dataclass import changed
from lazaretto.rules.run.questions.question_forms import AnswerForm
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.decision_wording import Option
from lazaretto.rules.run.views.text_rendering import Ref
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
    ThingView,
    View,
)


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent pieces in a pile: one known piece, or several from the same set."""

    pieces: tuple[int, ...]
    """The piece, or the set."""
    count: int = 1
    known: bool = True
    face: str | None = None
    """The face that a known piece shows."""
    heap: tuple[int, int] | None = None
    """The mixture of the pile and the number of the heap, if they lie in one."""
    attributes: Mapping[str, str] | None = None
    """The attributes that a known piece shows, if any."""


@dataclass(frozen=True, slots=True)
class MixtureShown:
    """A mixture of a pile: its sets, and the possible counts with their probabilities."""

    sets: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[float, tuple[tuple[int, ...], ...]], ...]


@dataclass(frozen=True, slots=True)
class PileChange:
    """Replaces some runs of a pile."""

    at: int
    """The index of the pile: first those of seats, then those of things, then those of the table."""
    start: int
    """The number of runs that stay on top."""
    removed: int
    added: tuple[Run, ...] = ()
    open: bool | None = None
    """Whether it is face up; None: unchanged."""
    mixtures: tuple[MixtureShown, ...] | None = None
    """All that the runs refer to; None: unchanged."""
    backs: tuple[tuple[int, Mapping[str, str]], ...] | None = None
    """What the backs of unknown pieces show; None: unchanged."""
    looks: Mapping[str, str] | None = None
    """How it looks, which may follow from who sees it; None: unchanged."""


@dataclass(frozen=True, slots=True)
class MemberChange:
    """What changed about a seat, a thing or a link; None: unchanged.

    Facts and refs that are in the base are omitted.
    """

    at: int
    attributes: Mapping[str, str] | None = None
    facts: Mapping[str, str] | None = None
    refs: Mapping[str, tuple[Ref, ...]] | None = None
    holds: tuple[tuple[str, int], ...] | None = None
    label: str | None = None
    """Of a thing whose label follows the state."""
    spot: tuple[float, float] | None = None
    """Of a place whose position follows the state."""
    danger: str | None = None
    """Of a place: what threatens it."""
    needs: tuple[tuple[Ref, int], ...] | None = None
    """Of a seat."""


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of a decision."""

    key: str
    seat: int
    label: str | None = None
    """None: equal to its key."""
    why_not: str | None = None
    help: int | str | None = None
    """The index of a help text in the base, or the text itself."""
    of: Ref | None = None
    rules: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """What the game waits for."""

    seat: int
    prompt: str = ""
    form: AnswerForm | None = None
    options: tuple[OptionShown, ...] = ()
    waiting: tuple[int, ...] = ()
    """If several seats answer at the same time: those that have not answered."""
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class LogChange:
    """How many lines stay, and the lines that follow."""

    kept: int
    added: tuple[LogLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewChange:
    """What changed in a view; None or empty: unchanged."""

    seats: tuple[MemberChange, ...] = ()
    things: tuple[MemberChange, ...] = ()
    """Numbered consecutively through all kinds."""
    links: tuple[MemberChange, ...] = ()
    piles: tuple[PileChange, ...] = ()
    supplies: tuple[tuple[int, int], ...] = ()
    """The index, and how many are left."""
    tracks: tuple[tuple[int, int], ...] = ()
    """The index, and the position of its marker."""
    variables: Mapping[str, str] | None = None
    options: Mapping[str, str] | None = None
    phases: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    results: tuple[str | None, ...] | None = None
    """Those of all seats."""
    decision: tuple[DecisionShown, ...] | None = None
    """At most one; none if nobody is asked."""
    log: LogChange | None = None
    markers: tuple[MarkerView, ...] | None = None
    marks: tuple[tuple[int, tuple[tuple[int, str], ...]], ...] = ()
    """The index of a track, and all its marked spaces with their texts."""
    sizes: tuple[tuple[int, int], ...] = ()
    """The index of a supply, and how many of its pieces are in the game."""


Value = TypeVar("Value")


class BaseIndex:
    """A base with indexes for fast lookup."""

    def __init__(self, base: ViewBase) -> None:
        self.base = base
        self.blank = base.blank
        self.pieces = {(piece.kind, piece.key): number for number, piece in enumerate(base.pieces)}
        self.helps = {text: number for number, text in enumerate(base.helps)}
        self.things = _things(base.blank)


# --- finding -----------------------------------------------------------------------------------------


def difference(index: BaseIndex, before: View, after: View) -> ViewChange:
    """Return the change that turns one view into another; both have the same base."""
    return ViewChange(
        tuple(_seat_changes(before.seats, after.seats)),
        () if before.things is after.things else tuple(_thing_changes(index, before, after)),
        () if before.links is after.links else tuple(_link_changes(before.links, after.links)),
        tuple(_pile_changes(index, before, after)),
        _moved([supply.left for supply in before.supplies], [supply.left for supply in after.supplies]),
        _moved([track.position for track in before.tracks], [track.position for track in after.tracks]),
        _new(before.variables, after.variables),
        _new(before.options, after.options),
        _new(before.phases, after.phases),
        _new(tuple(seat.result for seat in before.seats), tuple(seat.result for seat in after.seats)),
        None if before.decision == after.decision else tuple(_decision(index, after.decision)),
        _log(before.log, after.log),
        _new(before.markers, after.markers),
        _moved([track.marks for track in before.tracks], [track.marks for track in after.tracks]),
        _moved([supply.size for supply in before.supplies], [supply.size for supply in after.supplies]),
    )


def _new(before: Value, after: Value) -> Value | None:
    return None if before == after else after


def _moved(before: Sequence[Value], after: Sequence[Value]) -> tuple[tuple[int, Value], ...]:
    return tuple((at, new) for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def _seat_changes(before: Sequence[SeatView], after: Sequence[SeatView]) -> Iterator[MemberChange]:
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        change = MemberChange(
            at,
            _new(old.attributes, new.attributes),
            None,
            _new(old.refs, new.refs),
            _new(old.holds, new.holds),
            needs=_new(old.needs, new.needs),
        )
        if change != MemberChange(at):
            yield change


def _thing_changes(index: BaseIndex, before: View, after: View) -> Iterator[MemberChange]:
    for at, (old, new) in enumerate(zip(_things(before), _things(after), strict=True)):
        if old is new:
            continue
        blank = index.things[at]
        change = MemberChange(
            at,
            _new(old.attributes, new.attributes),
            None if old.facts == new.facts else _beyond(blank.facts, new.facts),
            None if old.refs == new.refs else _beyond(blank.refs, new.refs),
            _new(old.holds, new.holds),
            _new(old.label, new.label),
            _new(old.at, new.at),
            _new(old.danger, new.danger),
        )
        if change != MemberChange(at):
            yield change


def _link_changes(before: Sequence[LinkView], after: Sequence[LinkView]) -> Iterator[MemberChange]:
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        attributes, holds = _new(old.attributes, new.attributes), _new(old.holds, new.holds)
        if attributes is not None or holds is not None:
            yield MemberChange(at, attributes, holds=holds)


def _beyond(blank: Mapping[str, Value], values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return the entries that are not in the base."""
    return {name: value for name, value in values.items() if blank.get(name) != value}


def _pile_changes(index: BaseIndex, before: View, after: View) -> Iterator[PileChange]:
    for at, (old, new) in enumerate(zip(_piles(before), _piles(after), strict=True)):
        if old is new or old == new:
            continue
        was, now = _runs(index, old), _runs(index, new)
        start, end = _alike(was, now)
        added = now[start : len(now) - end]
        opened, backs = _new(old.open, new.open), _new(old.backs, new.backs)
        mixtures = _new(_mixtures(index, old), _mixtures(index, new))
        looks = _new(old.looks, new.looks)
        yield PileChange(at, start, len(was) - start - end, added, opened, mixtures, backs, looks)


def _alike(was: Sequence[object], now: Sequence[object]) -> tuple[int, int]:
    """Return the lengths of the common prefix and the common suffix."""
    most = min(len(was), len(now))
    start = next((at for at in range(most) if was[at] != now[at]), most)
    end = next((at for at in range(most - start) if was[-1 - at] != now[-1 - at]), most - start)
    return start, end


def _runs(index: BaseIndex, pile: PileView) -> tuple[Run, ...]:
    runs: list[Run] = []
    at = 0
    mixed = _mixed(pile)
    for (count, pieces), heap in zip(pile.odds, pile.heaps or (None,) * len(pile.odds), strict=True):
        numbers = _numbers(index, pieces)
        seen = pile.pieces[at]
        if seen is None:
            lies = None if heap is None else (mixed.index(heap.mixture), heap.number)
            runs.append(Run(numbers, count, False, heap=lies))
        else:
            runs.append(Run(numbers, face=seen.face, attributes=seen.attributes or None))
        at += count
    return tuple(runs)


def _numbers(index: BaseIndex, pieces: Iterable[PieceView]) -> tuple[int, ...]:
    return tuple(index.pieces[piece.kind, piece.key] for piece in pieces)


def _mixed(pile: PileView) -> list[MixtureView]:
    """Return the mixtures of a pile, from the top."""
    mixtures: list[MixtureView] = []
    for heap in pile.heaps:
        if heap is not None and heap.mixture not in mixtures:
            mixtures.append(heap.mixture)
    return mixtures


def _mixtures(index: BaseIndex, pile: PileView) -> tuple[MixtureShown, ...]:
    return tuple(
        MixtureShown(tuple(_numbers(index, each) for each in mixture.sets), mixture.counts)
        for mixture in _mixed(pile)
    )


def _decision(index: BaseIndex, decision: DecisionView | None) -> Iterator[DecisionShown]:
    if decision is not None:
        options = tuple(_option(index, option) for option in decision.options)
        seats = {seat.name: at for at, seat in enumerate(index.blank.seats)}
        waiting = tuple(seats[each] for each in decision.waiting)
        yield DecisionShown(decision.seat, decision.prompt, decision.form, options, waiting, decision.chosen)


def _option(index: BaseIndex, option: Option) -> OptionShown:
    label = None if option.label == option.key else option.label
    help = index.helps.get(option.help, option.help) if option.help else None
    return OptionShown(option.key, option.seat, label, option.why_not, help, option.of, option.rules)


def _log(before: Sequence[LogLine], after: Sequence[LogLine]) -> LogChange | None:
    start, _ = _alike(before, after)
    if start == len(before) == len(after):
        return None
    return LogChange(start, tuple(after[start:]))


# --- applying ----------------------------------------------------------------------------------------


def applied(index: BaseIndex, before: View, change: ViewChange) -> View:
    """Return a view after a change."""
    piles = {pile.at: _pile(index, _piles(before)[pile.at], pile) for pile in change.piles}
    seats, things, links = list(before.seats), list(_things(before)), list(before.links)
    for seat in change.seats:
        seats[seat.at] = _member(seats[seat.at], seat)
    for thing in change.things:
        things[thing.at] = _thing(things[thing.at], index.things[thing.at], thing)
    for link in change.links:
        links[link.at] = _member(links[link.at], link)
    own = _put_piles(seats, piles, 0)
    others = _put_piles(things, piles, own)
    if change.results is not None:
        seats = [replace(seat, result=result) for seat, result in zip(seats, change.results, strict=True)]
    table = tuple(piles.get(others + at, pile) for at, pile in enumerate(before.piles))
    left, sizes = dict(change.supplies), dict(change.sizes)
    moved, marked = dict(change.tracks), dict(change.marks)
    supplies = (
        replace(supply, left=left.get(at, supply.left), size=sizes.get(at, supply.size))
        if at in left or at in sizes
        else supply
        for at, supply in enumerate(before.supplies)
    )
    tracks = (
        replace(track, position=moved.get(at, track.position), marks=marked.get(at, track.marks))
        if at in moved or at in marked
        else track
        for at, track in enumerate(before.tracks)
    )
    return View(
        before.seat,
        before.title,
        tuple(seats),
        before.kinds,
        _by_kind(before, things) if change.things or piles else before.things,
        tuple(links) if change.links else before.links,
        table,
        tuple(supplies),
        tuple(tracks),
        _now(before.variables, change.variables),
        _now(before.options, change.options),
        _now(before.phases, change.phases),
        before.decision if change.decision is None else _asked(index, change.decision),
        before.log if change.log is None else (*before.log[: change.log.kept], *change.log.added),
        before.drawn,
        _now(before.markers, change.markers),
        before.rules,
        before.actions,
    )


def _now(before: Value, change: Value | None) -> Value:
    return before if change is None else change


Named = TypeVar("Named", SeatView, LinkView)


def _member(member: Named, change: MemberChange) -> Named:
    attributes, holds = _now(member.attributes, change.attributes), _now(member.holds, change.holds)
    if isinstance(member, SeatView):
        refs = _now(member.refs, change.refs)
        needs = _now(member.needs, change.needs)
        return changed(member, attributes=attributes, holds=holds, refs=refs, needs=needs)
    return changed(member, attributes=attributes, holds=holds)


def _thing(thing: ThingView, blank: ThingView, change: MemberChange) -> ThingView:
    return replace(
        thing,
        attributes=_now(thing.attributes, change.attributes),
        facts=thing.facts if change.facts is None else {**blank.facts, **change.facts},
        refs=thing.refs if change.refs is None else {**blank.refs, **change.refs},
        holds=_now(thing.holds, change.holds),
        label=_now(thing.label, change.label),
        at=_now(thing.at, change.spot),
        danger=_now(thing.danger, change.danger),
    )


Owner = TypeVar("Owner", SeatView, ThingView)


def _put_piles(owners: list[Owner], piles: Mapping[int, PileView], first: int) -> int:
    """Put changed piles where they belong; return the number of the pile after them."""
    for at, owner in enumerate(owners):
        numbers = range(first, first + len(owner.piles))
        if any(number in piles for number in numbers):
            own = zip(numbers, owner.piles, strict=True)
            owners[at] = replace(owner, piles=tuple(piles.get(number, pile) for number, pile in own))
        first = numbers.stop
    return first


def _pile(index: BaseIndex, pile: PileView, change: PileChange) -> PileView:
    runs = _runs(index, pile)
    runs = (*runs[: change.start], *change.added, *runs[change.start + change.removed :])
    mixed = (
        _mixed(pile) if change.mixtures is None else [_mixture(index, mixture) for mixture in change.mixtures]
    )
    pieces: list[PieceView | None] = []
    heaps: list[HeapView | None] = []
    odds: list[tuple[int, tuple[PieceView, ...]]] = []
    for run in runs:
        among = tuple(index.base.pieces[piece] for piece in run.pieces)
        if run.known:
            seen = among[0]
            if run.face is not None or run.attributes is not None:
                seen = replace(seen, face=run.face, attributes=run.attributes or {})
            pieces.append(seen)
            among = (seen,)
        else:
            pieces += (None,) * run.count
        odds.append((run.count, among))
        heaps.append(None if run.heap is None else HeapView(mixed[run.heap[0]], run.heap[1]))
    return replace(
        pile,
        count=len(pieces),
        open=_now(pile.open, change.open),
        pieces=tuple(pieces),
        odds=tuple(odds),
        heaps=tuple(heaps) if any(heaps) else (),
        backs=_now(pile.backs, change.backs),
        looks=_now(pile.looks, change.looks),
    )


def _mixture(index: BaseIndex, shown: MixtureShown) -> MixtureView:
    sets = tuple(tuple(index.base.pieces[piece] for piece in pieces) for pieces in shown.sets)
    return MixtureView(sets, shown.counts)


def _asked(index: BaseIndex, decision: Sequence[DecisionShown]) -> DecisionView | None:
    for shown in decision:
        player = index.blank.seats[shown.seat].name
        options = tuple(_offered(index, option) for option in shown.options)
        waiting = tuple(index.blank.seats[each].name for each in shown.waiting)
        return DecisionView(shown.seat, player, shown.prompt, shown.form, options, waiting, shown.chosen)
    return None


def _offered(index: BaseIndex, shown: OptionShown) -> Option:
    help = index.base.helps[shown.help] if isinstance(shown.help, int) else shown.help or ""
    label = shown.key if shown.label is None else shown.label
    return Option(shown.key, label, shown.seat, shown.why_not, help, shown.of, shown.rules)


# --- where things stand ------------------------------------------------------------------------------


def _things(view: View) -> tuple[ThingView, ...]:
    return tuple(chain.from_iterable(view.things.values()))


def _by_kind(view: View, things: Sequence[ThingView]) -> Mapping[str, tuple[ThingView, ...]]:
    found: dict[str, tuple[ThingView, ...]] = {}
    start = 0
    for kind, members in view.things.items():
        found[kind] = tuple(things[start : start + len(members)])
        start += len(members)
    return found


def _piles(view: View) -> list[PileView]:
    """Iterate over all piles: those of seats, of things, of the table."""
    piles = [pile for seat in view.seats for pile in seat.piles]
    piles += [pile for members in view.things.values() for member in members for pile in member.piles]
    return piles + list(view.piles)
