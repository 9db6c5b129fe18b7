"""The budget of processor time for everything that people look up beside a decision.

What may be done with a thing, ways over the board, previews, the decision after some steps: all of it runs
rules on copies of the game. All seats of a table pay for it from one budget, which is full again when the
game goes on. One look ends after a while with what it has found; when the budget is spent, looks are refused,
and everybody can still choose.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time
from weakref import WeakKeyDictionary

from lazaretto.host import messages as say
from lazaretto.rules import ChoiceError, Game, Ration, RuleError, SpentError

LOOK = 2.0
"""The seconds of processor time of one look."""
LOOKS = 15.0
"""The seconds for all looks at one decision."""
OWN_LOOKS = 7.5
"""The part of it that one seat may use."""
AGAIN = 20.0
"""The seconds for playing a record again: for its statistics, for a replay, or for another place in it."""

AT_ONCE = 3
"""How many looks run at a time in a process, at all tables: whoever plays goes first."""
REPLAYS_AT_ONCE = 2
"""How many replays do; one may take much longer than a look."""

Turns = WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]
_looks: Turns = WeakKeyDictionary()
_replays: Turns = WeakKeyDictionary()


def turn_to_look() -> asyncio.Semaphore:
    """Held while something is looked up beside a decision."""
    return _looks.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))


def turn_to_replay() -> asyncio.Semaphore:
    """Held while a record is played again."""
    return _replays.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(REPLAYS_AT_ONCE))


class TimeLimit:
    """Ends work that plays a record again, in this thread, if it takes too long."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._end = clock() + AGAIN

    def check(self) -> None:
        """Raise an error if the time is over.

        Raises:
            RuleError: it is.
        """
        if self._clock() > self._end:
            raise RuleError(say.RECORD_TOO_LONG())


class Looks:
    """What is left for looking at the decision of a table."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._used: dict[int | None, float] = {}
        self._position: object = None

    def _left(self, game: Game, seat: int | None) -> float:
        """The seconds that a seat may still use in this position."""
        if self._position is not game.position:
            self._position, self._used = game.position, {}
        return min(LOOKS - sum(self._used.values()), OWN_LOOKS - self._used.get(seat, 0.0))

    @contextmanager
    def look(self, game: Game, seat: int | None) -> Iterator[Callable[[], bool]]:
        """Let a seat look at a game, in this thread; what is yielded says whether the time is over.

        Raises:
            ChoiceError: nothing is left, or the look took too long to find anything.
        """
        left = self._left(game, seat)
        if left <= 0:
            raise ChoiceError(say.LOOKED_ENOUGH())
        begin = self._clock()
        end = begin + min(LOOK, left)

        def late() -> bool:
            return self._clock() > end

        try:
            with game.rationed(Ration(late=late)):
                yield late
        except SpentError:
            raise ChoiceError(say.LOOK_TOO_LONG()) from None
        finally:
            self._used[seat] = self._used.get(seat, 0.0) + self._clock() - begin
