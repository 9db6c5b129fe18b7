"""Limits work on a game and all its copies: an amount of fuel that they share, and a flag to stop."""

from collections.abc import Callable

from rules.run.errors import UnfinishedError


class SpentError(UnfinishedError):
    """The fuel of a ration is used up: use what has been found so far."""


class StoppedError(UnfinishedError):
    """Nobody waits for the result any more: leave everything as it was."""


def _never() -> bool:
    return False


class Ration:
    """Fuel that a game and all its copies share, for example while a bot plans a move."""

    __slots__ = ("left", "stopped")

    def __init__(self, fuel: float = float("inf"), stopped: Callable[[], bool] = _never) -> None:
        self.left = fuel
        self.stopped = stopped
        """Whether nobody waits for the result any more; another thread may answer differently at any time."""

    def check(self) -> None:
        """Raise an error if the work must end here."""
        if self.stopped():
            raise StoppedError
        if self.left <= 0:
            raise SpentError
