"""Help for whatever the cursor is on, from the scenario's own texts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lazaretto.rules import (
    LinkView,
    Option,
    PieceView,
    PileView,
    Ref,
    SeatView,
    SupplyView,
    ThingView,
    TrackView,
    View,
)
from lazaretto.rules.run.drawn_attributes import is_notable
from lazaretto.tui.board.state_as_marks import state_of
from lazaretto.tui.messages import common
from lazaretto.tui.messages import table as say
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.rule_sentences import rule_beside
from lazaretto.tui.shared_texts import EMPTY, from_to, title, words
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.area_words import around
from lazaretto.tui.table.odds_words import next_words, numbered
from lazaretto.tui.table.seat_words import seat_attributes
from lazaretto.tui.table.view_lookup import (
    backs,
    called,
    counted,
    label_of,
    leads_one_way,
    link_of,
    next_mark,
    piece_of,
    seat_of,
    thing_of,
    told,
)


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that help can explain: a title and paragraphs."""

    title: str
    text: tuple[str, ...]


def topic_of(view: View, ref: Ref) -> Topic:
    """Help for a place, a thing, a piece, a link or a player."""
    if (seat := seat_of(view, ref)) is not None and ref.kind not in view.kinds:
        return seat_topic(view, seat)
    if (thing := thing_of(view, ref)) is not None:
        return Topic(thing.label, tuple(_thing(view, ref, thing)))
    if (piece := piece_of(view, ref)) is not None:
        return piece_topic(view, piece)
    if (link := link_of(view, ref)) is not None:
        first, last = (label_of(view, end) for end in link.ends)
        ends: str = say.AND(first=first, last=last)
        between = say.BETWEEN(kind=title(link.kind), ends=ends)
        if leads_one_way(link):
            between = say.ONE_WAY(kind=title(link.kind), first=first, last=last)
        held = ", ".join(f"{words(name)} {number}" for name, number in link.holds)
        state = ", ".join(f"{words(name)} {value}" for name, value in _worth(link.attributes.items()))
        text = (between, link.documentation, held, state)
        return Topic(link.label or ends, tuple(each for each in text if each))
    return Topic(ref.key, ())


def option_topic(view: View, option: Option) -> Topic:
    """What an option does, why it cannot be chosen, and what it refers to."""
    text = [option.help] if option.help else []
    if option.why_not is not None:
        text.append(say.NOT_NOW(reason=option.why_not).replace("..", "."))
        text += filter(None, (rule_beside(view, option.rules, option.help),))
    if option.of is not None:
        text += [each for each in topic_of(view, option.of).text if each not in text]
    return Topic(option.label, tuple(text) or (say.NOTHING_MORE(),))


def piece_topic(view: View, piece: PieceView) -> Topic:
    """Help for a piece."""
    text = [piece.documentation] if piece.documentation else []
    if piece.face:
        text.append(say.SHOWS(face=piece.face))
    values = _worth([*piece.facts.items(), *piece.attributes.items()])
    if state := state_of(dict(values)):
        text.append(state)
    if piece.of is not None:
        text += topic_of(view, piece.of).text
    return Topic(piece.label, tuple(text))


def seat_topic(view: View, seat: SeatView) -> Topic:
    """Help for a player: attributes, counted pieces, and the abilities of attributes that are things."""
    bot = [say.PLAYED_BY_BOT(bot=seat.bot)] if seat.bot else []
    return Topic(seat.name, (*bot, *seat_abilities(view, seat), *_seat_piles(seat)))


def _seat_piles(seat: SeatView) -> Iterator[str]:
    for pile in seat.piles:
        if pile.count:
            yield f"{title(called(pile))} ({pile.count}): {_pieces(pile)}"


def seat_abilities(view: View, seat: SeatView) -> tuple[str, ...]:
    """The attributes of a player, counted pieces, and what roles can do."""
    values = [each.text for each in seat_attributes(view, seat)]
    text = [", ".join([*values, *(f"{words(name)} {number}" for name, number in seat.holds)])]
    for refs in seat.refs.values():
        for ref in refs:
            thing = thing_of(view, ref)
            if thing is not None and view.kinds[ref.kind].shape == "thing" and thing.documentation:
                text.append(f"{thing.label}: {thing.documentation}")
    return tuple(each for each in text if each)


def track_topic(track: TrackView) -> Topic:
    """Help for a track and its spaces."""
    marked = dict(track.marks)
    spaces = " ".join(
        (f"[{value}]" if place == track.position else str(value))
        + (f" ({marked[place]})" if place in marked else "")
        for place, value in enumerate(track.spaces)
    )
    told = (track.documentation, spaces, next_mark(track))
    return Topic(title(called(track)), tuple(each for each in told if each))


