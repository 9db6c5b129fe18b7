"""Imagines games for seats, with what each of them suspects about things that it does not see."""

from contextlib import suppress

from lazaretto.rules import Game, SpentError
from lazaretto.rules.run.suspicion import Suspicion


class Suspicions:
    """What the seats of one game suspect."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._own: dict[int, Suspicion] = {}

    def of(self, seat: int) -> Suspicion | None:
        """Return what a seat suspects, as far as it has followed the game; None if it has not yet."""
        return self._own.get(seat)

    def imagine(self, game: Game, seat: int, seed: int) -> Game:
        """Return a determinisation for a seat in which hidden variables are as it suspects.

        If there is no time left to follow the game, it is what the seat suspected before.
        """
        with suppress(SpentError):
            self._own[seat] = game.suspicion(seat, self._own.get(seat), self._seed)
        own = self._own.get(seat)
        return game.imagine(seat, seed, believed={} if own is None else own.drawn(seed))
