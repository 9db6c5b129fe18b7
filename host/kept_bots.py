"""Keeps the bots of a table that follow a plan, as long as nobody else does anything."""

from collections.abc import Callable
from typing import Protocol

from lazaretto.host.hint_search import Adviser
from lazaretto.host.seat_seed import seat_seed
from lazaretto.rules import Game, Record


class Bot(Protocol):
    """Answers the open decision of a game."""

    def play(self, game: Game) -> None:
        """Give one answer."""


class KeptBots:
    """The bot of each seat that has told its plan, and the record of the game after its last answer.

    A bot that plans is asked again where it left the game: so it does what it has said. Anywhere else, a new
    bot takes its place.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Bot, Record]] = {}

    def take(self, game: Game, seat: int, made: Callable[[int], Bot]) -> Bot:
        """Return the bot that answers for a seat now; whoever takes it gives it back with `keep`."""
        kept = self._kept.pop(seat, None)
        if kept is not None and kept[1] == game.record():
            return kept[0]
        return made(seat_seed(game, seat))

    def keep(self, game: Game, seat: int, bot: Bot) -> None:
        """Keep a bot that has just answered, if it has a plan."""
        if isinstance(bot, Adviser):
            self._kept[seat] = bot, game.record()
