"""A view as a few lines of plain text: everything that plain play reads of a view is read here."""

from collections.abc import Iterable, Iterator, Mapping

from rules import LinkView, PileView, SeatView, SupplyView, ThingView, TrackView, View
from rules.run.drawn_attributes import is_notable
from tui.board.state_as_marks import Drawn
from tui.messages import line_mode as say
from tui.shared_texts import EMPTY, counts_up, words
from tui.table.view_lookup import backs, called, counted, hidden, label_of, leads_one_way, next_mark, told

FEW = 12
"""Kinds with more members than this are told only where something lies on them."""

DIFFERENT = 6
"""So many different pieces of a pile on the table are told one by one."""


def status(view: View) -> Iterator[str]:
    """How things stand, one line a matter: where the game is, tracks, piles, supplies, seats, the board."""
    yield from _matter(say.NOW(), (_phase(name, given) for name, given in view.phases))
    yield from _matter(say.TRACKS(), (_track(each) for each in view.tracks if not hidden(each.looks)))
    yield from _matter(say.PILES(), (_pile(each) for each in _shown(view.piles)))
    yield from _matter(say.LEFT(), (_supply(each) for each in view.supplies if not hidden(each.looks)))
    yield from _matter(say.STATE(), _attributes(view.variables))
    for kind, things in view.things.items():
        drawn = view.drawn.get(kind, {})
        told = (_thing(each, len(things) <= FEW, drawn) for each in things)
        yield from _matter(words(kind), filter(None, told))
    for kind in dict.fromkeys(each.kind for each in view.links):
        ways = (_link(view, each) for each in view.links if each.kind == kind)
        yield from _matter(words(kind), filter(None, ways))
    for number, seat in enumerate(view.seats):
        yield from _matter(say.YOU(player=seat.name) if number == view.seat else seat.name, _seat(seat))


def hand(view: View) -> Iterator[str]:
    """What the seat of the view holds, one pile a line."""
    if view.seat is not None:
        seat = view.seats[view.seat]
        yield from (_pile(each, whole=True) for each in _shown(seat.piles))
        yield from _holds(seat.holds)


def _matter(title: str, parts: Iterable[str]) -> Iterator[str]:
    text = "; ".join(parts)
    if text:
        yield say.MATTER(title=title, parts=text)


def _phase(name: str, given: tuple[str, ...]) -> str:
    return say.PHASE_WITH(phase=words(name), given=", ".join(given)) if given else words(name)


def _supply(supply: SupplyView) -> str:
    return say.SUPPLY(supply=called(supply), left=supply.left, size=supply.size)


def _track(track: TrackView) -> str:
    name, value, mark = called(track), track.spaces[track.position], next_mark(track)
    if counts_up(track.spaces):
        counted_up = say.TRACK_MARKED if mark else say.TRACK
        return counted_up(track=name, value=value, last=track.spaces[-1], mark=mark)
    step = say.TRACK_STEP_MARKED if mark else say.TRACK_STEP
    return step(track=name, value=value, step=track.position + 1, steps=len(track.spaces), mark=mark)


def _pile(pile: PileView, whole: bool = False) -> str:
    name, number = called(pile), pile.count
    known = [(told(piece), many) for piece, many in counted(pile)]
    total = sum(many for _, many in known)
    all_told = total == number and (pile.owner or len(known) <= DIFFERENT)
    if pile.backs or (known and (whole or all_told)):
        pieces = [each if many == 1 else say.EQUAL(number=many, piece=each) for each, many in known]
        return say.PILE_OF(pile=name, number=number, pieces=", ".join([*pieces, *backs(pile)]))
    top = pile.pieces[0] if known else None
    if top is not None:
        return say.PILE_TOP(pile=name, number=number, piece=told(top))
    return say.PILE(pile=name, number=number)


def _attributes(values: Mapping[str, str]) -> Iterator[str]:
    return (_attribute(name, value) for name, value in values.items() if value not in EMPTY)


def _attribute(name: str, value: str) -> str:
    return say.ATTRIBUTE(attribute=words(name), value=value)


def _holds(holds: Iterable[tuple[str, int]]) -> list[str]:
    return [say.HELD(piece=words(name), number=number) for name, number in holds]


def _thing(thing: ThingView, attributes: bool, drawn: Drawn) -> str:
    """A thing with what lies on it; of many things only the attributes that the board shows."""
    told = _holds(thing.holds)
    told += _attributes(thing.attributes) if attributes else _state(thing.attributes, drawn)
    told += [_pile(each) for each in _shown(thing.piles)]
    return say.THING(thing=thing.label, parts=", ".join(told)) if told else ""


def _link(view: View, link: LinkView) -> str:
    """A link with what lies on it and what the board shows of it."""
    told = _holds(link.holds) + _state(link.attributes, view.drawn.get(link.kind, {}))
    first, last = (label_of(view, each) for each in link.ends)
    ends = say.WAY(first=first, last=last) if leads_one_way(link) else f"{first}–{last}"
    return say.THING(thing=ends, parts=", ".join(told)) if told else ""


def _state(values: Mapping[str, str], drawn: Drawn) -> list[str]:
    """The attributes that the board shows; a flag is told by its name alone."""
    return [
        words(name) if drawn[name].sort == "flag" and value == "yes" else _attribute(name, value)
        for name, value in values.items()
        if name in drawn and is_notable(drawn[name], value)
    ]


def _shown(piles: Iterable[PileView]) -> Iterator[PileView]:
    return (each for each in piles if each.count and not hidden(each.looks))


def _seat(seat: SeatView) -> Iterator[str]:
    yield from _attributes(seat.attributes)
    yield from _holds(seat.holds)
    yield from (_pile(each) for each in _shown(seat.piles))
    if seat.result:
        yield seat.result
