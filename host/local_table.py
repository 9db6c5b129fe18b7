"""Seats at a table in this process: several people at one keyboard, and bots.

Rules, bots and the disk run in a thread, one change at a time; seats get updates on the event loop.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import TypeVar

from host import messages as say
from host.actions_on import Way, ways
from host.autosaved_game import Table
from host.game_stats import Course, course
from host.local_replay import LocalReplay
from host.preview_next_question import Ahead, ahead
from host.record_store import StoreError
from host.seat_protocol import Happening, SeatStart, SeatUpdate, Told
from host.sees_secrets import sees_secrets
from rules import ChoiceError, Game, Outcome, Ref, RuleError, View
from rules.run.diff_views import BaseIndex, difference

MOST = 120
"""How many events of one change are reported one by one; the log has the rest."""

Found = TypeVar("Found")


class LocalTable:
    """A table and the seats of its people."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = asyncio.Lock()
        self._abandoned = Event()
        """Set while nobody has a seat any more: bots stop then."""
        players = table.game.players
        self.seats: tuple[LocalSeat, ...] = tuple(
            LocalSeat(self, number, name, BaseIndex(table.program.view_base(players, number)))
            for number, name in enumerate(players)
            if not table.is_bot(number)
        )
        self._see()

    @property
    def name(self) -> str:
        """The name of the record in the store."""
        return self._table.name

    @property
    def place(self) -> str:
        """Where the record is saved."""
        return str(self._table.store.path(self._table.name))

    async def begin(self) -> None:
        """Let bots play until a person has to decide.

        Raises:
            RuleError, StoreError: as in `Seat.choose`.
        """
        await self.change(lambda: None)

    async def change(self, change: Callable[[], object]) -> None:
        """Change the game, let the bots answer, and send every seat its update."""
        async with self._lock:
            await asyncio.to_thread(self._work, change, asyncio.get_running_loop().call_soon_threadsafe)

    async def ask(self, question: Callable[[Game], Found]) -> Found:
        """Compute something from the game, in a thread."""
        async with self._lock:
            return await asyncio.to_thread(question, self._table.game)

    async def start(self, seat: "LocalSeat", told: Told) -> SeatStart:
        """Give a seat to a client; if everybody had left, the bots go on first."""
        if self._abandoned.is_set():
            self._abandoned.clear()
            await self.begin()
        async with self._lock:
            return seat.start(told)

    def left(self) -> None:
        """Stop the bots if nobody has a seat any more."""
        if all(seat.told is None for seat in self.seats):
            self._abandoned.set()

    def _work(self, change: Callable[[], object], soon: Callable[..., object]) -> None:
        for seat in self.seats:
            seat.begin()
        try:
            change()
            self._tell(soon)
            while self._table.play_bot(self.watch, self._abandoned.is_set):
                self._tell(soon)
        except StoreError:
            self._tell(soon)
            raise

    def _tell(self, soon: Callable[..., object]) -> None:
        self._see()
        for seat in self.seats:
            if seat.told is not None:
                soon(seat.tell, seat.told, seat.update())

    def watch(self, game: Game) -> None:
        """Record the last event for each seat that follows events."""
        for seat in self.seats:
            if seat.told is not None and seat.each:
                seat.watch(game)

    def choose(self, key: str, seat: int) -> None:
        """Choose for a seat, in the thread of a change."""
        self._table.choose(key, seat, self.watch)

    def back(self) -> None:
        """Undo a step, in the thread of a change."""
        self._table.back()

    def undo(self) -> None:
        """Undo a choice, in the thread of a change."""
        self._table.undo()

    def save(self) -> None:
        """Write the record, in the thread of a change."""
        self._table.save()

    async def course(self) -> Course:
        """Statistics of the game so far."""
        record, over = await self.ask(lambda game: (game.record(), game.outcome is not None))
        found = await asyncio.to_thread(course, self._table.program, record)
        return found if over else replace(found, chosen=tuple(replace(each, key="") for each in found.chosen))

    async def replay(self) -> LocalReplay:
        """The whole game as a replay."""
        record, over = await self.ask(lambda game: (game.record(), game.outcome is not None))
        if not over:
            raise ChoiceError(say.NOT_OVER())
        return await asyncio.to_thread(LocalReplay, self._table.program, record)

    def _see(self) -> None:
        game = self._table.game
        public, views = game.views()
        outcome, choices = game.outcome, game.choices_made
        notices, self._table.notices[:] = tuple(self._table.notices), ()
        for seat in self.seats:
            view = views[seat.number]
            secret = sees_secrets(public, view)
            seat.see(view, Standing(secret, game.inside, outcome, game.turns, choices), notices)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the game apart from the view."""

    secret: bool
    inside: bool
    outcome: Outcome | None
    turn: int
    choices: int


class LocalSeat:
    """A seat at a local table."""

    def __init__(self, table: LocalTable, number: int, name: str, base: BaseIndex) -> None:
        self._table = table
        self.number = number
        self.name = name
        self.told: Told | None = None
        self.each = False
        """Whether updates report each event or only the final state."""
        self._base = base
        self._view = base.blank
        """What the seat sees."""
        self._sent = base.blank
        """What the client of the seat was sent last."""
        self._standing: Standing
        self._notices: list[str] = []
        """Messages that have not been sent yet."""
        self._happenings: list[Happening] = []
        self._seen = base.blank
        """What the seat saw after the last event."""

    # --- for the client of the seat --------------------------------------------------------------

    async def join(self, told: Told) -> SeatStart:
        """Take the seat."""
        return await self._table.start(self, told)

    def leave(self) -> None:
        """Stop receiving updates; when nobody has a seat any more, the bots stop."""
        self.told, self.each = None, False
        self._table.left()

    def follow(self, each: bool) -> None:
        """Choose whether updates report each event."""
        self.each = each

    async def choose(self, key: str) -> None:
        """Make a choice for this seat."""
        await self._table.change(lambda: self._table.choose(key, self.number))

    async def back(self) -> None:
        """Undo one step of an unfinished choice."""
        await self._table.change(self._table.back)

    async def undo(self) -> None:
        """Undo the last choice of a person."""
        await self._table.change(self._table.undo)

    async def save(self) -> None:
        """Write the current record."""
        await self._table.change(self._table.save)

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        return await self._table.ask(lambda game: ways(game, self.number, ref))

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """The decision of this seat after some steps."""
        return await self._table.ask(lambda game: ahead(game, self.number, keys))

    async def course(self) -> Course:
        """Statistics of the game so far."""
        return await self._table.course()

    async def replay(self) -> LocalReplay:
        """The whole game as a replay."""
        return await self._table.replay()

    # --- for the table ---------------------------------------------------------------------------

    def start(self, told: Told) -> SeatStart:
        """Give the seat to a client, which knows nothing yet."""
        self.told, self.each = told, False
        self._sent = self._base.blank
        self.begin()
        return SeatStart(self._base.base, self.update())

    def begin(self) -> None:
        """Start a change: the next events follow the view that was sent last."""
        self._seen, self._happenings = self._sent, []

    def watch(self, game: Game) -> None:
        """Record the last event if this seat may see it."""
        if len(self._happenings) >= MOST:
            return
        try:
            view = game.glimpse(self.number)
        except RuleError:
            return  # what a seat sees cannot be computed here; the choice goes on
        lines = len(view.log) - len(self._seen.log)
        if lines > 0:
            self._happenings.append(Happening(difference(self._base, self._seen, view), lines))
            self._seen = view

    def see(self, view: View, standing: Standing, notices: tuple[str, ...]) -> None:
        """Set the current view and state."""
        self._view, self._standing = view, standing
        self._notices += notices

    def update(self) -> SeatUpdate:
        """Make the next update and count it as sent."""
        happenings, notices, now = tuple(self._happenings), tuple(self._notices), self._standing
        change = difference(self._base, self._seen, self._view)
        self._sent = self._view
        self._notices = []
        self.begin()
        return SeatUpdate(
            happenings, change, now.secret, now.inside, now.outcome, now.turn, now.choices, notices
        )

    def tell(self, told: Told, update: SeatUpdate) -> None:
        """Deliver an update on the event loop, unless another client has the seat by now."""
        if self.told is told:
            told(update)
