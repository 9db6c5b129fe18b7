"""Judges the positions of a finished game one by one, each in several imagined worlds."""

from collections.abc import Sequence

from lab.judgement.chances import chance_in
from rules import Game, Ration, RuleError, SpentError

WORLDS = 6
"""In how many worlds each position is judged."""
FUEL = 30_000_000
"""The fuel for judging a position in one world."""


class Judged:
    """The positions of a game as one seat judges them."""

    def __init__(self, positions: Sequence[Game], seat: int, seed: int) -> None:
        """Take the positions; nothing is judged yet."""
        self._positions = positions
        self._seat = seat
        self._seed = seed
        self._found: list[list[float]] = [[] for _ in positions]
        self._steps = 0

    @property
    def share(self) -> float:
        """How many of the positions were judged in one world at least, from 0 to 1."""
        return min(1.0, self._steps / len(self._positions))

    @property
    def done(self) -> bool:
        """Whether it gets no better."""
        return self._steps >= WORLDS * len(self._positions)

    def step(self) -> None:
        """Judge the next position in one more world: first all in one world, then all in the next."""
        number, at = divmod(self._steps, len(self._positions))
        self._steps += 1
        game = self._positions[at]
        try:
            with game.rationed(Ration(FUEL)):
                world = (
                    game if game.outcome is not None else game.imagine(self._seat, self._seed + 31 * number)
                )
                self._found[at].append(chance_in(world, self._seat))
        except (RuleError, SpentError):
            pass  # its neighbours tell

    def chances(self) -> list[float]:
        """Return the chance at each position; where there is none yet, that of the position before."""
        found: list[float] = []
        for each in self._found:
            found.append(sum(each) / len(each) if each else found[-1] if found else 0.5)
        return found
