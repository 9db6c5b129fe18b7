"""Compares two simulations of the same seeds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lazaretto.tui.messages import simulation as say

if TYPE_CHECKING:
    from lazaretto.lab.game_rows import GameRow
    from lazaretto.lab.intervals import Pairs
    from lazaretto.lab.report import Report

TINY = 0.0001
"""A chance below this one is not told as a number."""


def pairs_of(first: "Sequence[GameRow]", second: "Sequence[GameRow]") -> "Pairs":
    """Count how pairs of games with the same number ended; a game is won if most seats won it."""
    from lazaretto.lab.game_rows import is_mostly_won  # noqa: PLC0415
    from lazaretto.lab.intervals import Pairs  # noqa: PLC0415

    found = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    others = {(each.number, each.place): is_mostly_won(each) for each in second}
    for each in first:
        other = others.get((each.number, each.place))
        if other is not None:
            found[is_mostly_won(each), other] += 1
    return Pairs(found[True, True], found[True, False], found[False, True], found[False, False])


def difference_data(pairs: "Pairs") -> dict[str, object]:
    """The comparison as plain data."""
    counted = {"both": pairs.both, "first": pairs.first, "second": pairs.second, "neither": pairs.neither}
    return {**pairs.difference().data(), "pairs": counted, "chance": round(pairs.chance(), 6)}


def difference_text(pairs: "Pairs", names: tuple[str, str], bots: tuple[str, str] | None = None) -> str:
    """The comparison in a sentence that begins with the game that is won more often.

    With `bots`, the game is the same, and only these differ.
    """
    found, (first, second), chance = pairs.difference(), names, pairs.chance()
    gaps: dict[str, object] = {
        "pairs": say.PAIRS(number=pairs.both + pairs.first + pairs.second + pairs.neither),
        "chance": say.CHANCE(chance=chance) if chance >= TINY else say.TINY_CHANCE(chance=TINY),
        "value": 100 * abs(found.value),
    }
    if found.value > 0:  # the second one
        gaps |= {"more": second, "less": first, "first": pairs.second, "second": pairs.first}
        gaps |= {"low": 100 * found.low, "high": 100 * found.high}
    else:
        gaps |= {"more": first, "less": second, "first": pairs.first, "second": pairs.second}
        gaps |= {"low": -100 * found.high, "high": -100 * found.low}
    if found.low <= 0 <= found.high:
        gaps["verdict"] = say.NOTHING_CLEAR()
    elif bots is not None:
        gaps["verdict"] = say.CLEARLY_BETTER(bots=bots[found.value > 0])
    else:
        gaps["verdict"] = say.CLEARLY_EASIER(title=gaps["more"])
    return (say.DIFFERENCE if found.value else say.NO_DIFFERENCE)(**gaps)


def names_of(titles: tuple[str, str], reports: "Sequence[Report]") -> tuple[str, str]:
    """How two simulations are called: by their titles, or by what differs if these are the same."""
    if titles[0] != titles[1]:
        return titles
    one, other = reports
    differences = _differing(one, other), _differing(other, one)
    if differences[0] == differences[1]:
        differences = say.FIRST_OF_TWO(), say.SECOND_OF_TWO()
    first, second = (say.TITLE_WITH(title=titles[0], difference=each) for each in differences)
    return first, second


def differing_bots(titles: tuple[str, str], reports: "Sequence[Report]") -> tuple[str, str] | None:
    """The bots of two simulations if these differ in nothing else."""
    one, other = reports
    if titles[0] != titles[1] or one.options != other.options or one.bots == other.bots:
        return None
    return one.bots, other.bots


def _differing(one: "Report", other: "Report") -> str:
    """With which options and bots one was played that the other was not."""
    found = [f"{name}={value}" for name, value in one.options.items() if other.options.get(name) != value]
    if one.bots != other.bots:
        found.append(one.bots)
    return ", ".join(found)
