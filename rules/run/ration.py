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

    __slots__ = ("_late", "left", "plans_end", "stopped")

    def __init__(
        self,
        fuel: float = float("inf"),
        stopped: Callable[[], bool] = _never,
        plans_end: Callable[[], bool] = _never,
    ) -> None:
        self.left = fuel
        self.stopped = stopped
        """Whether nobody waits for the result any more; another thread may answer differently at any time."""
        self.plans_end = plans_end
        """Whether rations inside this one are used up, whatever fuel they have left."""
        self._late = _never

    def put_inside(self, outer: "Ration") -> None:
        """Let the flags of another ration end this work too."""
        own = self.stopped
        self.stopped = lambda: own() or outer.stopped()
        self._late = self.plans_end = outer.plans_end

    def ends(self) -> bool:
        """Whether somebody wants this work to end, whatever fuel is left."""
        return self.stopped() or self._late()

    def check(self) -> None:
        """Raise an error if the work must end here."""
        if self.stopped():
            raise StoppedError
        if self.left <= 0 or self._late():
            raise SpentError
