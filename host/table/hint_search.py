"""Looks for hints in the background, without holding up the table."""

import asyncio
from collections.abc import Collection, Iterator
from dataclasses import replace
from threading import Event
from time import thread_time
from typing import Protocol, runtime_checkable
from weakref import WeakKeyDictionary

from lazaretto.host import messages as say
from lazaretto.host.crash_report import only
from lazaretto.rules import ChoiceError, Game, Ration, RuleError, SpentError, StoppedError
from lazaretto.rules.run.planning.hint_types import Hint

PLANNING = 6.0
"""Seconds of processor time after which one step of a search, or a bot's planning, ends with the best move
found: twice what it takes in any game that comes along, and little enough that no game lets players wait ten
seconds."""

SEARCHING = 20.0
"""Seconds of processor time after which a search ends, wherever it is: its last hint is then the final."""

PATIENCE = 5.0
"""Seconds that a client waits for a better hint before it gets the last one again."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that tells what it would do, and why."""

    @property
    def advises(self) -> bool:
        """Whether it thinks well enough, and fast enough, to advise people."""

    def hints(self, game: Game, seat: int) -> Iterator[Hint]:
        """Yield hints, each better than the one before; the game stays as it is."""

    def remark(self, game: Game, seat: int) -> Hint:
        """Return what the bot, which has just planned in this position, is after."""

    def request(self, game: Game, seat: int) -> Hint:
        """Return why the bot, which has just planned in this position, does what others must agree to."""


@runtime_checkable
class Helper(Protocol):
    """A bot that helps people with what they seem to be after."""

    def help(self, people: Collection[int]) -> None:
        """Help what these seats seem to be after, from now on."""


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
"""One search at a time works in a process: whoever plays goes first."""


def _turn() -> asyncio.Semaphore:
    return _turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(1))


class HintSearch:
    """A search for hints in one position, for one client of a seat."""

    def __init__(self, game: Game, seat: int, adviser: Adviser) -> None:
        """Search in a copy of the game that nobody else uses."""
        self._found: list[Hint] = []
        self._stopped = Event()
        self._news = asyncio.Condition()
        self._error: ChoiceError | RuleError | None = None
        self._used = 0.0
        """The seconds of processor time that the steps before took."""
        self._plans_end = self._end = 0.0
        """When plans, and when everything, must end in the thread of this step; all copies ask for it."""
        self._game = game
        self._steps = adviser.hints(game, seat)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start searching, on the event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Stop searching: the position has changed, or nobody looks any more."""
        self._stopped.set()

    @property
    def ended(self) -> bool:
        """Whether it was stopped or has failed; one that has found its last hint has not."""
        return self._stopped.is_set() or self._error is not None

    async def later(self, after: int) -> Hint:
        """Return the first hint after a number; the last one if there is none for a while.

        Raises:
            ChoiceError: the search was stopped.
            RuleError: a rule failed.
        """
        async with self._news:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._news.wait_for(lambda: self.ended or self._has(after))
            except TimeoutError:
                pass
            if self._error is not None:
                raise self._error
            if self._stopped.is_set():
                raise ChoiceError(say.HINT_OUTDATED())
            later = (hint for hint in self._found if hint.number > after)
            return next(later, self._found[-1] if self._found else Hint(0, ()))

    def _has(self, after: int) -> bool:
        last = self._found[-1] if self._found else None
        return last is not None and (last.number > after or last.final)

    async def _run(self) -> None:
        while not self.ended and not (self._found and self._found[-1].final):
            hint: Hint | None = None
            error: ChoiceError | RuleError | None = None
            async with _turn():
                try:
                    with only(ChoiceError, RuleError, otherwise=RuleError):
                        hint = await asyncio.to_thread(self._step)
                except (ChoiceError, RuleError) as raised:
                    error = raised
            async with self._news:
                self._found += () if hint is None else (hint,)
                self._error = error
                self._news.notify_all()

    def _step(self) -> Hint:
        """Search on, in a thread, up to the next hint.

        Raises:
            ChoiceError: the search was stopped.
            RuleError: a rule failed.
        """
        begin = thread_time()
        self._end = begin + SEARCHING - self._used
        self._plans_end = min(begin + PLANNING, self._end)
        ration = Ration(
            stopped=self._stopped.is_set,
            plans_end=lambda: thread_time() > self._plans_end,
            late=lambda: thread_time() > self._end,
        )
        try:
            with self._game.rationed(ration):
                return next(self._steps)
        except StoppedError:
            raise ChoiceError(say.HINT_OUTDATED()) from None
        except SpentError:
            if not self._found:
                raise RuleError(say.HINT_TOO_LONG()) from None
            before = self._found[-1]
            return replace(before, number=before.number + 1, final=True)
        finally:
            self._used += thread_time() - begin
