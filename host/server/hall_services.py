"""What tables need of the hall: its store, limits, tasks and workrooms, and whom to tell of failures."""

import traceback
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.store.store_protocol import ServerStore, ServerStoreError
from lazaretto.host.server.store.store_rows import SeatRow, TableRow
from lazaretto.host.server.tables.table_settings import GameOrder
from lazaretto.host.server.watched_tasks import WatchedTasks, tell_failure
from lazaretto.host.server.workers.table_setup_queue import TableSetup
from lazaretto.host.server.workers.workroom_protocol import TableJob

MOST = 1_000
"""With so many different failures, the operator is told of no more."""

Found = TypeVar("Found")


class HallServices(Protocol):
    """What tables and their parts need of the hall, and all that they know of it."""

    setup: TableSetup
    """What sets tables up in workrooms."""
    limits: HallLimits
    """How much of something there may be."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""

    @property
    def tasks(self) -> WatchedTasks:
        """What runs the tasks of the server, and tells of failures."""

    @property
    def failures(self) -> "TableFailures":
        """What tells the operator of a table that fails."""

    async def do(self, work: Callable[[ServerStore], Found]) -> Found:
        """Do something with the store, in its thread."""

    async def job(self, row: TableRow, order: GameOrder, seats: tuple[SeatRow, ...]) -> TableJob:
        """The job of running a table."""

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for."""

    def changed(self) -> None:
        """Tell everybody in the hall that the list of tables has changed."""


class TableFailures:
    """What goes wrong with one table is told to the operator once, and concerns no other table."""

    def __init__(self, tasks: WatchedTasks) -> None:
        self._tasks = tasks
        self._told: set[object] = set()

    def tell(self, code: str, error: Exception) -> None:
        """Tell that something went wrong with a table, unless that was told before."""
        place = traceback.extract_tb(error.__traceback__)[-1:]
        kind = code, type(error).__name__, tuple((frame.filename, frame.lineno) for frame in place)
        if kind not in self._told and len(self._told) < MOST:
            self._told.add(kind)
            tell_failure(self._tasks.note, "table_failed", error, table=code)


async def refused(work: Awaitable[Found]) -> Found:
    """Turn a refusal of the store into one of the hall."""
    try:
        return await work
    except ServerStoreError as error:
        raise HallError(error.told) from None
