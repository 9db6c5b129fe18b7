"""A view as lines of plain text: each line says what it is about and can be read alone.

Also in lines: what has changed between two views of a seat, and a question. Long lines are broken.
"""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from lazaretto.rules import (
    AnswerForm,
    Confirm,
    LinkView,
    LogLine,
    PickNumber,
    PickOne,
    PickSome,
    PieceView,
    PileView,
    PutInOrder,
    Ref,
    SeatView,
    SupplyView,
    ThingView,
    TrackView,
    View,
)
from lazaretto.rules.run.views.view_static import is_notable
from lazaretto.tui.board.badges_and_signs import marks_of
from lazaretto.tui.line.parse_answer import Asked, numbers, ranges
from lazaretto.tui.messages import line_mode as say, table as table_say
from lazaretto.tui.shared_texts import EMPTY, counts_up, from_to, words
from lazaretto.tui.table.pages.help_at_cursor import named_piles, seat_attributes, with_words
from lazaretto.tui.table.panes.panel_contents import hand_counts
from lazaretto.tui.table.view_lookup import (
    backs,
    called,
    group_of,
    hidden,
    label_of,
    leads_one_way,
    next_mark,
    sorted_pieces,
    told,
)

FEW = 12
"""Kinds with more members than this are told only where something lies on them."""


DIFFERENT = 6
"""So many different pieces of a pile on the table are told one by one."""


def status(view: View) -> Iterator[str]:
    """How things stand: where the game is, tracks, piles, supplies, the board, and the players."""
    yield from _matter(say.NOW(), (_phase(name, given) for name, given in view.phases))
    yield from (track_line(track) for track in view.tracks if not hidden(track.looks))
    yield from (pile_line(view, called(pile), pile) for pile in _shown(view.piles))
    yield from (supply_line(supply) for supply in view.supplies if supply.size and not hidden(supply.looks))
    yield from _attributes(view.variables)
    for things in view.things.values():
        for thing in things:
            yield from _matter(thing.label, thing_facts(view, thing, len(things) <= FEW))
    for link in view.links:
        yield from _matter(way_name(view, link), link_state(view, link))
    for marker in view.markers:
        yield say.MATTER(title=words(marker.name), parts=label_of(view, marker.at))
    for seat in view.seats:
        yield from seat_lines(view, seat)


def seat_lines(view: View, seat: SeatView) -> Iterator[str]:
    """A player: who it is and where, then each of the player's piles in a line of its own."""
    own = view.seat is not None and view.seats[view.seat] is seat
    facts = [
        *([table_say.BOT(bot=seat.bot)] if seat.bot else []),
        *(attribute.told for attribute in seat_attributes(view, seat)),
        *_holds(seat.holds),
        *filter(None, [seat.result]),
    ]
    name = say.YOU(player=seat.name) if own else seat.name
    yield say.MATTER(title=name, parts="; ".join(facts)) if facts else name
    for pile in _shown(seat.piles):
        yield pile_line(view, say.OF_PLAYER(player=seat.name, pile=called(pile)), pile, whole=True)
    if counts := "; ".join(count_parts(view, seat)):
        yield say.COUNTS_OF(player=seat.name, counts=counts)


def count_parts(view: View, seat: SeatView) -> Iterator[str]:
    """How many pieces of each colour a player has, of how many it takes, and how many the team has."""
    for count in hand_counts(view, seat):
        had = say.COUNT_OF if count.needed else say.HELD
        own = had(piece=count.group.label, number=count.own, needed=count.needed)
        yield own if len(view.seats) == 1 else say.WITH_TEAM(own=own, team=count.team)


def hand(view: View) -> Iterator[str]:
    """What the seat of the view holds, one pile a line."""
    if view.seat is not None:
        seat = view.seats[view.seat]
        yield from (pile_line(view, called(pile), pile, whole=True) for pile in _shown(seat.piles))
        yield from _holds(seat.holds)
        yield from count_parts(view, seat)


