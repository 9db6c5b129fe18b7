"""A seat and a replay of a table in a workroom; both outlive the process that runs the rules."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.game_stats import Course
from lazaretto.host.records.replay_protocol import Replay, ReplayFrame
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.tables.table_settings import GameOrder
from lazaretto.host.server.workers.worker_handle import TooSlowError, WorkerLostError
from lazaretto.host.table.actions_on import Ahead, Way
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.seat_protocol import ASKED, SPECTATOR, Seat, SeatStart, SeatUpdate, Told
from lazaretto.host.table.stop_settings import Stops
from lazaretto.host.table.win_chance_over_game import Chances
from lazaretto.rules import ChoiceError, Ref, RuleError
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.diff_views import ViewChange

TRIES = 3
"""How often a client is seated if the process is lost meanwhile."""

MOST_VIEWS = 100
"""How many views somebody may ask for at once."""

Found = TypeVar("Found")


class Source(Protocol):
    """Where a seat comes from: the table, wherever its rules run at the moment."""

    order: GameOrder
    """What its people agreed on."""

    @property
    def refusal(self) -> str:
        """Why nobody may choose now; empty if they may."""

    async def seat_for(self, seat: "HallSeat") -> Seat:
        """The seat in the workroom.

        Raises:
            WorkerLostError: the process that runs the rules is lost.
            LobbyError: the table cannot be set up.
        """

    def forget(self, seat: "HallSeat") -> None:
        """Update the seat no more."""

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for."""


