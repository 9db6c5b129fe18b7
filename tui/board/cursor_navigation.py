"""Decides where the arrow keys move the cursor on the board, so that every spot can be reached."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lazaretto.rules import Ref

Direction = Literal["left", "right", "up", "down"]
Cells = Mapping[Ref, tuple[int, int]]

WAYS: tuple[tuple[Direction, int, int], ...] = (
    ("left", -1, 0),
    ("right", 1, 0),
    ("up", 0, -1),
    ("down", 0, 1),
)
CLEARLY = 1.5
"""How much farther the next spot must be for one to be clearly the best in a direction."""
BAND = 3
"""The number of rows that count as one line in reading order."""

MANY = 200
"""With more spots than this, no keys are worked out beforehand: see `one_way`."""

MENDS = 40
"""How many targets are added until the keys simply go through all spots."""


@dataclass(frozen=True, slots=True)
class Seam:
    """Where the left and the right edge of a map meet: its width, and the links that lead over the edge."""

    width: int
    links: tuple[tuple[Ref, Ref], ...]


def reading_order(cells: Cells, among: Collection[Ref]) -> tuple[Ref, ...]:
    """Order spots from the top left to the bottom right, treating a few rows as one line."""
    known = [each for each in among if each in cells]
    return tuple(sorted(known, key=lambda ref: (cells[ref][1] // BAND, cells[ref][0], cells[ref][1], ref)))


def step(cells: Cells, start: Ref, direction: Direction, among: Collection[Ref]) -> Ref | None:
    """The best next spot in a direction, or None."""
    return min(_priced(cells, start, direction, among), default=(0.0, None))[1]


def lying(
    cells: Cells, start: Ref, direction: Direction, among: Collection[Ref], seam: Seam | None
) -> tuple[Ref, ...]:
    """The spots that lie in a direction, the best first; only that one, if it is clearly the best.

    A spot behind the edge of the map lies on that side only.
    """
    links = seam.links if seam is not None else ()
    ends = {one if start == other else other for one, other in links if start in (one, other)}
    found = sorted(_priced(cells, start, direction, [each for each in among if each not in ends]))
    if not found:
        return tuple(_behind_the_edge(cells, start, direction, ends.intersection(among)))
    clear = len(found) == 1 or found[1][0] >= CLEARLY * found[0][0]
    return tuple(ref for _, ref in (found[:1] if clear else found))


def _priced(
    cells: Cells, start: Ref, direction: Direction, among: Collection[Ref]
) -> Iterator[tuple[float, Ref]]:
    """Yield the spots in a direction with how far they are, counting what is beside the direction double."""
    dx, dy = next((dx, dy) for name, dx, dy in WAYS if name == direction)
    column, row = cells[start]
    for ref in among:
        if ref == start or ref not in cells:
            continue
        x, y = cells[ref][0] - column, 2 * (cells[ref][1] - row)
        along, across = (x * dx, abs(y)) if dx else (y * dy, abs(x))
        if along <= 0 or across > 2 * along:
            continue
        yield along + 2.0 * across, ref


def _behind_the_edge(cells: Cells, start: Ref, direction: Direction, ends: Collection[Ref]) -> list[Ref]:
    """The ends of links over the edge in a direction, the one in the nearest row first."""
    if direction not in ("left", "right"):
        return []
    column, row = cells[start]
    sign = 1 if direction == "right" else -1
    there = [end for end in ends if (cells[end][0] - column) * sign < 0]
    return sorted(there, key=lambda ref: (abs(cells[ref][1] - row), ref))


def over_the_seam(
    cells: Cells, start: Ref, direction: Direction, among: Collection[Ref], seam: Seam | None
) -> Ref | None:
    """Where a step past the last spot comes out on the other side of the map, if its edges meet.

    A link over the edge leads to its other end; from elsewhere it is the best spot as if the map began again.
    """
    if seam is None or direction not in ("left", "right"):
        return None
    column, row = cells[start]
    sign = 1 if direction == "right" else -1
    ends = [one if start == other else other for one, other in seam.links if start in (one, other)]
    there = _behind_the_edge(cells, start, direction, [end for end in ends if end in among])
    if there:
        return there[0]
    again = {
        ref: (x + sign * seam.width, y) for ref, (x, y) in cells.items() if ref in among and ref != start
    }
    return step({**again, start: (column, row)}, start, direction, among)


def ways(cells: Cells, among: Sequence[Ref], seam: Seam | None = None) -> dict[Ref, dict[Direction, Ref]]:
    """The target of each arrow key at each spot, with targets added until every spot can be reached."""
    table: dict[Ref, dict[Direction, Ref]] = {}
    for ref in among:
        table[ref] = {}
        for direction, _, _ in WAYS:
            found = step(cells, ref, direction, among)
            found = found or over_the_seam(cells, ref, direction, among, seam)
            if found is not None:
                table[ref][direction] = found
    order = reading_order(cells, among)
    for _ in range(MENDS):
        if not _mend(cells, table, order):
            return table
    return _ring(table, order)


def one_way(
    cells: Cells, start: Ref, direction: Direction, among: Collection[Ref], seam: Seam | None = None
) -> Ref | None:
    """The target of one arrow key among many spots; where nothing lies, a neighbour in reading order."""
    ref = step(cells, start, direction, among) or over_the_seam(cells, start, direction, among, seam)
    if ref is not None:
        return ref
    order = reading_order(cells, among)
    forward = direction in ("right", "down")
    return order[(order.index(start) + (1 if forward else -1)) % len(order)]


def _mend(cells: Cells, table: dict[Ref, dict[Direction, Ref]], order: Sequence[Ref]) -> bool:
    """Add one target if some spot cannot be reached or cannot reach others; False if none is missing."""
    if not order:
        return False
    out = _reached(order[0], {ref: list(ways.values()) for ref, ways in table.items()})
    if len(out) < len(order):
        _join(cells, table, out, [each for each in order if each not in out])
        return True
    back: dict[Ref, list[Ref]] = {ref: [] for ref in order}
    for ref, leads in table.items():
        for other in leads.values():
            back[other].append(ref)
    home = _reached(order[0], back)
    if len(home) < len(order):
        _join(cells, table, {each for each in order if each not in home}, list(home))
        return True
    return False


def _reached(start: Ref, leads: Mapping[Ref, Sequence[Ref]]) -> set[Ref]:
    seen = {start}
    queue = [start]
    for ref in queue:
        for other in leads[ref]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return seen


def _join(
    cells: Cells, table: dict[Ref, dict[Direction, Ref]], inside: Collection[Ref], outside: Collection[Ref]
) -> None:
    """Point an unused key, or one that duplicates another key, at the nearest spot outside the group."""
    best: tuple[int, Ref, Direction, Ref] | None = None
    for ref in inside:
        column, row = cells[ref]
        for direction, dx, dy in WAYS:
            if direction in table[ref] and list(table[ref].values()).count(table[ref][direction]) < 2:
                continue
            for other in outside:
                x, y = cells[other][0] - column, 2 * (cells[other][1] - row)
                price = abs(x) + abs(y) + (1000 if x * dx + y * dy <= 0 else 0)
                if best is None or (price, ref, direction, other) < best:
                    best = (price, ref, direction, other)
    if best is not None:
        table[best[1]][best[2]] = best[3]


def _ring(table: dict[Ref, dict[Direction, Ref]], order: Sequence[Ref]) -> dict[Ref, dict[Direction, Ref]]:
    """The fallback: left and right cycle through all spots in reading order."""
    for number, ref in enumerate(order):
        table[ref]["right"] = order[(number + 1) % len(order)]
        table[ref]["left"] = order[number - 1]
    return table
