"""Counts the pieces of a hand by group, such as the cards of a colour: own, needed, and those of the team."""

from collections import Counter
from dataclasses import dataclass

from lazaretto.rules import SeatView, ThingView, View
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.styled_text import FAINT, Line, Pen, Span
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.piece_groups import group_of
from lazaretto.tui.table.view_lookup import hidden, thing_of


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
    own = _counted(view, seat)
    kinds = {kind for kind, _ in own}
    team: Counter[str] = Counter()
    for each in view.seats:
        for (kind, label), number in _counted(view, each).items():
            if kind in kinds:
                team[label] += number
    mine: Counter[str] = Counter()
    for (_, label), number in own.items():
        mine[label] += number
    found = []
    for ref, needed in needs.items():
        thing = thing_of(view, ref)
        if thing is not None and mine[thing.label]:
            found.append(GroupCount(thing, mine[thing.label], needed, team[thing.label]))
    return found


def _counted(view: View, seat: SeatView) -> Counter[tuple[str, str]]:
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
    told = say.GROUP_COUNT(group=narrow(count.group.label), have=have)
    return told if alone else say.GROUP_WITH_TEAM(group=told, team=count.team)


def count_line(count: GroupCount, alone: bool, *, brief: bool = False) -> Line:
    """A count in the colour of its group; in brief, with its sign instead of its name."""
    looks = count.group.looks
    mark = sign(looks.get("glyph", ""), looks.get("letter", ""))
    pen = Pen(looks.get("colour", "text"), bold=bool(count.needed) and count.own >= count.needed)
    if brief and mark:
        have = f"{count.own}/{count.needed}" if count.needed else f"{count.own}"
        return (Span(f"{mark}{have}", pen), *(() if alone else (Span(f" ({count.team})", FAINT),)))
    return (Span(f"{mark}{count_words(count, alone)}", pen),)
