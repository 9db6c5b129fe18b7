"""The processes that run the rules of tables, and those for tables that cost others their process."""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress

from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.pulse import Fault
from lazaretto.host.server.table_blame import TableBlame
from lazaretto.host.server.watched_tasks import Note
from lazaretto.host.server.worker_line import Command, Loss, WorkerLostError
from lazaretto.host.server.workers import MODULE, RemoteWorkroom, Store
from lazaretto.rules.engine_names import Engine

MOST_APART = 4
"""How many processes there may be for tables that cost others their process."""
NICE = 10
"""How far such a process stands back for all others."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds after which a process that does not start is started again, at first and at most."""


class WorkroomPool:
    """The workrooms of a hall."""

    def __init__(
        self,
        size: int,
        bots: str,
        engine: Engine,
        environ: Mapping[str, str],
        store: Store,
        lost: Callable[[RemoteWorkroom], None],
        note: Note,
    ) -> None:
        """Make `size` workrooms; `bots` says where they are defined, and `engine` plans for them.

        `store` stores a change of a record. `lost` is called when a process is of no use any more.
        """
        self.bots: tuple[str, ...] = ()
        """The names of the available bots."""
        self.blame = TableBlame()
        self._size, self._store, self._when_lost, self._note = size, store, lost, note
        self._usual = Command(MODULE, (bots, engine), environ)
        self._alone = Command(MODULE, (bots, "python"), environ)
        self._rooms: list[RemoteWorkroom] = []
        self._apart: list[RemoteWorkroom] = []
        self._starting = asyncio.Lock()
        self._closing = asyncio.Event()

    @property
    def rooms(self) -> tuple[RemoteWorkroom, ...]:
        """All workrooms that work now."""
        return (*self._rooms, *self._apart)

    @property
    def size(self) -> int:
        """How many workrooms there are for all tables."""
        return self._size

    @property
    def closing(self) -> bool:
        """Whether no process is needed any more."""
        return self._closing.is_set()

    async def rest(self, seconds: float) -> None:
        """Wait a while, or until no process is needed any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def fill(self) -> None:
        """Start as many workrooms as there should be.

        Raises:
            WorkerLostError: a process does not start.
        """
        async with self._starting:
            while len(self._rooms) < self._size and not self.closing:
                self._rooms.append(await self._started(self._usual))

    async def refill(self) -> None:
        """Start as many workrooms as there should be, until at least one works."""
        pause = FIRST_PAUSE
        while not self.closing:
            try:
                await self.fill()
            except WorkerLostError:
                if self._rooms:
                    return  # the next one that is lost tries again
                await self.rest(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                return

    async def room_for(self, code: str) -> RemoteWorkroom:
        """The workroom with the fewest tables of those in which a table may run.

        Raises:
            HallError: the table is given up for now.
            WorkerLostError: no process starts.
        """
        if self.blame.is_given_up(code):
            raise HallError(say.STOPPED_TABLE())
        if self.blame.is_apart(code):
            rooms = await self._rooms_apart()
        else:
            with suppress(WorkerLostError):
                await self.fill()
            rooms = self._rooms
        if not rooms:
            raise WorkerLostError(say.SILENT())
        return min(rooms, key=lambda each: len(each.codes))

    async def _rooms_apart(self) -> list[RemoteWorkroom]:
        async with self._starting:
            if len(self._apart) < MOST_APART:
                room = await self._started(self._alone)
                with suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, room.process_id, NICE)
                self._apart.append(room)
        return self._apart

    async def _started(self, command: Command) -> RemoteWorkroom:
        room = RemoteWorkroom(command, self._store, self._lost)
        try:
            await room.start()
        except BaseException:
            await room.stop()
            raise
        self.bots = self.bots or room.bots
        return room

    async def put_away(self, room: RemoteWorkroom, code: str) -> None:
        """Close a table; a process that was started for such tables ends with the last one."""
        with suppress(LobbyError):  # it has ended anyway
            await room.close(code)
        if room in self._apart and not room.codes:
            self._apart.remove(room)
            await room.stop()

    def stop_starting(self) -> None:
        """Start no more processes."""
        self._closing.set()

    async def close(self) -> None:
        """End all processes."""
        self.stop_starting()
        for room in self.rooms:
            await room.stop()

    def _lost(self, room: RemoteWorkroom, loss: Loss) -> None:
        for rooms in (self._rooms, self._apart):
            if room in rooms:
                rooms.remove(room)
        suspects = {room.about(each) for each in loss.calls} - {""}
        if loss.fault is not Fault.STOPPED:  # no rule stops a process: somebody else did
            self.blame.lost(suspects, slow=loss.fault is Fault.SLOW)
        facts = {"process": room.process_id, "why": loss.fault.value, "tables": len(room.codes)}
        self._note("worker_lost", **facts, worked_for=sorted(suspects))
        self._when_lost(room)