def pile_line(view: View, name: str, pile: PileView, whole: bool = False) -> str:
    """A pile: how many pieces it has, and those that are seen; of many only the top one unless `whole`."""
    seen = sorted_pieces(view, pile)
    all_told = sum(many for _, many in seen) == pile.count and (pile.owner or len(seen) <= DIFFERENT)
    if pile.backs or (seen and (whole or all_told)):
        parts = [*(piece_words(view, piece, many) for piece, many in seen), *backs(pile)]
        unknown = pile.count - sum(piece is not None for piece in pile.pieces)
        if unknown:
            parts.append(say.FACE_DOWN(number=unknown))
        return say.PILE_OF(pile=name, number=pile.count, pieces=", ".join(parts))
    top = pile.pieces[0] if seen else None
    if top is not None:
        return say.PILE_TOP(pile=name, number=pile.count, piece=piece_words(view, top))
    unseen = pile.count - sum(piece is not None for piece in pile.pieces)
    return say.PILE(pile=name, number=say.FACE_DOWN(number=unseen) if unseen == pile.count else pile.count)


def piece_words(view: View, piece: PieceView, many: int = 1) -> str:
    """A piece with the colour that the screen shows it in, if that stands for something with a name."""
    group = group_of(view, piece)
    name = with_words(told(piece), [group.label] if group is not None else [])
    return name if many == 1 else say.EQUAL(number=many, piece=name)


def track_line(track: TrackView) -> str:
    """A track: the value at its marker, how far it goes, and the next marked space."""
    name, value, mark = called(track), track.spaces[track.position], next_mark(track)
    if counts_up(track.spaces):
        line = say.TRACK(track=name, value=value, last=track.spaces[-1])
    else:
        line = say.TRACK_STEP(track=name, value=value, step=track.position + 1, steps=len(track.spaces))
    return say.TRACK_MARKED(track=line, mark=mark) if mark else line


def supply_line(supply: SupplyView) -> str:
    """A supply: how many pieces of it are left, or placed."""
    if supply.counts_up:
        return say.PLACED(supply=called(supply), placed=supply.count, size=supply.size)
    return say.SUPPLY(supply=called(supply), left=supply.left, size=supply.size)


def thing_facts(view: View, thing: ThingView, attributes: bool) -> list[str]:
    """What lies and stands on a thing, and its attributes; or only those attributes that the board shows."""
    facts, drawn = _holds(thing.holds), _state(view, thing.kind, thing.attributes)
    facts += _attributes(thing.attributes) if attributes else drawn
    facts += [pile_line(view, called(pile), pile) for pile in _shown(thing.piles)]
    facts += [say.DANGER(danger=thing.danger)] if thing.danger else []
    marks = marks_of(view).get(Ref(thing.kind, thing.key), ())
    shown = (mark.text for mark in marks if mark.kind == "thing")
    return facts + [each for each in shown if each not in facts and each not in drawn]


def link_state(view: View, link: LinkView) -> list[str]:
    """What lies on a link, and what the board shows of it."""
    return _holds(link.holds) + _state(view, link.kind, link.attributes)


def way_name(view: View, link: LinkView) -> str:
    """A link by its ends, in the direction in which it leads."""
    first, last = (label_of(view, end) for end in link.ends)
    return (say.WAY if leads_one_way(link) else say.BETWEEN)(kind=words(link.kind), first=first, last=last)


def told_line(line: LogLine) -> str:
    """A line of the log; it says if not everybody reads it, or if it tells why something did not happen."""
    text = say.PREVENTED(line=line.text) if line.prevents else line.text
    return say.ONLY_YOU_KNOW(line=text) if line.private else text


def _matter(title: str, parts: Iterable[str]) -> Iterator[str]:
    text = "; ".join(parts)
    if text:
        yield say.MATTER(title=title, parts=text)


def _phase(name: str, given: tuple[str, ...]) -> str:
    return say.PHASE_WITH(phase=words(name), given=", ".join(given)) if given else words(name)


def _attributes(values: Mapping[str, str]) -> Iterator[str]:
    return (_attribute(name, value) for name, value in values.items() if value not in EMPTY)


def _attribute(name: str, value: str) -> str:
    return say.ATTRIBUTE(attribute=words(name), value=value)


def _holds(holds: Iterable[tuple[str, int]]) -> list[str]:
    return [say.HELD(piece=words(name), number=number) for name, number in holds]


def _state(view: View, kind: str, values: Mapping[str, str]) -> list[str]:
    """The attributes that the board shows; a flag is told by its name alone."""
    drawn = view.drawn.get(kind, {})
    return [
        words(name) if drawn[name].sort == "flag" and value == "yes" else _attribute(name, value)
        for name, value in values.items()
        if name in drawn and is_notable(drawn[name], value)
    ]


def _shown(piles: Iterable[PileView]) -> Iterator[PileView]:
    return (pile for pile in piles if pile.count and not hidden(pile.looks))


