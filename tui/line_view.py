"""A view as a few lines of plain text: everything that plain play reads of a view is read here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules import PileView, SeatView, ThingView, TrackView, View
from tui.shared_texts import EMPTY, counts_up, words
from tui.table.view_lookup import shown

FEW = 12
"""Kinds with more members than this are told only where something lies on them."""

DIFFERENT = 6
"""So many different pieces of a pile on the table are told one by one."""


def status(view: View) -> Iterator[str]:
    """How things stand, one line a matter: where the game is, tracks, piles, supplies, seats, the board."""
    yield from _matter("now", (_phase(name, given) for name, given in view.phases))
    yield from _matter("tracks", map(_track, view.tracks))
    yield from _matter("piles", (_pile(each) for each in view.piles if each.count))
    yield from _matter("left", (f"{words(each.name)} {each.left} of {each.size}" for each in view.supplies))
    yield from _matter("state", _attributes(view.variables))
    for kind, things in view.things.items():
        yield from _matter(words(kind), filter(None, (_thing(each, len(things) <= FEW) for each in things)))
    for number, seat in enumerate(view.seats):
        yield from _matter(f"{seat.name}{' (you)' if number == view.seat else ''}", _seat(seat))


def hand(view: View) -> Iterator[str]:
    """What the seat of the view holds, one pile a line."""
    if view.seat is not None:
        seat = view.seats[view.seat]
        yield from (_pile(each, whole=True) for each in seat.piles if each.count)
        yield from _holds(seat.holds)


def _matter(title: str, parts: Iterable[str]) -> Iterator[str]:
    text = "; ".join(parts)
    if text:
        yield f"{title}: {text}"


def _phase(name: str, given: tuple[str, ...]) -> str:
    return f"{words(name)} ({', '.join(given)})" if given else words(name)


def _track(track: TrackView) -> str:
    value = track.spaces[track.position]
    if counts_up(track.spaces):
        return f"{words(track.name)} {value} of {track.spaces[-1]}"
    return f"{words(track.name)} {value} (step {track.position + 1} of {len(track.spaces)})"


def _pile(pile: PileView, whole: bool = False) -> str:
    told = f"{words(pile.name)} {pile.count}"
    faces = pile.looks.get("shows") != "sort"
    known = Counter(shown(each) if faces else each.sort for each in pile.pieces if each is not None)
    if not known:
        return told
    if whole or (known.total() == pile.count and (pile.owner or len(known) <= DIFFERENT)):
        return (
            f"{told} ({', '.join(name if many == 1 else f'{many} {name}' for name, many in known.items())})"
        )
    return f"{told} (top {shown(pile.pieces[0])})" if pile.pieces[0] is not None else told


def _attributes(values: Mapping[str, str]) -> Iterator[str]:
    return (f"{words(name)} {value}" for name, value in values.items() if value not in EMPTY)


def _holds(holds: Iterable[tuple[str, int]]) -> list[str]:
    return [f"{number} {words(name)}" for name, number in holds]


def _thing(thing: ThingView, attributes: bool) -> str:
    told = _holds(thing.holds) + (list(_attributes(thing.attributes)) if attributes else [])
    told += [_pile(each) for each in thing.piles if each.count]
    return f"{thing.label} {', '.join(told)}" if told else ""


def _seat(seat: SeatView) -> Iterator[str]:
    yield from _attributes(seat.attributes)
    yield from _holds(seat.holds)
    yield from (_pile(each) for each in seat.piles if each.count)
    if seat.result:
        yield seat.result