def supply_topic(supply: SupplyView) -> Topic:
    """Help for a supply."""
    placed = say.ARE_PLACED(placed=supply.count, size=supply.size)
    left = say.ARE_LEFT(left=supply.left, size=supply.size)
    text = (supply.documentation, placed if supply.counts_up else left)
    return Topic(title(called(supply)), tuple(each for each in text if each))


def pile_topic(pile: PileView) -> Topic:
    """Help for a pile: its purpose, and its contents or what may come next."""
    text = [pile.documentation] if pile.documentation else []
    text.append(say.LIE_HERE(number=pile.count))
    if pile.open:
        text.append(_pieces(pile))
    else:
        text += [*_odds(pile), *backs(pile)]
    return Topic(title(called(pile)), tuple(each for each in text if each))


def _thing(view: View, ref: Ref, thing: ThingView) -> Iterator[str]:
    if thing.danger:
        yield say.DANGER(danger=thing.danger)
    if thing.documentation:
        yield thing.documentation
    if near := around(view, ref):
        yield f"{title(say.AROUND(places=near))}."
    facts = [f"{words(name)} {value}" for name, value in _worth(thing.facts.items())]
    facts += [f"{words(name)} {value}" for name, value in _worth(thing.attributes.items())]
    if facts:
        yield ", ".join(facts)
    if thing.holds:
        things = ", ".join(f"{words(name)} {number}" for name, number in thing.holds)
        yield say.HOLDS(things=things)
    for pile in thing.piles:
        if pile.count:
            yield f"{title(called(pile))} ({pile.count}): {_pieces(pile)}"
    standing = [seat.name for seat in view.seats if any(ref in refs for refs in seat.refs.values())]
    if standing and view.kinds[ref.kind].shape == "place":
        yield say.STAND_HERE(players=", ".join(standing))
    yield from ways(view, ref)
    for pile, chance, (first, last) in draw_odds.about(view, ref):
        told, where = next_words(chance, first), from_to(first, last)
        yield say.ODDS(pile=title(called(pile)), chance=told, where=where, number=pile.count)
    kind = view.kinds[ref.kind]
    if not thing.documentation and kind.documentation:
        yield kind.documentation


def ways(view: View, ref: Ref) -> Iterator[str]:
    """The neighbours of a place with what lies between, by the direction in which links lead and by kind."""
    near: dict[tuple[AppMessage, str], set[str]] = {}
    several = len({each.kind for each in view.links}) > 1
    for link in view.links:
        for end, other in (link.ends, link.ends[::-1]):
            if end == ref and other != ref:
                way = say.WAY_TO if end == link.ends[0] else say.WAY_FROM
                way = way if leads_one_way(link) else say.NEXT_TO
                name = with_words(label_of(view, other), link_words(view, link))
                near.setdefault((way, words(link.kind) if several else ""), set()).add(name)
    for wanted in (say.NEXT_TO, say.WAY_TO, say.WAY_FROM):
        for (way, kind), places in near.items():
            if way is wanted:
                told = way(places=", ".join(sorted(places)))
                yield say.WAY_BY(way=told, kind=kind) if kind else told


def link_words(view: View, link: LinkView) -> list[str]:
    """What lies on a link, and what the board shows of it."""
    drawn = view.drawn.get(link.kind, {})
    told = [f"{words(name)} {number}" for name, number in link.holds]
    for name, value in link.attributes.items():
        if name in drawn and is_notable(drawn[name], value):
            told.append(words(name) if value == "yes" else f"{words(name)} {value}")
    return told


def with_words(name: str, told: Sequence[str]) -> str:
    """A name with some words about it in brackets, if there are any."""
    return common.WITH_STATE(piece=name, state=", ".join(told)) if told else name


def _odds(pile: PileView) -> Iterator[str]:
    """From the top: the pieces known to be there, or the groups that the next ones come from."""
    passed = 0
    for band in draw_odds.bands(pile):
        first, passed = passed + 1, passed + band.count
        where = from_to(first, passed)
        for share in band.shares():
            names = sorted({piece.sort for piece in share.could})
            shown = ", ".join(names) if len(names) <= 20 else say.ANY_OF(number=len(names))
            could = len(share.could)
            if share.known:
                yield say.CERTAIN(where=where, pieces=shown)
            else:
                yield say.OF_THESE(where=where, pieces=shown, number=numbered(share), could=could)


def _pieces(pile: PileView) -> str:
    """The visible pieces with their counts, named as in the side panel."""
    seen = [f"{count} {told(each)}" if count > 1 else told(each) for each, count in counted(pile)]
    unknown = pile.count - sum(piece is not None for piece in pile.pieces)
    return ", ".join([*seen, say.FACE_DOWN(number=unknown), *backs(pile)] if unknown else seen)


def _worth(values: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for name, value in values:
        if value not in EMPTY:
            yield name, value