Facts = dict[tuple[str, str], str]
"""What has a value, by its thing and what is said of it."""


def change_lines(before: View | None, now: View) -> list[str]:
    """What has happened since the seat's last choice, and what is different now."""
    if before is None:
        return [say.NO_CHOICE_YET()]
    happened = [told_line(line) for line in now.log[len(before.log) :]]
    lines = [*happened, *differences(before, now)]
    return [say.SINCE_LAST(), *(f"  {each}" for each in lines)] if lines else [say.NOTHING_CHANGED()]


def differences(before: View, now: View) -> Iterator[str]:
    """What is different: tracks, numbers, what lies on places and links, players, and the pieces in piles."""
    old, new = _facts(before), _facts(now)
    for key in dict.fromkeys((*new, *old)):
        was, is_now = old.get(key, ""), new.get(key, "")
        if was != is_now:
            what = say.ABOUT(thing=key[0], what=key[1]) if key[1] else key[0]
            tell = say.CHANGES if was and is_now else say.COMES if is_now else say.GOES
            yield tell(what=what, old=was, new=is_now)
    yield from _moved_pieces(before, now)


def _facts(view: View) -> Facts:
    found: Facts = {}
    for track in view.tracks:
        if not hidden(track.looks):
            value = track.spaces[track.position]
            step = say.STEP(value=value, step=track.position + 1)
            found[called(track), ""] = f"{value}" if counts_up(track.spaces) else step
    for supply in view.supplies:
        if not hidden(supply.looks):
            placed, left = f"{supply.count}", say.LEFT(number=supply.left)
            found[called(supply), ""] = placed if supply.counts_up else left
    found |= _values(("", ""), view.variables.items())
    for thing in (each for things in view.things.values() for each in things):
        found |= _values((thing.label, ""), thing.attributes.items())
        found |= _values((thing.label, ""), ((name, str(number)) for name, number in thing.holds))
    for link in view.links:
        name = way_name(view, link)
        found |= _values((name, ""), link.attributes.items())
        found |= _values((name, ""), ((held, str(number)) for held, number in link.holds))
    for seat in view.seats:
        found |= _values((seat.name, ""), seat.attributes.items())
        found |= _values((seat.name, ""), ((held, str(number)) for held, number in seat.holds))
    for marker in view.markers:
        found[words(marker.name), ""] = label_of(view, marker.at)
    return found


def _values(of: tuple[str, str], values: Iterable[tuple[str, str]]) -> Facts:
    """The values worth telling of a thing; those of the game itself stand alone."""
    told = ((words(name), value) for name, value in values if value not in EMPTY)
    return {(of[0], name) if of[0] else (name, ""): value for name, value in told}


def _moved_pieces(before: View, now: View) -> Iterator[str]:
    """The pieces that came into piles or left them; of hidden ones only how many are there."""
    old = dict(named_piles(before))
    for name, pile in named_piles(now):
        was = old.get(name)
        if was is None:
            continue
        if was.count != pile.count:
            yield say.CHANGES(what=name, old=was.count, new=pile.count)
        here, there = _pieces(now, pile), _pieces(before, was)
        if came := list((here - there).elements()):
            yield say.CAME(pile=name, pieces=", ".join(came))
        if (gone := list((there - here).elements())) and (pile.open or was.count != pile.count):
            yield say.GONE(pile=name, pieces=", ".join(gone))


def _pieces(view: View, pile: PileView) -> Counter[str]:
    """The pieces that are seen in a pile, in words."""
    return Counter(piece_words(view, piece) for piece in pile.pieces if piece is not None)


WIDTH = 78


def question_line(player: str, question: str, asked: Asked) -> str:
    """The line of a question; it says how many things are wanted unless it is one."""
    form: AnswerForm = asked.form
    match form:
        case PutInOrder():
            return say.QUESTION_ORDER(player=player, question=question)
        case PickSome(least, most):
            return say.QUESTION_SOME(player=player, question=question, wanted=from_to(least, most))
        case PickNumber():
            values = ranges(numbers(asked))
            return say.QUESTION_NUMBER(player=player, question=question, values=values)
        case PickOne() | Confirm():
            return say.QUESTION(player=player, question=question)
        case _:
            assert_never(form)


def broken_line(line: str) -> str:
    """A line in several where it is too long; a path or command at its end stays whole."""
    if len(line) <= WIDTH:
        return line
    indent = " " * (len(line) - len(line.lstrip(" ")) + 4)
    return textwrap.fill(
        line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
