"""Compares two simulations of the same seeds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.messages import simulation as say

if TYPE_CHECKING:
    from lab.game_rows import GameRow
    from lab.intervals import Pairs


def pairs_of(first: "Sequence[GameRow]", second: "Sequence[GameRow]") -> "Pairs":
    """Count how pairs of games with the same number ended; a game is won if most seats won it."""
    from lab.game_rows import is_mostly_won  # noqa: PLC0415
    from lab.intervals import Pairs  # noqa: PLC0415

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


def difference_text(pairs: "Pairs") -> str:
    """The comparison in a sentence."""
    found = pairs.difference()
    verdict = (
        say.VARIANT_EASIER if found.low > 0 else say.VARIANT_HARDER if found.high < 0 else say.VARIANT_ALIKE
    )
    return say.DIFFERENCE(
        value=100 * found.value,
        low=100 * found.low,
        high=100 * found.high,
        first=pairs.first,
        second=pairs.second,
        chance=pairs.chance(),
        verdict=verdict(),
    )
