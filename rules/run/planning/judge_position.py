"""Judges a position by a learned judgement, in whole numbers; native code gives exactly the same.

It reads the state as it is. Whoever must not know hidden things calls it on a determinised copy, as for a
score. Even there it counts pieces of a pile that others see, but not the judged seat, only if the seat knows
them, and it never uses the order of pieces that the seat cannot tell apart.

Each row of the recipe counts some features of the position; the network over them gives the odds of a win.
Some features are about hands: who holds how many pieces of a value, how far from where they are of use. A
value is, for instance, a colour. What is worth collecting may depend on something that changes, as on whether
a colour is still needed, so values are grouped by that.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.planning import judgement_form as form
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from lazaretto.rules.run.state import State


@changing_node
class Position:
    """A state as one seat judges it."""

    state: State
    seat: int
    asked: int
    """The seat that is asked, or -1."""
    bases: Sequence[int]
    """The number of the first piece of the kind that each pile holds."""
    score: Callable[[], int]
    features: list[int] = field(default_factory=list)
    levels: dict[int, list[int]] = field(default_factory=dict)
    """The levels of places, by the first cell that they are read from."""


def _counted(at: Position, pile: int) -> Iterator[int]:
    """Yield the pieces of a pile that count: all, unless others see it and the seat does not."""
    state = at.state
    watchers = state.seen[pile]
    if not watchers or at.seat in watchers:
        yield from state.p[pile]
        return
    labels, base = state.known(at.seat), at.bases[pile]
    for piece in state.p[pile]:
        if labels[base + piece] == base + piece:
            yield piece


class Row(NamedTuple):
    """A row of a recipe: where its features begin, what it counts, and the table that it reads."""

    first: int
    operands: Sequence[int]
    """A to K; what each of them is depends on the row."""
    table: Sequence[int]


class Hands(NamedTuple):
    """What rows about hands begin with: the hands, the values of their pieces, the groups of those."""

    pile: int
    """The hand of the first seat; those of the others follow."""
    start: int
    """Where the table has the value of the first piece."""
    values: int
    group: int
    """The cell of the first value's group; negative if all are in one."""
    groups: int
    lowest: int
    """The first group."""

    def counts(self, at: Position, table: Sequence[int]) -> list[list[int]]:
        """Return for each seat how many pieces of each value it holds."""
        counts = [[0] * self.values for _ in range(at.state.players)]
        for seat, row in enumerate(counts):
            for piece in _counted(at, self.pile + seat):
                value = table[self.start + piece]
                if 0 <= value < self.values:
                    row[value] += 1
        return counts

    def grouped(self, at: Position) -> Iterator[tuple[int, int]]:
        """Yield all values that are in a group, with the number of the group."""
        for value in range(self.values):
            member = self.lowest if self.group < 0 else at.state.v[self.group + value]
            if member is not None and 0 <= member - self.lowest < self.groups:
                yield value, member - self.lowest


def log_odds(judgement: JudgementForm, position: Position) -> int:
    """Return the log-odds of a win, in thousandths."""
    sums = list(judgement.biases)
    for value, weights in zip(features_of(judgement, position), judgement.weights, strict=True):
        if value:
            sums = [each + value * weight for each, weight in zip(sums, weights, strict=True)]
    total = judgement.bias
    for unit in judgement.counting(position.state.turns):
        if sums[unit] > 0:
            total += sums[unit] * judgement.outputs[unit]
    return max(-form.MOST_ODDS, min(form.MOST_ODDS, total >> judgement.shift))


def features_of(judgement: JudgementForm, position: Position) -> list[int]:
    """Return the features of a position."""
    position.features = [0] * judgement.features
    for counter, first, *operands in judgement.rows:
        _COUNTERS[counter](position, Row(first, operands, judgement.table))
    limit = form.LIMIT
    return [max(-limit, min(limit, feature)) for feature in position.features]


def _held(at: Position, row: Row) -> None:
    """Count the most pieces of each value in one hand, and how far others are who hold some, too."""
    hands, (standing, steps, places, pointed) = Hands(*row.operands[:6]), row.operands[6:10]
    table, features = row.table, at.features
    counts = hands.counts(at, table)
    size = form.HELD_FIGURES + form.MOST_HELD * (1 if standing < 0 else 3)
    for value, number in hands.grouped(at):
        base = row.first + number * size
        column = sorted((count[value] for count in counts), reverse=True)
        most = column[0]
        features[base] += 1
        features[base + 1] += sum(column)
        features[base + 2] += column[1] if len(column) > 1 else 0
        if not most:
            continue
        spot = base + form.HELD_FIGURES + min(most, form.MOST_HELD) - 1
        features[spot] += 1
        if standing < 0:
            continue
        meeting, near = form.FARTHEST_MEETING, form.FARTHEST
        for taker in _holders(counts, value, most):
            here = at.state.v[standing + taker]
            for giver, held in enumerate(counts):
                there = at.state.v[standing + giver]
                if giver == taker or not held[value] or here is None or there is None:
                    continue
                near = min(near, table[steps + here * places + there])
                for piece in _counted(at, hands.pile + giver) if pointed >= 0 else ():
                    place = table[pointed + piece]
                    if table[hands.start + piece] == value and 0 <= place < places:
                        both = table[steps + here * places + place] + table[steps + there * places + place]
                        meeting = min(meeting, both)
        features[spot + form.MOST_HELD] += meeting
        features[spot + 2 * form.MOST_HELD] += near


