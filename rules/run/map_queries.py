"""Questions about the map that rules may ask: what is next to what, and how one gets there.

A table gives for each place the links there, each with the place at its other end; a rule says which of them
are allowed.
"""

from collections.abc import Callable, Iterable, Sequence

from rules.run import messages
from rules.run.errors import FaultError
from rules.run.limits import charge
from rules.run.state import State

FAR = 1_000_000
"""The distance to what cannot be reached."""


def neighbours(ways: Sequence[tuple[int, int]], allowed: Callable[[int], bool]) -> list[int]:
    """The places at the other ends of the allowed links, each once."""
    return list(dict.fromkeys(other for link, other in ways if allowed(link)))


def links(ways: Sequence[tuple[int, int]], allowed: Callable[[int], bool] | None) -> list[int]:
    """The allowed links at a place."""
    return [link for link, _ in ways if allowed is None or allowed(link)]


def reach(
    s: State, table: Sequence[Sequence[tuple[int, int]]], start: int, allowed: Callable[[int], bool] | None
) -> list[int]:
    """All places that can be reached over allowed links, the start first."""
    found = {start: None}
    waiting = [start]
    for place in waiting:
        charge(s, table[place])
        for link, other in table[place]:
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
) -> int:
    """The number of links between two places; `FAR` where there is no way."""
    far = {start: 0}
    waiting = [start]
    for place in waiting:
        if place == goal:
            return far[place]
        charge(s, table[place])
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
) -> bool:
    """Whether one can go from any of the places to any other without leaving them."""
    left = set(places)
    if len(left) < 2:
        return True
    waiting = [left.pop()]
    for place in waiting:
        charge(s, table[place])
        for link, other in table[place]:
            if other in left and (allowed is None or allowed(link)):
                left.remove(other)
                waiting.append(other)
    return not left


def across(ends: Sequence[int], place: int) -> int:
    """The other end of a link."""
    if place not in ends:
        raise FaultError(messages.NOT_AN_END())
    return ends[1] if ends[0] == place else ends[0]
