"""The lines of the side panel, each with the help topics of what stands on it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from lazaretto.rules import PileView, Ref, SeatView, SupplyView, ThingView, View
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.fit_and_wrap_text import (
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    flowed,
    width,
    wrapped_line,
)
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import EMPTY, from_to, title, words
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.draw_odds import brief_share_words, is_known, soon_words
from lazaretto.tui.table.pages.help_at_cursor import Topic, pile_topic, supply_topic, topic_of
from lazaretto.tui.table.view_lookup import (
    called,
    group_of,
    hidden,
    looks_of,
    piece_span,
    sorted_pieces,
    thing_of,
)

INDENT = "  "
GAP = "  "

LateTopic = Callable[[], Topic]
"""Makes a help topic when somebody asks for it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the panel, and its help topic."""

    line: Line
    topic: LateTopic | None = None
    spots: tuple[tuple[int, int, LateTopic], ...] = ()
    """The topics of parts of the line, with the first column and the one after the last."""
    heading: bool = False

    def topic_at(self, column: int) -> Topic | None:
        """The topic of what stands at a column."""
        found = (topic for first, end, topic in self.spots if first <= column < end)
        topic = next(found, self.topic)
        return topic() if topic is not None else None


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines under a heading."""

    title: str
    items: tuple[Item, ...]


def whole_items(items: Iterable[Item], columns: int) -> Iterator[Item]:
    """The same items; a line that is too long goes on in the next one."""
    for item in items:
        if width(item.line) <= columns:
            yield item
            continue
        for line in wrapped_line(item.line, columns, INDENT * 2):
            yield Item(line, item.topic)


def flowed_items(
    parts: Iterable[tuple[Line, LateTopic | None]], columns: int, indent: str = ""
) -> Iterator[Item]:
    """Parts one after the other, as many on a line as fit; each keeps its topic."""
    line: Line = ()
    spots: list[tuple[int, int, LateTopic]] = []
    for part, topic in parts:
        if line and width(line) + len(GAP) + width(part) > columns:
            yield Item(line, None, tuple(spots))
            line, spots = (), []
        line = (*line, Span(GAP)) if line else (Span(indent),)
        start = width(line)
        line = (*line, *part)
        if topic is not None:
            spots.append((start, width(line), topic))
    if line:
        yield from whole_items([Item(line, None, tuple(spots))], columns)


FEW = 12
"""Kinds with more members than this appear on the board, not in the side panel."""

MOST_NAMED = 24
"""Of more pieces that are equally likely, the side panel names none: the page of piles does."""

# --- things ------------------------------------------------------------------------------------


def thing_items(view: View, columns: int, brief: bool = False) -> Iterator[Item]:
    """Things that are not places and have something that may change."""
    if brief:
        parts = [
            (
                (Span(mark.text, mark.pen), Span(f" {value}" if len(mark.text) == 1 else value)),
                partial(topic_of, view, ref),
            )
            for ref, mark, value in _standing_parts(view)
        ]
        yield from flowed_items([*parts, *((line, None) for line in _variables(view))], columns)
        return
    for kind, thing in _standing(view):
        yield Item(tuple(_thing(view, kind, thing)), partial(topic_of, view, Ref(kind, thing.key)))
    yield from (Item(line) for line in _variables(view))


def _variables(view: View) -> Iterator[Line]:
    for name, value in view.variables.items():
        if value == "yes":
            yield (Span(title(name)),)
        elif value not in EMPTY and value != "0":
            yield (Span(f"{title(name)} "), Span(narrow(value), STRONG))


def standing_spans(view: View) -> Iterator[tuple[Span, str]]:
    """The same in brief: a thing by its sign alone if it has one, and its values."""
    yield from ((mark, value) for _, mark, value in _standing_parts(view))


def _standing_parts(view: View) -> Iterator[tuple[Ref, Span, str]]:
    for kind, thing in _standing(view):
        ref = Ref(kind, thing.key)
        looks = looks_of(view, ref)
        name = sign(looks.get("glyph", ""), looks.get("letter", "")) or f"{narrow(thing.label)} "
        yield ref, Span(name, Pen(looks.get("colour", "text"))), ", ".join(_values(thing))


def _thing(view: View, kind: str, thing: ThingView) -> Iterator[Span]:
    looks = looks_of(view, Ref(kind, thing.key))
    mark = sign(looks.get("glyph", ""), looks.get("letter", ""))
    yield Span(f"{mark} {narrow(thing.label)} ", Pen(looks.get("colour", "text")))
    yield Span(", ".join(_values(thing)))