def _ways(at: Position, row: Row) -> None:
    """Add up how far those who hold the most pieces are from the nearest place with something."""
    hands, (standing, steps, places, cells, stride) = Hands(*row.operands[:6]), row.operands[6:11]
    table, v = row.table, at.state.v
    counts = hands.counts(at, table)
    for value, number in hands.grouped(at):
        most = max(count[value] for count in counts)
        if not most:
            continue
        way, there = form.FARTHEST, cells + value * stride
        for taker in _holders(counts, value, most):
            here = v[standing + taker]
            if here is not None:
                start = steps + here * places
                way = min([way, *(table[start + place] for place in range(places) if v[there + place] > 0)])
        at.features[row.first + number * form.MOST_HELD + min(most, form.MOST_HELD) - 1] += way


def _seated(at: Position, row: Row) -> None:
    """Find the most pieces of one value in the hand of whoever has each member."""
    hands, (cells, members, member) = Hands(*row.operands[:6]), row.operands[6:9]
    counts = hands.counts(at, row.table)
    for value, number in hands.grouped(at):
        for seat, held in enumerate(counts):
            role = at.state.v[cells + seat]
            if role is not None and 0 <= role - member < members:
                spot = row.first + number * members + role - member
                at.features[spot] = max(at.features[spot], held[value])


def _holders(counts: Sequence[Sequence[int]], value: int, most: int) -> Iterator[int]:
    return (seat for seat, count in enumerate(counts) if count[value] == most)


def _number(value: Any) -> int:
    return -1 if value is None else max(-form.LIMIT, min(form.LIMIT, int(value)))


def _cells(at: Position, row: Row) -> None:
    cell, count = row.operands[:2]
    for index in range(count):
        at.features[row.first + index] = _number(at.state.v[cell + index])


def _total(at: Position, row: Row) -> None:
    cell, count = row.operands[:2]
    values = [_number(each) for each in at.state.v[cell : cell + count]]
    at.features[row.first] = sum(values)
    at.features[row.first + 1] = sum(value != 0 for value in values)


def _levels(at: Position, row: Row) -> None:
    cell, count, top = row.operands[:3]
    for each in at.state.v[cell : cell + count]:
        if each > 0:
            at.features[row.first + min(each, top) - 1] += 1


def _kinds(at: Position, row: Row) -> None:
    cell, count, members, start = row.operands[:4]
    for each in at.state.v[cell : cell + count]:
        if each is not None and 0 <= each - start < members:
            at.features[row.first + each - start] += 1


def _compared(at: Position, first: int, values: Sequence[int]) -> None:
    """Note the own value, the sum of the others and the greatest of the others."""
    others = [value for seat, value in enumerate(values) if seat != at.seat]
    at.features[first : first + 3] = values[at.seat], sum(others), max([0, *others])


def _seats(at: Position, row: Row) -> None:
    cell = row.operands[0]
    _compared(at, row.first, [_number(each) for each in at.state.v[cell : cell + at.state.players]])


def _seat_kinds(at: Position, row: Row) -> None:
    cell, _, members, start = row.operands[:4]
    for seat, each in enumerate(at.state.v[cell : cell + at.state.players]):
        if each is not None and 0 <= each - start < members:
            at.features[row.first + each - start + (0 if seat == at.seat else members)] += 1


def _sizes(at: Position, row: Row) -> None:
    pile, count = row.operands[:2]
    for index in range(count):
        at.features[row.first + index] = len(at.state.p[pile + index])


def _seat_sizes(at: Position, row: Row) -> None:
    pile = row.operands[0]
    _compared(at, row.first, [len(each) for each in at.state.p[pile : pile + at.state.players]])


def _pile(at: Position, row: Row) -> None:
    pile, _, values, start = row.operands[:4]
    for piece in _counted(at, pile):
        value = row.table[start + piece]
        if 0 <= value < values:
            at.features[row.first + value] += 1


