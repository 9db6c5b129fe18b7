"""Sets tables up in workrooms: people take turns, and programs are compiled where no table runs."""

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.fair_queue import FairQueue
from lazaretto.host.server.scenario_reader import ScenarioReader
from lazaretto.host.server.table_run import TableRun
from lazaretto.host.server.workers import RemoteWorkroom
from lazaretto.host.server.workroom_pool import WorkroomPool
from lazaretto.host.server.workroom_protocol import TableJob

AT_ONCE = 2
"""How many tables a workroom sets up at once."""


class SettingUp:
    """What a table needs to be set up."""

    def __init__(self, pool: WorkroomPool, reader: ScenarioReader, most: int) -> None:
        """Let each person wait for `most` tables."""
        self._pool, self._reader = pool, reader
        self._queue: FairQueue[TableRun, None] = FairQueue(
            TableRun.set_up,
            lambda: AT_ONCE * max(1, len(pool.rooms)),
            most,
            lambda: say.TOO_MANY_OPENING(most=most),
        )

    async def set_up(self, who: int, run: TableRun, patient: bool) -> None:
        """Set a table up for a person when it is their turn; who is `patient` may wait for any number.

        Raises:
            NotCompiledError: its program must be compiled first.
            LobbyError: it cannot be set up, or this person waits for too many.
        """
        await self._queue.ask(who, run, patient)

    async def compile(self, who: int, job: TableJob, patient: bool) -> None:
        """Compile the program of a table.

        Raises:
            HallError: it has mistakes, or takes too long.
        """
        await self._reader.compile(who, job.folder, job.switches, patient)

    async def room_for(self, code: str) -> RemoteWorkroom:
        """A workroom for a table; raises as `WorkroomPool.room_for` does."""
        return await self._pool.room_for(code)

    async def put_away(self, room: RemoteWorkroom, code: str) -> None:
        """Close a table in its workroom."""
        await self._pool.put_away(room, code)

    @property
    def closing(self) -> bool:
        """Whether the server ends."""
        return self._pool.closing

    async def rest(self, seconds: float) -> None:
        """Wait a while, or until the server ends."""
        await self._pool.rest(seconds)

    async def close(self) -> None:
        """Set no more tables up."""
        await self._queue.close()