class HallSeat:
    """The `Seat` that a person's client has."""

    def __init__(
        self, source: Source, number: int | None, name: str, keyboard: frozenset[int], person: int = 0
    ) -> None:
        self._source = source
        self.person = person
        """The id of the person whose client this is."""
        self.viewer = number
        """Whose view this client gets; None for the public one."""
        self.number = SPECTATOR if number is None else number
        self.name = name
        self.keyboard = keyboard
        self._seat: Seat | None = None
        self._told: Told | None = None
        self._each = False
        self._stops = Stops()
        self._talk: tuple[str, str] | None = None
        self._early: list[SeatUpdate] | None = None
        """What the seat was told before its client had the first state; None as soon as it has it."""
        self._number = 0
        """The number of the last update for the client."""
        self._counted = 0
        """How many there were before the seat in the workroom was taken: it counts from 1 each time."""
        self._left = False
        self._starting = asyncio.Lock()
        """Held while the seat in the workroom is taken: there is one at a time."""
        self._replay: HallReplay | None = None
        """The replay that was asked for last."""

    async def join(self, told: Told) -> SeatStart:
        """Take the seat."""
        for _ in range(TRIES):
            try:
                start = await self._start()
            except WorkerLostError:
                continue
            except LobbyError as error:
                raise RuleError(str(error)) from None
            self._told = told
            asyncio.get_running_loop().call_soon(self._tell_early)  # after the start has reached the client
            return start
        raise RuleError(say.SET_UP_AGAIN())

    async def again(self) -> None:
        """Go on at a table that was set up again: the client gets everything anew.

        Raises:
            LobbyError, RuleError: that fails.
        """
        if self._told is None or self._seat is not None:
            return
        start = await self._start()
        if self._told is not None:
            self._told(replace(start.now, whole=True))
            self._tell_early()

    async def _start(self) -> SeatStart:
        async with self._starting:
            return await self._start_anew()

    async def _start_anew(self) -> SeatStart:
        self._must_be_here()
        self._leave_seat()
        self._early, self._counted = [], self._number
        seat = await self._source.seat_for(self)
        start = await seat.join(self._hear)
        self._seat = seat
        await self._set_again(seat)
        try:
            self._must_be_here()
        except RuleError:
            self._leave_seat()
            raise
        return replace(start, now=self._may_hear(start.now))

    def _must_be_here(self) -> None:
        if self._left:
            raise RuleError(say.NO_SEAT_OF_YOURS())

    async def _set_again(self, seat: Seat) -> None:
        """Set what the client has set before; what does not suit the game any more is left out."""
        if self._each:
            seat.follow(True)
        settings: list[Callable[[], Awaitable[None]]] = []
        if self._stops != Stops():
            settings.append(lambda: seat.stops(self._stops))
        if self._talk is not None:
            how, consent = self._talk
            settings.append(lambda: seat.talk(how, consent))
        for setting in settings:
            try:
                await setting()
            except WorkerLostError:
                raise
            except (ChoiceError, RuleError, LobbyError):
                continue

    def _hear(self, update: SeatUpdate) -> None:
        if self._early is not None:
            self._early.append(update)
        elif self._told is not None:
            self._told(self._may_hear(update))

    def _tell_early(self) -> None:
        """Tell the client what has happened while it was seated."""
        early, self._early = self._early, None
        for update in early or ():
            self._hear(update)

    def _may_hear(self, update: SeatUpdate) -> SeatUpdate:
        """An update without what bots say, if the table plays without hints; its number goes on."""
        self._number = max(self._number, self._counted + update.number)
        update = replace(update, number=self._counted + update.number)
        return update if self._source.order.hints else replace(update, remarks=(), request=None)

    def _seen(self, seen: int | None) -> int | None:
        """What the client has seen, as the workroom counts; it has seen nothing of that before a loss."""
        return None if seen is None else max(0, seen - self._counted)

    def leave(self) -> None:
        """Stop receiving updates."""
        self._told, self._left = None, True
        self._leave_seat()
        self._source.forget(self)

    def _leave_seat(self) -> None:
        """Leave the seat in the workroom, which updates this client no more."""
        if self._seat is not None:
            self._leave_replay()
            self._seat.leave()
            self._seat = None

    def lost(self) -> None:
        """The process that ran the table has ended."""
        self._seat = None

    @property
    def is_lost(self) -> bool:
        """Whether its client waits for the table to be set up again."""
        return self._told is not None and self._seat is None

    def follow(self, each: bool) -> None:
        """Choose whether updates report each event."""
        self._each = each
        if self._seat is not None:
            self._seat.follow(each)

    async def choose(self, key: str, seen: int | None = None) -> None:
        """Make a choice for this seat."""
        await self._act(lambda seat: seat.choose(key, self._seen(seen)))

    async def back(self) -> None:
        """Undo one step of an unfinished choice."""
        await self._act(lambda seat: seat.back())

    async def undo(self) -> None:
        """Refuse: at a table of the hall others may have to agree, see `TableSeat.undo`."""
        raise ChoiceError(say.UNDO_AT_TABLE())

    async def talk(self, how: str, consent: str = ASKED) -> None:
        """Set whether the person with this seat and others tells themselves everything, also later."""
        await self._ask(lambda seat: seat.talk(how, consent))
        self._talk = how, consent

    async def stops(self, stops: Stops, seen: int | None = None) -> None:
        """Set at which windows the table waits for the player, also after it was set up again."""
        self._stops = replace(stops, until="")
        if stops.until:
            await self._act(lambda seat: seat.stops(stops, self._seen(seen)))
        else:
            await self._ask(lambda seat: seat.stops(stops))

    async def save(self) -> None:
        """Nothing: every choice is stored before it is shown."""

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        return await self._ask(lambda seat: seat.ways(ref))

    async def journeys(self, ref: Ref | None) -> tuple[Journey, ...]:
        """The ways of this seat's own figure to a place."""
        return await self._ask(lambda seat: seat.journeys(ref))

    async def travel(self, keys: tuple[str, ...], seen: int | None = None) -> int:
        """Make the choices of a journey."""
        self._must_be_open()
        return await self._ask(lambda seat: seat.travel(keys, self._seen(seen)))

    async def outlooks(self, ref: Ref | None = None) -> tuple[Outlook, ...]:
        """What would happen next, as far as this seat can know it: about a place, or the whole game."""
        return await self._ask(lambda seat: seat.outlooks(ref))

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """The decision of this seat after some steps."""
        return await self._ask(lambda seat: seat.ahead(keys))

    async def hint(self, after: int = 0) -> Hint:
        """What a bot would do, unless the table plays without hints."""
        if not self._source.order.hints:
            raise ChoiceError(say.WITHOUT_HINTS())
        return await self._ask(lambda seat: seat.hint(after))

    def drop_hint(self) -> None:
        """Stop looking for a better hint."""
        if self._seat is not None:
            self._seat.drop_hint()

    async def course(self) -> Course:
        """Statistics of the game so far."""
        return await self._ask(lambda seat: seat.course())

    async def replay(self) -> Replay:
        """The whole game as a replay; the one before it is closed."""

        async def again() -> Replay:
            return await self._ask(lambda seat: seat.replay())

        replay = HallReplay(await again(), again)
        self._leave_replay()
        self._replay = replay
        return replay

    def _leave_replay(self) -> None:
        if self._replay is not None:
            self._replay.leave()
            self._replay = None

    async def _act(self, act: Callable[[Seat], Awaitable[None]]) -> None:
        self._must_be_open()
        await self._ask(act)

    def _must_be_open(self) -> None:
        if self._source.refusal:
            raise ChoiceError(self._source.refusal)

    async def _ask(self, ask: Callable[[Seat], Awaitable[Found]]) -> Found:
        if self._seat is None:
            raise ChoiceError(say.SET_UP_AGAIN())
        try:
            return await ask(self._seat)
        except TooSlowError as error:
            raise ChoiceError(str(error)) from None
        except WorkerLostError:
            raise ChoiceError(say.SET_UP_AGAIN()) from None
        except LobbyError as error:
            raise ChoiceError(str(error)) from None


