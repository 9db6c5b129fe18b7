"""Lets rules look at a position: what they cost is paid from the fuel for looking, and from a ration."""

from lazaretto.rules.backends.native.helpers.memory import at, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.search_room import STEP, take


def start_looking() -> int:
    """Let rules that look at a position pay from the fuel for looking; return how much there is."""
    tank = at.fuel_for_looking - load_i64(at.looked)
    store_i64(at.depth, 0)
    store_i64(at.fuel, tank)
    store_i64(at.looking, 1)
    return tank


def start_rating() -> int:
    """Let the score of a position look at it, and remember values that it needs more than once."""
    tank = start_looking()
    number = load_i64(at.ratings) + 1
    store_i64(at.ratings, number)
    store_i64(at.looking, number + 1)
    return tank


def end_looking(tank: int) -> None:
    """Pay for looking."""
    store_i64(at.looking, 0)
    used = tank - load_i64(at.fuel)
    store_i64(at.looked, load_i64(at.looked) + used)
    take(used + STEP)
