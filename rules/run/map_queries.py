"""Answers rules' queries about the map: neighbours, reachability, distance.

A table holds for each place its links, each with the place at the other end; a rule selects the allowed
links.
"""

from collections.abc import Callable, Iterable, Sequence

from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import FaultError
from lazaretto.rules.run.limits import charge, spent
from lazaretto.rules.run.state import State

FAR = 1_000_000
"""The distance to an unreachable place."""


def neighbours(ways: Sequence[tuple[int, int]], allowed: Callable[[int], bool]) -> list[int]:
    """Return the places at the other ends of the allowed links, without duplicates."""
    return list(dict.fromkeys(other for link, other in ways if allowed(link)))


def links(ways: Sequence[tuple[int, int]], allowed: Callable[[int], bool] | None) -> list[int]:
    """Return the allowed links at a place."""
    return [link for link, _ in ways if allowed is None or allowed(link)]


def reach(
    s: State,
    table: Sequence[Sequence[tuple[int, int]]],
    start: int,
    allowed: Callable[[int], bool] | None,
    each: int,
) -> list[int]:
    """Return all places reachable over allowed links, the start first; `each` is the fuel for a link."""
    found = {start: None}
    waiting = [start]
    for place in waiting:
        ways = table[place]
        s.fuel -= len(ways) * each
        if s.fuel < 0:
            spent(s)
        for link, other in ways:
            if other not in found and (allowed is None or allowed(link)):
                found[other] = None
                waiting.append(other)
    return list(found)


def distance(
    s: State,
    table: Sequence[Sequence[tuple[int, int]]],
    start: int,
    goal: int,
    allowed: Callable[[int], bool] | None,
    each: int,
) -> int:
    """Return the number of links between two places; `FAR` if there is no path."""
    far = {start: 0}
    waiting = [start]
    for place in waiting:
        if place == goal:
            return far[place]
        charge(s, table[place], each)
        for link, other in table[place]:
            if other not in far and (allowed is None or allowed(link)):
                far[other] = far[place] + 1
                waiting.append(other)
    return FAR


def connected(
    s: State,
    table: Sequence[Sequence[tuple[int, int]]],
    places: Iterable[int],
    allowed: Callable[[int], bool] | None,
    each: int,
) -> bool:
    """Whether every two of the places are connected by a path inside them."""
    left = dict.fromkeys(places)
    if len(left) < 2:
        return True
    waiting = [next(iter(left))]  # a set would begin anywhere, and the cost depends on it
    del left[waiting[0]]
    for place in waiting:
        charge(s, table[place], each)
        for link, other in table[place]:
            if other in left and (allowed is None or allowed(link)):
                del left[other]
                waiting.append(other)
    return not left


def across(ends: Sequence[int], place: int) -> int:
    """Return the other end of a link."""
    if place not in ends:
        raise FaultError(messages.NOT_AN_END())
    return ends[1] if ends[0] == place else ends[0]


def onward(ends: Sequence[int], place: int) -> int:
    """Return the end of a one-way link, from its beginning."""
    if place != ends[0]:
        raise FaultError(messages.AGAINST_THE_WAY() if place in ends else messages.NOT_AN_END())
    return ends[1]


def line(steps: Sequence[int | None], place: int) -> list[int]:
    """Return the places in one direction from a place, nearest first, up to the first gap."""
    found: list[int] = []
    after = steps[place]
    while after is not None:
        found.append(after)
        after = steps[after]
    return found
