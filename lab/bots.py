"""Who answers decisions without being a person."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from lab.lookahead_bot import ThinkerBot
from rules import Game


class Bot(Protocol):
    """Answers the open decision of a game."""

    def play(self, game: Game) -> None:
        """Give one answer."""


class _Chance:
    """Chance of its own, for who decides by it; the same seed answers the same.

    It plays for all seats; `single` leaves what others may play in between to them.
    """

    def __init__(self, seed: int, single: bool = False) -> None:
        self._draw = Random(seed).random
        self._single = single

    def below(self, limit: int) -> int:
        """A number from 0 to one less than the limit."""
        return int(self._draw() * limit)

    def seat(self, game: Game) -> int | None:
        """The only seat that answers; None for any."""
        return game.seat if self._single else None


class RandomBot(_Chance):
    """Answers anything that is open, each step with equal chance."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        game.answer(game.sample(self.below, self.seat(game)))

    def wander(self, game: Game, most: int) -> int:
        """Give all answers to the end, or so many, for every seat; how many there were."""
        return game.wander(self.below, most)


class KeenBot(_Chance):
    """Answers by chance, but prefers the actions that the game says are worth more; it passes last."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        game.answer(game.sample(self.below, self.seat(game), weighed=True))


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "keen": KeenBot, "thinker": ThinkerBot}
"""Every bot by its name."""

COMPANIONS: dict[str, Callable[[int], Bot]] = {
    "random": lambda seed: RandomBot(seed, single=True),
    "keen": lambda seed: KeenBot(seed, single=True),
    "thinker": ThinkerBot,
}
"""The same bots for one seat among people."""
