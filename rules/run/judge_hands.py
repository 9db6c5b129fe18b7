"""Counts features of hands: who holds how many pieces of a value, how far from where they are of use.

A value is, for instance, a colour. What is worth collecting may depend on something that changes, as on
whether a colour is still needed, so values are grouped by that.
"""

from collections.abc import Iterator, Sequence

from lazaretto.rules.run import judgement_form as form
from lazaretto.rules.run.judged_position import Position, counted


def count_held(
    at: Position,
    table: Sequence[int],
    first: int,
    pile: int,
    start: int,
    values: int,
    group: int,
    groups: int,
    lowest: int,
    standing: int,
    steps: int,
    places: int,
    pointed: int,
    *_: int,
) -> None:
    """Count the most pieces of each value in one hand, and how far others are who hold some, too."""
    counts = _counts(at, table, pile, start, values)
    size = form.HELD_FIGURES + form.MOST_HELD * (1 if standing < 0 else 3)
    for value, number in _grouped(at, values, group, groups, lowest):
        base = first + number * size
        column = sorted((each[value] for each in counts), reverse=True)
        most = column[0]
        found = at.features
        found[base] += 1
        found[base + 1] += sum(column)
        found[base + 2] += column[1] if len(column) > 1 else 0
        if not most:
            continue
        spot = base + form.HELD_FIGURES + min(most, form.MOST_HELD) - 1
        found[spot] += 1
        if standing < 0:
            continue
        meeting, near = form.FARTHEST_MEETING, form.FARTHEST
        for taker in _holders(counts, value, most):
            here = at.state.v[standing + taker]
            for giver, each in enumerate(counts):
                there = at.state.v[standing + giver]
                if giver == taker or not each[value] or here is None or there is None:
                    continue
                near = min(near, table[steps + here * places + there])
                for piece in counted(at, pile + giver) if pointed >= 0 else ():
                    place = table[pointed + piece]
                    if table[start + piece] == value and 0 <= place < places:
                        both = table[steps + here * places + place] + table[steps + there * places + place]
                        meeting = min(meeting, both)
        found[spot + form.MOST_HELD] += meeting
        found[spot + 2 * form.MOST_HELD] += near


def count_ways(
    at: Position,
    table: Sequence[int],
    first: int,
    pile: int,
    start: int,
    values: int,
    group: int,
    groups: int,
    lowest: int,
    standing: int,
    steps: int,
    places: int,
    cells: int,
    stride: int,
) -> None:
    """Add up how far those who hold the most pieces are from the nearest place with something."""
    counts, v = _counts(at, table, pile, start, values), at.state.v
    for value, number in _grouped(at, values, group, groups, lowest):
        most = max(each[value] for each in counts)
        if not most:
            continue
        way, there = form.FARTHEST, cells + value * stride
        for taker in _holders(counts, value, most):
            here = v[standing + taker]
            if here is not None:
                row = steps + here * places
                way = min([way, *(table[row + place] for place in range(places) if v[there + place] > 0)])
        at.features[first + number * form.MOST_HELD + min(most, form.MOST_HELD) - 1] += way


def count_seated(
    at: Position,
    table: Sequence[int],
    first: int,
    pile: int,
    start: int,
    values: int,
    group: int,
    groups: int,
    lowest: int,
    cells: int,
    members: int,
    member: int,
    *_: int,
) -> None:
    """Find the most pieces of one value in the hand of whoever has each member."""
    counts = _counts(at, table, pile, start, values)
    for value, number in _grouped(at, values, group, groups, lowest):
        for seat, each in enumerate(counts):
            role = at.state.v[cells + seat]
            if role is not None and 0 <= role - member < members:
                spot = first + number * members + role - member
                at.features[spot] = max(at.features[spot], each[value])


def _counts(at: Position, table: Sequence[int], pile: int, start: int, values: int) -> list[list[int]]:
    """Return for each seat how many pieces of each value it holds."""
    found = [[0] * values for _ in range(at.state.players)]
    for seat, row in enumerate(found):
        for piece in counted(at, pile + seat):
            value = table[start + piece]
            if 0 <= value < values:
                row[value] += 1
    return found


def _grouped(at: Position, values: int, group: int, groups: int, lowest: int) -> Iterator[tuple[int, int]]:
    """Yield all values that are in a group, with the number of the group."""
    for value in range(values):
        member = lowest if group < 0 else at.state.v[group + value]
        if member is not None and 0 <= member - lowest < groups:
            yield value, member - lowest


def _holders(counts: Sequence[Sequence[int]], value: int, most: int) -> Iterator[int]:
    return (seat for seat, each in enumerate(counts) if each[value] == most)