class HallReplay:
    """The `Replay` that a person's client has."""

    def __init__(self, replay: Replay, again: Callable[[], Awaitable[Replay]]) -> None:
        """Show a replay; `again` makes the same one where the table runs now."""
        self.info = replay.info
        self._replay, self._again = replay, again
        self._renewing = asyncio.Lock()
        self._left = False

    async def base(self, seat: int | None) -> ViewBase:
        """The constant part of what a seat sees."""
        return await self._ask(lambda replay: replay.base(seat))

    async def frame(self, at: int, seat: int | None) -> ReplayFrame:
        """What a seat saw after the given number of choices."""
        return await self._ask(lambda replay: replay.frame(at, seat))

    async def public(self, first: int, last: int) -> tuple[ViewChange, ...]:
        """The public view after each of these choices, not too many of them at once."""
        if last - first > MOST_VIEWS:
            raise RuleError(say.TOO_MANY_VIEWS(most=MOST_VIEWS))
        return await self._ask(lambda replay: replay.public(first, last))

    async def chances(self) -> Chances:
        """The estimated chance to win, as far as it is known."""
        return await self._ask(lambda replay: replay.chances())

    def leave(self) -> None:
        """Look at it no more."""
        self._left = True
        self._replay.leave()

    def _must_be_open(self) -> None:
        if self._left:
            raise RuleError(say.REPLAY_CLOSED())

    async def _ask(self, ask: Callable[[Replay], Awaitable[Found]]) -> Found:
        """Ask the replay; if its process is lost or has forgotten it, make it again first."""
        self._must_be_open()
        asked = self._replay
        try:
            return await ask(asked)
        except LobbyError:
            pass
        try:
            async with self._renewing:
                if self._replay is asked:
                    self._replay = await self._again()
                    if self._left:
                        self._replay.leave()
            return await ask(self._replay)
        except (LobbyError, ChoiceError) as error:
            raise RuleError(str(error)) from None
