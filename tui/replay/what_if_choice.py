"""Asks how to play on from a point of a replay: with the same draws to come, or with others."""

from lazaretto.tui.messages import after_game as say
from lazaretto.tui.widgets.pick_list import Choice, PickScreen


def ask_draws(number: int) -> PickScreen:
    """The list of the two ways; its result is 0 for the same draws, 1 for others."""
    return PickScreen(
        say.WHAT_IF(number=number),
        [
            Choice("s", say.SAME_DRAWS(), say.SAME_DRAWS.helped()),
            Choice("o", say.DEALT_ANEW(), say.DEALT_ANEW.helped()),
        ],
    )
