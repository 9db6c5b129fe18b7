"""Help for whatever the cursor is on, from the scenario's own texts: what it is and does, and where it is."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
from lazaretto.rules.run.views.view_static import is_notable
from lazaretto.tui.board.badges_and_signs import Mark, Style, marks_of, state_of, text
from lazaretto.tui.look.fit_and_wrap_text import FAINT, PLAIN, STRONG, Line, Pen, Span
from lazaretto.tui.messages import common, table as say
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.shared_texts import EMPTY, from_to, rule_beside, title, uncapitalised, words
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.draw_odds import next_words, numbered
from lazaretto.tui.table.view_lookup import (
    backs,
    called,
    counted,
    hidden,
    label_of,
    leads_one_way,
    link_of,
    looks_of,
    next_mark,
    piece_of,
    seat_of,
    thing_of,
    told,
)


def around(view: View, ref: Ref) -> str:
    """The places around an area, each with the pieces on it; empty if this is no area."""
    thing = thing_of(view, ref)
    members = thing.refs.get("members", ()) if thing is not None else ()
    marks = marks_of(view)
    told = []
    for member in members:
        pieces = [text(mark, Style()) for mark in marks.get(member, ()) if mark.kind == "pieces"]
        name = label_of(view, member)
        told.append(say.WITH_PIECES(place=name, pieces=" ".join(pieces)) if pieces else name)
    return ", ".join(told)


def line(view: View, ref: Ref) -> Iterator[Span]:
    """The name, the contents, and the chance of more, in one line."""
    yield Span(label_of(view, ref), Pen(looks_of(view, ref).get("colour", "text"), bold=True))
    marks = marks_of(view).get(ref, ())
    if marks:
        yield Span(": ", FAINT)
        yield Span(", ".join(map(_marked, marks)))
    if near := around(view, ref):
        yield Span(f"  {say.AROUND(places=near)}", FAINT)
    for pile, chance, (first, _) in draw_odds.about(view, ref):
        yield Span(f"  {say.PILE_NEXT(pile=called(pile), chance=next_words(chance, first))}", FAINT)


def lines(view: View, ref: Ref) -> Iterator[Line]:
    """The same with its attributes and the position of matching pieces in the piles, on several lines."""
    looks = looks_of(view, ref)
    thing = thing_of(view, ref)
    yield (Span(label_of(view, ref), Pen(looks.get("colour", "text"), bold=True)),)
    marks = [(_marked(mark), mark.colour) for mark in marks_of(view).get(ref, ())]
    yield from ((Span(f"  {text}", Pen(colour or "text")),) for text, colour in marks)
    if near := around(view, ref):
        yield (Span(f"  {say.AROUND(places=near)}"),)
    if thing is not None:
        values = {**thing.facts, **thing.attributes}
        told = [f"{words(name)} {_short(value)}" for name, value in values.items() if value not in EMPTY]
        told = [each for each in told if each not in dict(marks)]  # its glyph is on the board
        if told:
            yield (Span(f"  {', '.join(told)}", FAINT),)
    for pile, chance, (first, last) in draw_odds.about(view, ref):
        where = say.AT(place=first) if first == last else say.AMONG(first=first, last=last)
        yield (
            Span(f"  {title(called(pile))}: ", FAINT),
            Span(next_words(chance, first), STRONG if chance >= 0.1 else PLAIN),
            Span(f", {where}" if chance > 0 else "", FAINT),
        )


def _marked(mark: Mark) -> str:
    """A mark in words, with its count."""
    return mark.text if mark.kind in ("seat", "thing", "danger") else f"{mark.text} {mark.count}"


def _short(value: str) -> str:
    """A number with its digits in groups of three."""
    return f"{int(value):,}".replace(",", " ") if value.isdecimal() and len(value) > 4 else value


class Attribute(NamedTuple):
    """An attribute in words, and what it names."""

    name: str
    value: str
    text: str
    """In brief: where the value tells enough, without the name."""
    refs: tuple[Ref, ...]

    @property
    def told(self) -> str:
        """In full."""
        return f"{self.name} {self.value}".rstrip()


def seat_attributes(view: View, seat: SeatView) -> Iterator[Attribute]:
    """What is worth telling: no zeros, nothing that is off, and no flag that all players have."""
    for name, value in seat.attributes.items():
        refs = seat.refs.get(name, ())
        if value in EMPTY or value == "0" or (value == "yes" and _all_have(view, name)):
            continue
        label = uncapitalised(words(name))
        if value == "yes":
            yield Attribute(label, "", label, refs)
            continue
        named = f"{label} {value}"
        yield Attribute(label, value, value if refs and refs[0].kind in view.kinds else named, refs)


def _all_have(view: View, name: str) -> bool:
    """Whether several players have a flag, and nobody is without it."""
    return len(view.seats) > 1 and all(seat.attributes.get(name) == "yes" for seat in view.seats)


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
    values = [attribute.text for attribute in seat_attributes(view, seat)]
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
                message_text = way(places=", ".join(sorted(places)))
                yield say.WAY_BY(way=message_text, kind=kind) if kind else message_text


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


def roles_of(view: View, seat: SeatView) -> list[tuple[Ref, str]]:
    """The things among the attributes of a seat, with their names; the first one is its role."""
    return [
        (ref, value)
        for name, value in seat.attributes.items()
        for ref in seat.refs.get(name, ())
        if view.kinds.get(ref.kind) is not None and view.kinds[ref.kind].shape == "thing"
    ]


def name_with_role(view: View, seat: SeatView) -> str:
    """The name of a player with their role, if they have one."""
    roles = roles_of(view, seat)
    return f"{seat.name} ({roles[0][1]})" if roles else seat.name


Fits = Callable[[PieceView], bool]


def named_piles(view: View) -> Iterator[tuple[str, PileView]]:
    """Every pile that the screen shows, with a name that tells whose it is or where it lies."""
    for pile in view.piles:
        if not hidden(pile.looks):
            yield title(called(pile)), pile
    for seat in view.seats:
        for pile in seat.piles:
            if not hidden(pile.looks):
                yield say.PILE_OF_PLAYER(player=seat.name, pile=called(pile)), pile
    for things in view.things.values():
        for thing in things:
            for pile in thing.piles:
                if not hidden(pile.looks):
                    yield say.PILE_AT(place=thing.label, pile=called(pile)), pile


def where_pieces(view: View, fits: Fits) -> Iterator[str]:
    """The piles where such pieces are seen, and the chances of those where they may be."""
    for name, pile in named_piles(view):
        seen = sum(piece is not None and fits(piece) for piece in pile.pieces)
        if seen:
            yield say.SEEN_IN(pile=name, number=seen)
    for pile in draw_odds.drawn_from(view):
        if hidden(pile.looks) or any(piece is not None and fits(piece) for piece in pile.pieces):
            continue
        spots = _positions(pile, fits)
        if spots is not None:
            chance = next_words(draw_odds.chance_of(pile, fits), spots[0])
            where, number = from_to(*spots), pile.count
            yield say.ODDS(pile=title(called(pile)), chance=chance, where=where, number=number)


def _positions(pile: PileView, fits: Fits) -> tuple[int, int] | None:
    """The first and the last position where such a piece may be."""
    passed, found = 0, list[int]()
    for band in draw_odds.bands(pile):
        if any(map(fits, band.could)):
            found += (passed + 1, passed + band.count)
        passed += band.count
    return (found[0], found[-1]) if found else None


def where_thing(view: View, ref: Ref) -> Iterator[str]:
    """The players who have a thing, such as a role, and where the pieces are that were made for it."""
    shape = view.kinds[ref.kind].shape if ref.kind in view.kinds else ""
    owners = [seat.name for seat in view.seats if any(ref in refs for refs in seat.refs.values())]
    if owners and shape == "thing":
        yield say.HAVE_IT(players=", ".join(owners))
    for name, pile in named_piles(view):
        seen = [piece for piece in pile.pieces if piece is not None and piece.of == ref]
        if seen:
            yield say.ITS_PIECE_IN(pile=name, piece=seen[0].label)


def where_supply(view: View, supply: SupplyView) -> Iterator[str]:
    """The places, links, things and players that have pieces of a supply, with their numbers."""
    held = [(thing.label, thing.holds) for things in view.things.values() for thing in things]
    held += [(link.label, link.holds) for link in view.links]
    held += [(seat.name, seat.holds) for seat in view.seats]
    found = [f"{label} {number}" for label, holds in held for name, number in holds if name == supply.name]
    if found:
        yield say.SUPPLY_AT(places=", ".join(found))


def where_marker(view: View, name: str) -> Iterator[str]:
    """The spot on the board that a variable of the game names."""
    for marker in view.markers:
        if marker.name == name:
            yield say.MARKER_AT(place=label_of(view, marker.at))
