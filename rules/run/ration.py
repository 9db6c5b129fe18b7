"""Limits work on a game and all its copies: an amount of fuel that they share, and a flag to stop."""

from collections.abc import Callable

from lazaretto.rules.run.errors import UnfinishedError


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
        late: Callable[[], bool] = _never,
    ) -> None:
        self.left = fuel
        self.stopped = stopped
        """Whether nobody waits for the result any more; another thread may answer differently at any time."""
        self.plans_end = plans_end if late is _never else lambda: late() or plans_end()
        """Whether rations inside this one are used up, whatever fuel they have left."""
        self._late = late
        """Whether this one is."""

    def put_inside(self, outer: "Ration") -> None:
        """Let the flags of another ration end this work too, and let this one have no more fuel than that."""
        own = self.stopped
        self.stopped = lambda: own() or outer.stopped()
        ends, late, further = self.plans_end, self._late, outer.plans_end
        self.plans_end = lambda: ends() or further()
        self._late = lambda: late() or further()
        self.left = min(self.left, outer.left)

    def ends(self) -> bool:
        """Whether somebody wants this work to end, whatever fuel is left."""
        return self.stopped() or self._late()

    def check(self) -> None:
        """Raise an error if the work must end here."""
        if self.stopped():
            raise StoppedError
        if self.left <= 0 or self._late():
            raise SpentError
