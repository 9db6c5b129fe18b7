"""Computes positions for places that declare none: linked places close together, otherwise a grid."""

import math
from collections import deque
from collections.abc import Sequence

Point = tuple[float, float]

WORK = 120_000
"""The budget for all iterations, in pairs of places; a board with more places gets fewer iterations."""


def arrange(count: int, links: Sequence[tuple[int, int]]) -> list[Point]:
    """Return a point for each of `count` places; `links` holds pairs of place numbers."""
    if not links or count < 3 or count > 150:
        return grid(count)
    return _lying(_relaxed(_steps(count, links), _circle(count)))


def grid(count: int) -> list[Point]:
    """Lay the places out in rows from the top, about as many columns as rows."""
    wide = max(1, math.ceil(math.sqrt(count)))
    return [(float(number % wide), -float(number // wide)) for number in range(count)]


def _circle(count: int) -> list[Point]:
    turns = [math.tau * (number / count + 0.25) for number in range(count)]
    return [(-math.cos(turn) * count / 5, math.sin(turn) * count / 5) for turn in turns]


def _steps(count: int, links: Sequence[tuple[int, int]]) -> list[list[float]]:
    """Count the links on the shortest path between any two places; unconnected places are farther apart."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in links:
        near[one].append(other)
        near[other].append(one)
    table: list[list[float]] = []
    for start in range(count):
        row = [0.0] * count
        seen = {start}
        queue = deque([(start, 0)])
        while queue:
            place, far = queue.popleft()
            row[place] = far
            for each in near[place]:
                if each not in seen:
                    seen.add(each)
                    queue.append((each, far + 1))
        apart = max(row) + 2
        table.append([row[each] if each in seen else apart for each in range(count)])
    return table


def _relaxed(wanted: list[list[float]], points: list[Point]) -> list[Point]:
    """Move the points until their distances approach the wanted ones (deterministic stress majorization)."""
    count = len(points)
    for _ in range(max(3, min(150, WORK // (count * count)))):
        moved: list[Point] = []
        for one, (x, y) in enumerate(points):
            right = up = total = 0.0
            for other, (far_x, far_y) in enumerate(points):
                if other == one:
                    continue
                want = max(wanted[one][other], wanted[other][one], 0.5)
                weight = 1 / (want * want)
                away = math.hypot(x - far_x, y - far_y) or 1e-6
                right += weight * (far_x + want * (x - far_x) / away)
                up += weight * (far_y + want * (y - far_y) / away)
                total += weight
            moved.append((right / total, up / total))
        points = moved
    return points


def _lying(points: list[Point]) -> list[Point]:
    """Rotate the points so that they spread more in width than in height, with the first one on the left."""
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    across = sum((point[0] - x) ** 2 - (point[1] - y) ** 2 for point in points)
    slant = 2 * sum((point[0] - x) * (point[1] - y) for point in points)
    turn = -math.atan2(slant, across) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    way = -1 if (points[0][0] - x) * cos - (points[0][1] - y) * sin > 0 else 1
    return [
        (round(way * ((px - x) * cos - (py - y) * sin), 6), round((px - x) * sin + (py - y) * cos, 6))
        for px, py in points
    ]
