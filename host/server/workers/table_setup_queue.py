"""Sets tables up in workrooms: a few at a time, in turns, and after their programs were compiled."""

from collections.abc import Awaitable, Callable

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.fair_queue import FairQueue
from lazaretto.host.server.workers.scenario_reader import ScenarioReader
from lazaretto.host.server.workers.worker_pool import RemoteWorkroom, WorkroomPool
from lazaretto.host.server.workers.workroom_protocol import TableJob

AT_ONCE = 2
"""How many tables a workroom sets up at once."""

SetUp = Callable[[], Awaitable[None]]
"""Sets one table up, unless it runs."""


class TableSetup:
    """What a table needs to be set up."""

    def __init__(self, pool: WorkroomPool, reader: ScenarioReader, most: int) -> None:
        """Let each person wait for `most` tables."""
        self._pool, self._reader = pool, reader
        self._queue: FairQueue[SetUp, None] = FairQueue(
            lambda set_up: set_up(),
            lambda: AT_ONCE * max(1, len(pool.rooms)),
            most,
            lambda: say.TOO_MANY_OPENING(most=most),
        )

    async def set_up(self, who: int, set_up: SetUp, patient: bool) -> None:
        """Set a table up for a person when it is their turn; who is `patient` may wait for any number.

        Raises:
            NotCompiledError: its program must be compiled first.
            LobbyError: it cannot be set up, or this person waits for too many.
        """
        await self._queue.ask(who, set_up, patient)

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
