"""The processes that run the rules of tables, and which tables have cost a process its life.

Such tables run apart from the others, and are given up after a few times.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.watched_tasks import Note
from lazaretto.host.server.workers.worker_handle import Command, Fault, Loss, WorkerLine, WorkerLostError
from lazaretto.host.server.workers.workroom_protocol import Append, TableFacts, TableJob, Workroom
from lazaretto.host.wire.codec import decode
from lazaretto.host.wire.frames import Frame, Kind
from lazaretto.host.wire.wire_proxies import Client, WireSeat, forwarded
from lazaretto.host.wire.wire_server import Call, SeatNumber
from lazaretto.rules.engine.engine_names import Engine

MODULE = "lazaretto.host.server.workers.table_worker"

Store = Callable[[Append], Awaitable[str]]
"""Stores a change of a record; returns why not, or an empty text."""


class RoomSeat(WireSeat):
    """A seat in the process."""

    def __init__(self, client: Client, seat: SeatNumber, given_back: Callable[[], object]) -> None:
        super().__init__(client, seat)
        self._given_back = given_back

    def leave(self) -> None:
        """Stop receiving updates; the seat is given back."""
        super().leave()
        self._given_back()


class RemoteWorkroom(WorkerLine):
    """A `Workroom` in a process of its own."""

    side = "workroom"

    def __init__(
        self, command: Command, store: Store, lost: Callable[["RemoteWorkroom", Loss], None]
    ) -> None:
        """Make a workroom; `lost` is called when its process is of no use any more."""
        super().__init__(command, lost)
        self.codes: set[str] = set()
        """The tables that run here, or are being set up."""
        self._store = store
        self._seats: dict[int, str] = {}
        """The tables of the seats that were handed out."""

    def about(self, call: Call) -> str:
        """The code of the table that a call is about; empty if it is about none."""
        given = call.arguments
        return str(given.get("code") or given.get("job", {}).get("code") or self._seats.get(call.to, ""))

    def take(self, frame: Frame) -> None:
        """Take a change of a record."""
        if frame.kind is not Kind.APPEND:
            raise ValueError(frame.kind)
        self.do(self._append(decode(frame.content, Append)))

    async def _append(self, append: Append) -> None:
        """Store a change, unless the table does not run here, or not any more."""
        runs_here = append.code in self.codes
        error = await self._store(append) if runs_here else say.NOT_STORED(reason=append.code)
        with suppress(LobbyError):
            await self._ask("stored", code=append.code, number=append.number, error=error)

    async def open(self, job: TableJob) -> TableFacts:
        """Set a table up and go to where its choices lead."""
        self.codes.add(job.code)
        try:
            facts: TableFacts = await self._ask("open", job=job)
        except BaseException:
            self.codes.discard(job.code)
            raise
        return facts

    async def sit(self, code: str, seat: int | None, keyboard: frozenset[int]) -> WireSeat:
        """A client of a seat, or with None one that looks on."""
        found = await self._ask("sit", code=code, seat=seat, keyboard=keyboard)
        self._seats[found.to] = code
        return RoomSeat(self.client, found, lambda: self._seats.pop(found.to, None))

    async def close(self, code: str) -> None:
        """Forget a table."""
        self.codes.discard(code)
        self._seats = {seat: each for seat, each in self._seats.items() if each != code}
        await self._ask("close", code=code)

    begin = forwarded(Workroom.begin)
    appoint = forwarded(Workroom.appoint)
    undo = forwarded(Workroom.undo)
    replay = forwarded(Workroom.replay)
    record = forwarded(Workroom.record)
    handed_on = forwarded(Workroom.handed_on)
    stored = forwarded(Workroom.stored)


TRIES = 3
"""How many processes a table may cost in a row."""
APART = 3600.0
"""Seconds for which a table that took too long stays apart."""
GIVEN_UP = 600.0
"""Seconds after which a table that was given up is tried again, if somebody goes there."""
MOST = 1_000
"""How many tables are remembered."""


@dataclass(frozen=True, slots=True)
class _Blame:
    """What one table has done."""

    share: float = 0.0
    """How many processes it has cost since a choice was stored."""
    last: float = 0.0
    slow_until: float = 0.0


class TableBlame:
    """The blame of all tables, by their codes."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._blame: dict[str, _Blame] = {}

    def lost(self, suspects: Collection[str], slow: bool = False) -> None:
        """Note that a process was lost while it worked for these tables; `slow`: they took too long."""
        now = self._clock()
        for code in suspects:
            before = self._now(code)
            slow_until = now + APART if slow else before.slow_until
            self._blame.pop(code, None)
            self._blame[code] = _Blame(before.share + 1 / len(suspects), now, slow_until)
        while len(self._blame) > MOST:
            del self._blame[next(iter(self._blame))]

    def goes_on(self, code: str) -> None:
        """Note that a choice at a table was stored."""
        before = self._blame.get(code)
        if before is not None:
            self._blame[code] = _Blame(0.0, before.last, before.slow_until)

    def is_apart(self, code: str) -> bool:
        """Whether a table must not run together with innocent ones."""
        blame = self._now(code)
        return round(blame.share, 6) >= 1 or self._clock() < blame.slow_until

    def is_given_up(self, code: str) -> bool:
        """Whether a table is not set up for now."""
        return round(self._now(code).share, 6) >= TRIES

    def _now(self, code: str) -> _Blame:
        """What a table has done; after a while it is tried once more, and kept apart."""
        blame = self._blame.get(code, _Blame())
        if round(blame.share, 6) >= TRIES and self._clock() > blame.last + GIVEN_UP:
            return _Blame(TRIES - 1.0, blame.last, blame.slow_until)
        return blame


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
        return min(rooms, key=lambda room: len(room.codes))

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
        suspects = {room.about(call) for call in loss.calls} - {""}
        if loss.fault is not Fault.STOPPED:  # no rule stops a process: somebody else did
            self.blame.lost(suspects, slow=loss.fault is Fault.SLOW)
        facts = {"process": room.process_id, "why": loss.fault.value, "tables": len(room.codes)}
        self._note("worker_lost", **facts, worked_for=sorted(suspects))
        self._when_lost(room)
