"""Seats at a table in this process: several people at one keyboard, with bots beside them.

Rules, bots and the disk work in a thread, one change at a time; whoever listens is told on the event loop.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from host.actions_on import Way, ways
from host.game_stats import Course, course
from host.game_table import Table
from host.record_player import Playback
from host.record_store import StoreError
from host.seat import Heard, Moment, Sight
from host.seat_secrets import sees_secrets
from rules import ChoiceError, Game, Ref, RuleError, View

MOST = 120
"""Moments of one change that are kept; who wants to read more has the log."""


class LocalTable:
    """A table and the seats at it that people sit in."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = asyncio.Lock()
        self.seats: tuple[LocalSeat, ...] = tuple(
            LocalSeat(self, number, name)
            for number, name in enumerate(table.game.players)
            if not table.is_bot(number)
        )
        self._see()

    @property
    def name(self) -> str:
        """What the record is called in the store."""
        return self._table.name

    def notices(self) -> tuple[str, ...]:
        """What the people should hear about the record, once."""
        found = tuple(self._table.notices)
        self._table.notices.clear()
        return found

    async def begin(self) -> None:
        """Let bots play whose turn comes before anybody else's.

        Raises:
            RuleError, StoreError: as in `Seat.choose`.
        """
        await self.change(lambda: None)

    async def change(self, change: Callable[[], object]) -> None:
        """Change the game, let the bots answer, and tell every seat what it saw of it."""
        async with self._lock:
            await asyncio.to_thread(self._work, change, asyncio.get_running_loop().call_soon_threadsafe)

    def _work(self, change: Callable[[], object], soon: Callable[..., object]) -> None:
        for seat in self.seats:
            seat.begin()
        try:
            change()
            self._tell(soon)
            while self._table.play_bot(self.watch):
                self._tell(soon)
        except StoreError:
            self._tell(soon)
            raise

    def _tell(self, soon: Callable[..., object]) -> None:
        self._see()
        for seat in self.seats:
            if seat.heard is not None:
                soon(seat.tell, seat.take())

    def watch(self, game: Game) -> None:
        """Show the seats that listen what just happened."""
        for seat in self.seats:
            if seat.heard is not None and seat.each:
                seat.watch(game)

    def choose(self, key: str, seat: int) -> None:
        """Choose for a seat, in the thread of a change."""
        self._table.choose(key, seat, self.watch)

    def back(self) -> None:
        """Take a step back, in the thread of a change."""
        self._table.back()

    def undo(self) -> None:
        """Take a choice back, in the thread of a change."""
        self._table.undo()

    async def ways(self, seat: int, ref: Ref) -> tuple[Way, ...]:
        """What a seat may do with a thing."""
        async with self._lock:
            return await asyncio.to_thread(ways, self._table.game, seat, ref)

    async def course(self) -> Course:
        """How the game went so far."""
        async with self._lock:
            game = self._table.game
            record, over = game.record(), game.outcome is not None
        found = await asyncio.to_thread(course, self._table.program, record)
        return found if over else replace(found, chosen=tuple(replace(each, key="") for each in found.chosen))

    async def playback(self) -> Playback:
        """The whole game once more."""
        async with self._lock:
            game = self._table.game
            if game.outcome is None:
                raise ChoiceError("the game is not over: what was secret in it still is")
            record = game.record()
        return await asyncio.to_thread(Playback, self._table.program, record)

    def _see(self) -> None:
        game = self._table.game
        public, views = game.views()
        outcome, choices = game.outcome, game.choices_made
        for seat in self.seats:
            view = views[seat.number]
            seat.sight = Sight(
                view, seat.before, sees_secrets(public, view), game.inside, outcome, game.turns, choices
            )


class LocalSeat:
    """A seat at a local table."""

    def __init__(self, table: LocalTable, number: int, name: str) -> None:
        self._table = table
        self.number = number
        self.name = name
        self.sight: Sight
        self.before: View | None = None
        self.heard: Heard | None = None
        self.each = True
        """Whether the listener wants to hear of each thing that happens, not only of the last."""
        self._lines = 0
        self._moments: list[Moment] = []

    def look(self) -> Sight:
        """What the seat sees now."""
        return self.sight

    def notices(self) -> tuple[str, ...]:
        """What should be said about the record, each once."""
        return self._table.notices()

    def listen(self, heard: Heard | None, each: bool = True) -> None:
        """Be told of every change."""
        self.heard, self.each = heard, each

    async def choose(self, key: str) -> None:
        """Choose, for this seat."""
        seen = self.sight.view
        before, self.before = self.before, seen
        try:
            await self._table.change(lambda: self._table.choose(key, self.number))
        except (ChoiceError, RuleError):
            if self.sight.view is seen:  # else it was a bot whose rules went wrong: this choice stands
                self.before = before
            raise

    async def back(self) -> None:
        """Take one step of an unfinished choice back."""
        await self._table.change(self._table.back)

    async def undo(self) -> None:
        """Take the last choice of a person back."""
        await self._table.change(self._table.undo)

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        return await self._table.ways(self.number, ref)

    async def course(self) -> Course:
        """How the game went so far."""
        return await self._table.course()

    async def playback(self) -> Playback:
        """The whole game once more."""
        return await self._table.playback()

    # --- while a change is made ------------------------------------------------------------------

    def begin(self) -> None:
        """Count the lines of the log from here."""
        self._lines = len(self.sight.view.log)
        self._moments = []

    def watch(self, game: Game) -> None:
        """Keep what just happened, if this seat may know it."""
        if len(self._moments) < MOST:
            view = game.glimpse(self.number)
            self._moments += (Moment(line, view) for line in view.log[self._lines :])
            self._lines = len(view.log)

    def take(self) -> tuple[Moment, ...]:
        """What has been kept since it was last taken; how things stand now is the last of it in any case."""
        found, self._moments = tuple(self._moments), []
        if not self.each:
            view = self.sight.view
            found = tuple(Moment(line, view) for line in view.log[self._lines :][-1:])
            self._lines = len(view.log)
        return found

    def tell(self, moments: tuple[Moment, ...]) -> None:
        """Hand over what happened, on the event loop."""
        if self.heard is not None:
            self.heard(moments)
