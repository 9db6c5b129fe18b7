"""Lets rules look at a position and pay for it, as `lazaretto.rules.run.fast_play` does."""

from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import at
from lazaretto.rules.backends.native.helpers.search_room import STEP, take


def start_looking() -> int:
    """Let rules that look at a position pay from the fuel for looking; return how much there is."""
    tank = at.fuel_for_looking - game.looked
    game.depth = 0
    game.fuel = tank
    game.looking = 1
    return tank


def start_rating() -> int:
    """Let the score of a position look at it, and remember values that it needs more than once."""
    tank = start_looking()
    number = game.ratings + 1
    game.ratings = number
    game.looking = number + 1
    return tank


def end_looking(tank: int) -> None:
    """Pay for looking."""
    game.looking = 0
    used = tank - game.fuel
    game.looked += used
    take(used + STEP)
