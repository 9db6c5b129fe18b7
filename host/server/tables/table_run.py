"""The game of one table in a workroom: set up when somebody needs it, and again when its process is lost."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.fair_queue import NOBODY
from lazaretto.host.server.hall_views import HallError, State
from lazaretto.host.server.tables.hall_seat import HallSeat
from lazaretto.host.server.tables.table_base import TableBase
from lazaretto.host.server.workers.table_setup_queue import TableSetup
from lazaretto.host.server.workers.worker_handle import WorkerLostError, WorkerStoppedError
from lazaretto.host.server.workers.worker_pool import RemoteWorkroom
from lazaretto.host.server.workers.workroom_protocol import NotCompiledError, TableJob
from lazaretto.host.table.seat_protocol import Seat, TableInfo
from lazaretto.rules import RuleError

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 60.0
"""Seconds until a table is tried again that could not be set up, at first and at most."""

Found = TypeVar("Found")


class TableRun:
    """Where and how the game of a table runs."""

    def __init__(self, table: TableBase) -> None:
        self._table = table
        self.room: RemoteWorkroom | None = None
        """The workroom where it runs; None if it is not set up."""
        self._info: TableInfo | None = None
        self._before: RemoteWorkroom | None = None
        """The workroom where it ran before: what that has reported must be stored first."""
        self._job: TableJob | None = None
        self._compiles = False
        self._restoring = False
        self._wrong = ""
        """What a rule did wrong when the table was restored, for its people to read."""

    @property
    def _setup(self) -> TableSetup:
        return self._table.services.setup

    async def info(self, who: int) -> TableInfo:
        """The facts about the table, which is set up unless it runs; `who` is the person who needs it.

        Raises:
            HallError: it cannot be set up.
        """
        try:
            return await self._running(who)
        except HallError:
            raise
        except LobbyError as error:
            raise HallError(str(error)) from None

    async def ask(self, ask: Callable[[RemoteWorkroom], Awaitable[Found]], who: int = NOBODY) -> Found:
        """Ask the workroom something about the table, which is set up if need be.

        Raises:
            HallError: it cannot be set up, or its process is lost meanwhile.
        """
        await self.info(who)
        if self.room is None:
            raise HallError(say.SET_UP_AGAIN())
        try:
            return await ask(self.room)
        except WorkerLostError:
            raise HallError(say.SET_UP_AGAIN()) from None

    async def seat(self, seat: HallSeat) -> Seat:
        """A seat in the workroom.

        Raises:
            WorkerLostError: the process is lost.
            LobbyError: the table cannot be set up.
        """
        await self._running(seat.person)
        if self.room is None:
            raise WorkerLostError(say.SILENT())
        return await self.room.sit(self._table.code, seat.viewer, seat.keyboard)

    async def _running(self, who: int, patient: bool = False) -> TableInfo:
        stopped = False
        while True:
            if self.room is not None and self._info is not None:
                return self._info
            try:
                await self._setup.set_up(who, self.set_up, patient)
            except WorkerStoppedError:
                if stopped:
                    raise
                stopped = True
            except NotCompiledError:
                if self._compiles or self._job is None:
                    raise
                await self._setup.compile(who, self._job, patient)
                self._compiles = True

    async def set_up(self) -> None:
        """Set the table up in a workroom, unless it runs; the hall does this for a few tables at a time.

        Raises:
            NotCompiledError: its program must be compiled first.
            LobbyError: it cannot be set up.
        """
        if self.room is not None:
            return
        if self._before is not None:
            await self._before.stop()
            self._before = None
        table = self._table
        await table.load()
        job = await table.services.job(table.row, table.order, table.players_and_bots())
        self._job = replace(job, choices=table.history.choices, compiles=self._compiles)
        room = await self._setup.room_for(table.code)
        facts = await room.open(self._job)
        if room.ended:
            raise WorkerLostError(say.SILENT())
        self.room, self._info, self._compiles = room, facts.info, False
        table.progress, table.notice = facts.progress, ""

    async def put_away(self) -> None:
        """Keep nothing but what the store has."""
        room, self.room, self._info = self.room, None, None
        if room is not None:
            await self._setup.put_away(room, self._table.code)

    # --- when the process is lost ----------------------------------------------------------------

    def lost(self, room: RemoteWorkroom) -> bool:
        """Note that a process is lost; return whether the table ran there."""
        if self.room is not room:
            return False
        self._before, self.room, self._info = room, None, None
        return True

    async def restore(self) -> None:
        """Bring those who are at the table back to their seats, however often that fails."""
        if self._restoring:
            return
        self._restoring, self._wrong = True, ""
        try:
            pause = FIRST_PAUSE
            while not await self._is_restored():
                await self._setup.rest(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._restoring = False

    async def _is_restored(self) -> bool:
        """Try to set the table up again; return whether there is nothing more to do."""
        table = self._table
        if table.state not in (State.RUNNING, State.OVER) or self._setup.closing:
            return True
        if not table.clients:
            table.say_notice("")  # those who are still there have resigned meanwhile, and wait for nothing
            return True
        notice: str = say.SET_UP_AGAIN()
        try:
            await self._running(table.row.made_by or NOBODY, patient=True)
            notice = self._wrong = await self._seat_again() or self._wrong
        except WorkerLostError:
            pass
        except (
            LobbyError,
            HallError,
        ) as error:  # of the rules or the store, or it is given up now
            notice = str(error)
        except Exception as error:  # whatever is missing may be there the next time
            table.services.failures.tell(table.code, error)
        done = self.room is not None and not any(client.is_lost for client in table.clients)
        table.say_notice(notice)
        return done

    async def _seat_again(self) -> str:
        """Give all clients their seats again, those who play first; return what went wrong.

        Raises:
            WorkerLostError: the process is lost again.
        """
        wrong = ""
        for seat in sorted(self._table.clients, key=lambda client: client.viewer is None):
            try:
                await seat.again()
            except WorkerLostError:
                raise
            except (LobbyError, RuleError) as error:  # of this seat alone
                wrong = str(error)
        return wrong
