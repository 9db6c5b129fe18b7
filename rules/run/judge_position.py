"""Judges a position by a learned judgement, in whole numbers; native code gives exactly the same.

It reads the state as it is. Whoever must not know hidden things calls it on a determinised copy, as for a
score. Even there it counts pieces of a pile that others see, but not the judged seat, only if the seat knows
them, and it never uses the order of pieces that the seat cannot tell apart.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lazaretto.rules.run import judgement_form as form
from lazaretto.rules.run.judge_hands import count_held, count_seated, count_ways
from lazaretto.rules.run.judged_position import Position, counted
from lazaretto.rules.run.judgement_form import JudgementForm


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
    for row in judgement.rows:
        _COUNTERS[row[0]](position, judgement.table, *row[1:])
    limit = form.LIMIT
    return [max(-limit, min(limit, each)) for each in position.features]


def _number(value: Any) -> int:
    return -1 if value is None else max(-form.LIMIT, min(form.LIMIT, int(value)))


def _cells(at: Position, table: Sequence[int], first: int, cell: int, count: int, *_: int) -> None:
    for index in range(count):
        at.features[first + index] = _number(at.state.v[cell + index])


def _total(at: Position, table: Sequence[int], first: int, cell: int, count: int, *_: int) -> None:
    values = [_number(each) for each in at.state.v[cell : cell + count]]
    at.features[first] = sum(values)
    at.features[first + 1] = sum(each != 0 for each in values)


def _levels(at: Position, table: Sequence[int], first: int, cell: int, count: int, top: int, *_: int) -> None:
    for each in at.state.v[cell : cell + count]:
        if each > 0:
            at.features[first + min(each, top) - 1] += 1


def _kinds(
    at: Position, table: Sequence[int], first: int, cell: int, count: int, members: int, start: int, *_: int
) -> None:
    for each in at.state.v[cell : cell + count]:
        if each is not None and 0 <= each - start < members:
            at.features[first + each - start] += 1


def _compared(at: Position, first: int, values: Sequence[int]) -> None:
    """Note the own value, the sum of the others and the greatest of the others."""
    others = [each for seat, each in enumerate(values) if seat != at.seat]
    at.features[first : first + 3] = values[at.seat], sum(others), max([0, *others])


def _seats(at: Position, table: Sequence[int], first: int, cell: int, *_: int) -> None:
    _compared(at, first, [_number(each) for each in at.state.v[cell : cell + at.state.players]])


def _seat_kinds(
    at: Position, table: Sequence[int], first: int, cell: int, _: int, members: int, start: int, *__: int
) -> None:
    for seat, each in enumerate(at.state.v[cell : cell + at.state.players]):
        if each is not None and 0 <= each - start < members:
            at.features[first + each - start + (0 if seat == at.seat else members)] += 1


def _sizes(at: Position, table: Sequence[int], first: int, pile: int, count: int, *_: int) -> None:
    for index in range(count):
        at.features[first + index] = len(at.state.p[pile + index])


def _seat_sizes(at: Position, table: Sequence[int], first: int, pile: int, *_: int) -> None:
    _compared(at, first, [len(each) for each in at.state.p[pile : pile + at.state.players]])


def _pile(
    at: Position, table: Sequence[int], first: int, pile: int, _: int, values: int, start: int, *__: int
) -> None:
    for piece in counted(at, pile):
        value = table[start + piece]
        if 0 <= value < values:
            at.features[first + value] += 1


def _hands(
    at: Position,
    table: Sequence[int],
    first: int,
    pile: int,
    n: int,
    values: int,
    start: int,
    own: int,
    *_: int,
) -> None:
    best, second, whole, mine = (first + each * values for each in range(4))
    found = at.features
    for index in range(n or at.state.players):
        counts = [0] * values
        for piece in counted(at, pile + index):
            value = table[start + piece]
            if 0 <= value < values:
                counts[value] += 1
        for value, count in enumerate(counts):
            found[whole + value] += count
            if count > found[best + value]:
                found[second + value] = found[best + value]
                found[best + value] = count
            elif count > found[second + value]:
                found[second + value] = count
            if own and index == at.seat:
                found[mine + value] = count


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


def _joined(
    at: Position,
    table: Sequence[int],
    first: int,
    pile: int,
    tops: int,
    start: int,
    cells: int,
    places: int,
    owners: int,
    *_: int,
) -> None:
    levels = _levels_at(at, cells, places, owners)
    pieces = [*(_tops(at, pile) if tops else counted(at, pile))]
    for piece in pieces:
        place = table[start + piece]
        level = levels[place] if 0 <= place < places else 0
        if level:
            at.features[first + level - 1] += 1
    if tops and pieces:
        for level in range(form.MOST_LEVEL):
            share = 100 * at.features[first + level] // len(pieces)
            at.features[first + form.MOST_LEVEL + level] = share


def _soon(at: Position, table: Sequence[int], first: int, pile: int, *_: int) -> None:
    at.features[first] = sum(1 for _ in _tops(at, pile))


def _reach(
    at: Position,
    table: Sequence[int],
    first: int,
    seats: int,
    _: int,
    start: int,
    cells: int,
    places: int,
    owners: int,
    *__: int,
) -> None:
    standing = [each for each in at.state.v[seats : seats + at.state.players] if each is not None]
    for place, level in enumerate(_levels_at(at, cells, places, owners)):
        if level:
            steps = min([form.NEAR - 1, *(table[start + each * places + place] for each in standing)])
            at.features[first + (level - 1) * form.NEAR + steps] += 1


def _asked(at: Position, table: Sequence[int], first: int, *_: int) -> None:
    at.features[first : first + 3] = int(at.asked == at.seat), at.state.players, at.state.turns


def _score(at: Position, table: Sequence[int], first: int, shift: int, *_: int) -> None:
    at.features[first] = at.score() >> shift


def _low(at: Position, table: Sequence[int], first: int, cell: int, count: int, *_: int) -> None:
    values = [_number(each) for each in at.state.v[cell : cell + count]]
    at.features[first] = min(values)
    for index, mark in enumerate(form.LOW_MARKS):
        at.features[first + 1 + index] = sum(each < mark for each in values)


_COUNTERS: dict[int, Callable[..., None]] = {
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
    form.HELD: count_held,
    form.WAYS: count_ways,
    form.SEATED: count_seated,
}
