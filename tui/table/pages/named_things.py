"""Lists everything on the screen that has a name, each with a help topic, and finds things by name."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from lazaretto.rules import Option, PieceView, PileView, Ref, SeatView, SupplyView, TrackView, View
from lazaretto.tui.messages import table as say
from lazaretto.tui.per_view import PerView
from lazaretto.tui.shared_texts import EMPTY, folded, title, words
from lazaretto.tui.table.pages.help_at_cursor import (
    Topic,
    named_piles,
    option_topic,
    piece_topic,
    pile_topic,
    seat_topic,
    supply_topic,
    topic_of,
    track_topic,
    where_marker,
    where_pieces,
    where_supply,
    where_thing,
)
from lazaretto.tui.table.view_lookup import called, hidden, label_of

_folded = lru_cache(maxsize=8192)(folded)
"""The names of a game are looked through again and again."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name: what sort of thing it is, and how to explain it."""

    name: str
    sort: str
    explain: Callable[[], Topic]
    others: tuple[str, ...] = ()
    """Other names that it answers to."""


_NAMED: PerView[tuple[Named, ...]] = PerView()
"""What has a name in a view: players ask about several things."""


def named_things(view: View, options: Iterable[Option] = ()) -> tuple[Named, ...]:
    """Everything with a name: options first, then players, things, piles, tracks, pieces and the rest."""
    named = _NAMED.get(view, None, lambda: _named(view))
    return (*(_option(view, option) for option in options), *named)


def _named(view: View) -> tuple[Named, ...]:
    return (
        *(_seat(view, seat) for seat in view.seats),
        *_things(view),
        *_piles(view),
        *_tracks_and_supplies(view),
        *_pieces(view),
        *_links(view),
        *_variables(view),
        *_kinds(view),
    )


def find_named(found: Sequence[Named], typed: str) -> list[Named]:
    """What is called so; otherwise what begins so; otherwise what has a word that begins so."""
    wanted = folded(typed)
    if not wanted:
        return []
    names = [(each, [_folded(name) for name in (each.name, *each.others)]) for each in found]
    for fits in (_is, _begins, _has_word):
        hits = [each for each, called_so in names if any(fits(name, wanted) for name in called_so)]
        if hits:
            return hits
    return []


def _is(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted)


def _has_word(name: str, wanted: str) -> bool:
    return f" {wanted}" in name


def _with(topic: Topic, more: Iterable[str]) -> Topic:
    """A topic with more lines, none of them twice."""
    return Topic(topic.title, tuple(dict.fromkeys((*topic.text, *more))))


def _option(view: View, option: Option) -> Named:
    return Named(option.label, say.OPTION(), partial(option_topic, view, option), (option.key,))


def _seat(view: View, seat: SeatView) -> Named:
    return Named(seat.name, say.PLAYER(), partial(seat_topic, view, seat))


def _things(view: View) -> Iterator[Named]:
    for kind, things in view.things.items():
        if not hidden(view.kinds[kind].looks):
            for thing in things:
                explain = partial(_thing_topic, view, Ref(kind, thing.key))
                yield Named(thing.label, _spaced(kind), explain, (thing.key,))


def _thing_topic(view: View, ref: Ref) -> Topic:
    return _with(topic_of(view, ref), where_thing(view, ref))


def _piles(view: View) -> Iterator[Named]:
    for name, pile in named_piles(view):
        others = (called(pile), words(pile.name))
        yield Named(name, say.PILE(), partial(_pile_topic, name, pile), others)


def _pile_topic(name: str, pile: PileView) -> Topic:
    return Topic(name, pile_topic(pile).text)


def _tracks_and_supplies(view: View) -> Iterator[Named]:
    for track in view.tracks:
        if not hidden(track.looks):
            yield Named(title(called(track)), say.TRACK(), partial(_track_topic, track), (words(track.name),))
    for supply in view.supplies:
        if not hidden(supply.looks):
            yield Named(
                title(called(supply)),
                say.SUPPLY(),
                partial(_supply_topic, view, supply),
                (words(supply.name),),
            )


def _track_topic(track: TrackView) -> Topic:
    """Help for a track; it says where the marker is, too, for whoever does not see the brackets."""
    return _with(track_topic(track), (say.VALUE(value=track.spaces[track.position]),))


def _supply_topic(view: View, supply: SupplyView) -> Topic:
    return _with(supply_topic(supply), where_supply(view, supply))


def _pieces(view: View) -> Iterator[Named]:
    """One of each sort of pieces that is seen or may lie in a pile, unless it is named like its thing."""
    sorts: dict[tuple[str, str], PieceView] = {}
    for _, pile in named_piles(view):
        seen = (piece for piece in pile.pieces if piece is not None)
        for piece in (*seen, *(each for _, could in pile.odds for each in could)):
            sorts.setdefault((piece.kind, piece.sort), piece)
    for (kind, sort), piece in sorts.items():
        if piece.of is None or label_of(view, piece.of) != sort:
            yield Named(sort, _spaced(kind), partial(_piece_topic, view, piece), (piece.label, piece.key))


def _piece_topic(view: View, piece: PieceView) -> Topic:
    sort = piece.kind, piece.sort
    places = where_pieces(view, lambda each: (each.kind, each.sort) == sort)
    return Topic(piece.sort, _with(piece_topic(view, piece), places).text)


def _links(view: View) -> Iterator[Named]:
    for link in view.links:
        first, last = (label_of(view, end) for end in link.ends)
        ways = (f"{first} - {last}", f"{last} - {first}", f"{first}-{last}", f"{last}-{first}")
        explain = partial(topic_of, view, Ref(link.kind, link.key))
        yield Named(link.label or ways[0], _spaced(link.kind), explain, (link.key, *ways))


def _variables(view: View) -> Iterator[Named]:
    for name, value in view.variables.items():
        if value not in EMPTY:
            topic = Topic(title(name), (say.VALUE(value=value), *where_marker(view, name)))
            yield Named(title(name), say.VARIABLE(), partial(_with, topic, ()))


def _kinds(view: View) -> Iterator[Named]:
    for name, kind in view.kinds.items():
        if kind.documentation and not hidden(kind.looks):
            members = ", ".join(thing.label for thing in view.things.get(name, ()))
            topic = Topic(title(_spaced(name)), tuple(filter(None, (kind.documentation, members))))
            yield Named(topic.title, say.KIND(), partial(_with, topic, ()))


def _spaced(kind: str) -> str:
    """The name of a kind as people write it: `PlayerDie` is a player die."""
    spaced = "".join(f" {each.lower()}" if each.isupper() else each for each in kind)
    return words(spaced).strip()
