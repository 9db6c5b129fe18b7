"""Bots that answer decisions at random, and the list of all bots.

The levels `easy`, `medium` and `hard` are bots that think; `thinker` is the former name of `medium`.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from lab.budgets import LEVELS
from lab.hints import AdvisingThinker
from lab.lookahead_bot import ThinkerBot
from rules import Game
from rules.run.random_streams import RandomWord


class Bot(Protocol):
    """Answers the open decision of a game."""

    def play(self, game: Game) -> None:
        """Give one answer."""


class _Chance:
    """A bot's own random source; the same seed gives the same answers.

    The bot plays all seats; `single` leaves interruptions to the other seats.
    """

    def __init__(self, seed: int, single: bool = False) -> None:
        self.below = RandomWord(seed).below
        """Returns a number from 0 up to but excluding a limit, the same ones as native random play."""
        self._single = single

    def seat(self, game: Game) -> int | None:
        """Return the only seat that answers; None for any."""
        return game.seat if self._single else None


class RandomBot(_Chance):
    """Chooses among all open answers, each step uniformly at random."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        game.answer(game.sample(self.below, self.seat(game)))

    def wander(self, game: Game, most: int) -> int:
        """Give all answers for every seat to the end, or at most `most`; return how many were given."""
        return game.wander(self.below, most)


class KeenBot(_Chance):
    """Answers at random with the weights that the game gives to actions; passing has the lowest weight."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        game.answer(game.sample(self.below, self.seat(game), weighed=True))


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "keen": KeenBot,
    **{name: partial(ThinkerBot, budget=budget) for name, budget in LEVELS.items()},
    "thinker": ThinkerBot,
}
"""Every bot by its name."""

COMPANIONS: dict[str, Callable[[int], Bot]] = {
    "random": lambda seed: RandomBot(seed, single=True),
    "keen": lambda seed: KeenBot(seed, single=True),
    **{name: partial(AdvisingThinker, budget=budget) for name, budget in LEVELS.items()},
    "thinker": AdvisingThinker,
}
"""The same bots for one seat among people."""