def _standing(view: View) -> Iterator[tuple[str, ThingView]]:
    for kind, things in view.things.items():
        if view.kinds[kind].shape == "thing" and len(things) <= FEW and not hidden(view.kinds[kind].looks):
            yield from ((kind, thing) for thing in things if _values(thing))


def _values(thing: ThingView) -> list[str]:
    """The current values of a thing that are worth showing."""
    told = _told(thing.attributes)
    values = [f"{words(name)} {value}" if value.isdecimal() else value for name, value in told]
    values += [f"{words(name)} {number}" for name, number in thing.holds]
    return values + [f"{called(pile)} {pile.count}" for pile in thing.piles if pile.count]


def _told(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if value == "yes":
            yield name, words(name)
        elif value not in EMPTY:
            yield name, value


# --- piles -------------------------------------------------------------------------------------


def pile_items(view: View, columns: int, level: int = 2) -> Iterator[Item]:
    """The piles with their counts; at level 1 with the top piece, at level 2 with all that lie open."""
    piles = [each for each in view.piles if each.count and not hidden(each.looks)]
    if level == 0:
        yield from flowed_items([(_counted(each), partial(pile_topic, each)) for each in piles], columns)
        return
    for pile in piles:
        head, topic = _counted(pile), partial(pile_topic, pile)
        if not pile.open or pile.pieces[0] is None:
            yield Item(head, topic)
            continue
        spans = [piece_span(view, piece, count) for piece, count in sorted_pieces(view, pile)]
        top = piece_span(view, pile.pieces[0])
        together = (*head, *(part for span in spans for part in (Span(GAP), span)))
        if width(together) <= columns or len(spans) == 1:
            yield Item(together, topic)
        elif level == 1:
            yield Item((*head, Span(f"  {say.ON_TOP()} ", FAINT), top), topic)
        else:
            yield Item(head, topic)
            lines = flowed([(span,) for span in spans], columns, INDENT)
            yield from (Item(line, topic) for line in lines)


def _counted(pile: PileView) -> Line:
    return (Span(f"{title(called(pile))} "), Span(str(pile.count), STRONG))


def odds_items(view: View, columns: int, level: int = 2) -> Iterator[Item]:
    """What may come next from the hidden piles; at level 2, with the pieces that it may be."""
    if level == 0:
        return
    for pile in draw_odds.drawn_from(view):
        if hidden(pile.looks) or not pile.odds:
            continue
        lines = list(_odds(view, pile, columns, level))
        if lines:
            topic = partial(pile_topic, pile)
            yield Item((Span(title(called(pile))),), topic)
            yield from (Item(line, topic) for line in lines)


def letters_of_odds(view: View) -> int:
    """At least how many characters the pieces take that may come next."""
    could = (
        {piece.sort for piece in band.could}
        for pile in draw_odds.drawn_from(view)
        for band in draw_odds.bands(pile)
        if band.heap is None and len(band.could) <= MOST_NAMED
    )
    return sum(len(sort) + len(GAP) for sorts in could for sort in sorts)


def _odds(view: View, pile: PileView, columns: int, level: int) -> Iterator[Line]:
    for piece, chance, soon in draw_odds.alike_soon(pile):
        yield from flowed([(Span(soon_words(piece, chance, soon)),)], columns, INDENT)
    passed = 0
    known: list[Line] = []
    for band in draw_odds.bands(pile):
        first, passed = passed + 1, passed + band.count
        if band.heap is not None:
            continue  # told above: the rest of a heap is as likely as before
        for share in band.shares():
            if is_known(share):
                known.append((Span(f"{first} ", STRONG), piece_span(view, share.could[0])))
                continue
            yield from flowed(known, columns, INDENT)
            known.clear()
            told = brief_share_words(share, first)
            line = (Span(f"{INDENT}{from_to(first, passed)}: ", STRONG), Span(told, FAINT))
            yield from wrapped_line(line, columns, INDENT * 2)
            if level > 1 and len(share.could) <= MOST_NAMED:
                sorts: dict[str, int] = {}
                for piece in share.could:
                    sorts[piece.sort] = sorts.get(piece.sort, 0) + 1
                kept = {piece.sort: piece for piece in share.could}
                spans = [(piece_span(view, kept[sort], sorts[sort]),) for sort in sorted(kept)]
                yield from flowed(spans, columns, INDENT * 2)
    yield from flowed(known, columns, INDENT)


# --- supplies ----------------------------------------------------------------------------------


def supply_items(view: View, columns: int, brief: bool = False) -> Iterator[Item]:
    """The supplies, two per line if there is room; in brief, a few characters of each."""
    shown = [supply for supply in view.supplies if supply.size and not hidden(supply.looks)]
    if brief:
        yield from flowed_items(
            [((supply_span(each),), partial(supply_topic, each)) for each in shown], columns
        )
        return
    half = columns // 2
    cells = [(_supply(each), partial(supply_topic, each)) for each in shown]
    step = 2 if all(width(line) < half for line, _ in cells) else 1
    for start in range(0, len(cells), step):
        line, topic = cells[start]
        spots = [(0, half, topic)]
        for other, more in cells[start + 1 : start + step]:
            line = (*line, Span(" " * (half - width(line))), *other)
            spots.append((half, columns, more))
        yield Item(line, topic, tuple(spots))


def _supply(supply: SupplyView) -> Line:
    mark = sign(supply.looks.get("letter", ""), supply.looks.get("glyph", ""))  # as on the board
    pen = Pen(supply.looks.get("colour", "text"))
    left = Span(f"{supply.count}/{supply.size}", _left_pen(supply))
    return (Span(f"{mark} " if mark else "", pen), Span(f"{title(called(supply))} ", pen), left)


def supply_span(supply: SupplyView, brief: bool = True) -> Span:
    """A supply in a few characters; if players count what is placed, with its name or the beginning of it."""
    if supply.counts_up:
        name = called(supply)[:3] if brief else called(supply)
        return Span(f"{name} {supply.count}/{supply.size}", Pen(supply.looks.get("colour", "text")))
    letter = (
        supply.looks.get("letter", "") or sign(supply.looks.get("glyph", ""), "") or title(called(supply))[:3]
    )
    return Span(f"{letter}{supply.left}", Pen(supply.looks.get("colour", "text")))


def _left_pen(supply: SupplyView) -> Pen:
    """A warning style when three quarters are used up."""
    return Pen("warn", bold=True) if supply.left * 4 <= supply.size else PLAIN


@dataclass(frozen=True, slots=True)
class GroupCount:
    """How many pieces of a group a player has and needs, and how many all players have that one sees."""

    group: ThingView
    own: int
    needed: int
    """0 if nobody says how many it takes, or none are needed any more."""
    team: int


def hand_counts(view: View, seat: SeatView) -> list[GroupCount]:
    """The groups of which a player has pieces, in the order of the things.

    Only groups count for which the game says how many pieces a player needs.
    """
    needs = dict(seat.needs)
    if not needs:
        return []
    own = _counted_in_hand(view, seat)
    kinds = {kind for kind, _ in own}
    team: Counter[str] = Counter()
    for each in view.seats:
        for (kind, label), number in _counted_in_hand(view, each).items():
            if kind in kinds:
                team[label] += number
    mine: Counter[str] = Counter()
    for (_, label), number in own.items():
        mine[label] += number
    counts = []
    for ref, needed in needs.items():
        thing = thing_of(view, ref)
        if thing is not None and mine[thing.label]:
            counts.append(GroupCount(thing, mine[thing.label], needed, team[thing.label]))
    return counts


def _counted_in_hand(view: View, seat: SeatView) -> Counter[tuple[str, str]]:
    """The visible pieces of a seat, by their kind and the label of their group."""
    found: Counter[tuple[str, str]] = Counter()
    for pile in seat.piles:
        for piece in pile.pieces if not hidden(pile.looks) else ():
            if piece is not None and (group := group_of(view, piece)) is not None:
                found[piece.kind, group.label] += 1
    return found


def count_words(count: GroupCount, alone: bool) -> str:
    """A count in words, such as `Black 4/5, team 6`; `alone` without the team."""
    have = f"{count.own}/{count.needed}" if count.needed else f"{count.own}"
    text = say.GROUP_COUNT(group=narrow(count.group.label), have=have)
    return text if alone else say.GROUP_WITH_TEAM(group=text, team=count.team)


def count_line(count: GroupCount, alone: bool, *, brief: bool = False) -> Line:
    """A count in the colour of its group; in brief, with its sign instead of its name."""
    looks = count.group.looks
    mark = sign(looks.get("glyph", ""), looks.get("letter", ""))
    pen = Pen(looks.get("colour", "text"), bold=bool(count.needed) and count.own >= count.needed)
    if brief and mark:
        have = f"{count.own}/{count.needed}" if count.needed else f"{count.own}"
        return (Span(f"{mark}{have}", pen), *(() if alone else (Span(f" ({count.team})", FAINT),)))
    return (Span(f"{mark}{count_words(count, alone)}", pen),)