def _hands(at: Position, row: Row) -> None:
    pile, n, values, start, own = row.operands[:5]
    best, second, whole, mine = (row.first + each * values for each in range(4))
    features = at.features
    for index in range(n or at.state.players):
        counts = [0] * values
        for piece in _counted(at, pile + index):
            value = row.table[start + piece]
            if 0 <= value < values:
                counts[value] += 1
        for value, count in enumerate(counts):
            features[whole + value] += count
            if count > features[best + value]:
                features[second + value] = features[best + value]
                features[best + value] = count
            elif count > features[second + value]:
                features[second + value] = count
            if own and index == at.seat:
                features[mine + value] = count


def _levels_at(at: Position, cells: int, places: int, owners: int) -> list[int]:
    """Return for each place the greatest number of things of one owner, not more than the highest level."""
    found = at.levels.get(cells)
    if found is None:
        v = at.state.v
        found = v[cells : cells + places]
        for owner in range(1, owners):
            start = cells + owner * places
            found = list(map(max, found, v[start : start + places]))
        found = at.levels[cells] = [min(form.MOST_LEVEL, max(0, each)) for each in found]
    return found


def _tops(at: Position, pile: int) -> Iterator[int]:
    """Yield the pieces that may lie on top of a pile, as far as the seat knows."""
    pieces = at.state.p[pile]
    if not pieces:
        return
    labels, base = at.state.known(at.seat), at.bases[pile]
    top = base + pieces[-1]
    label = labels[top]
    for piece in pieces:
        if base + piece == top or (label != top and labels[base + piece] == label):
            yield piece


def _joined(at: Position, row: Row) -> None:
    pile, tops, start, cells, places, owners = row.operands[:6]
    levels = _levels_at(at, cells, places, owners)
    pieces = [*(_tops(at, pile) if tops else _counted(at, pile))]
    for piece in pieces:
        place = row.table[start + piece]
        level = levels[place] if 0 <= place < places else 0
        if level:
            at.features[row.first + level - 1] += 1
    if tops and pieces:
        for level in range(form.MOST_LEVEL):
            share = 100 * at.features[row.first + level] // len(pieces)
            at.features[row.first + form.MOST_LEVEL + level] = share


def _soon(at: Position, row: Row) -> None:
    pile = row.operands[0]
    at.features[row.first] = sum(1 for _ in _tops(at, pile))


def _reach(at: Position, row: Row) -> None:
    seats, _, start, cells, places, owners = row.operands[:6]
    standing = [each for each in at.state.v[seats : seats + at.state.players] if each is not None]
    for place, level in enumerate(_levels_at(at, cells, places, owners)):
        if level:
            steps = min([form.NEAR - 1, *(row.table[start + each * places + place] for each in standing)])
            at.features[row.first + (level - 1) * form.NEAR + steps] += 1


def _asked(at: Position, row: Row) -> None:
    at.features[row.first : row.first + 3] = int(at.asked == at.seat), at.state.players, at.state.turns


def _score(at: Position, row: Row) -> None:
    shift = row.operands[0]
    at.features[row.first] = at.score() >> shift


def _low(at: Position, row: Row) -> None:
    cell, count = row.operands[:2]
    values = [_number(each) for each in at.state.v[cell : cell + count]]
    at.features[row.first] = min(values)
    for index, mark in enumerate(form.LOW_MARKS):
        at.features[row.first + 1 + index] = sum(value < mark for value in values)


_COUNTERS: dict[int, Callable[[Position, Row], None]] = {
    form.CELLS: _cells,
    form.TOTAL: _total,
    form.LEVELS: _levels,
    form.KINDS: _kinds,
    form.SEATS: _seats,
    form.SEAT_KINDS: _seat_kinds,
    form.SIZES: _sizes,
    form.SEAT_SIZES: _seat_sizes,
    form.PILE: _pile,
    form.HANDS: _hands,
    form.JOINED: _joined,
    form.SOON: _soon,
    form.REACH: _reach,
    form.ASKED: _asked,
    form.SCORE: _score,
    form.LOW: _low,
    form.HELD: _held,
    form.WAYS: _ways,
    form.SEATED: _seated,
}


def judgement_of_paths(machine: Machine, budget: Budget) -> JudgementForm | None:
    """Return what chooses the paths; None: the score."""
    wanted = budget.judged_paths or machine.tables.score is None
    return machine.judgement.for_plans if wanted and machine.judgement is not None else None


def judgement_of_ends(machine: Machine, budget: Budget) -> JudgementForm | None:
    """Return what says how good the ends of play-outs are; None: the score."""
    return machine.judgement if budget.judged_ends else judgement_of_paths(machine, budget)
