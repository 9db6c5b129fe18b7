"""What the tables of the hall need of it, and how refusals of the store reach people."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.store.store_protocol import ServerStore, ServerStoreError
from lazaretto.host.server.store.store_rows import SeatRow, TableRow
from lazaretto.host.server.tables.table_failures import TableFailures
from lazaretto.host.server.tables.table_settings import GameOrder
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.server.workers.workroom_protocol import TableJob

if TYPE_CHECKING:
    from lazaretto.host.server.tables.table_run import SettingUp

Found = TypeVar("Found")


class Office(Protocol):
    """What a table needs of the hall."""

    setting_up: "SettingUp"
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
    def failures(self) -> TableFailures:
        """What tells the operator of a table that fails."""

    async def do(self, work: Callable[[ServerStore], Found]) -> Found:
        """Do something with the store, in its thread."""

    async def job(self, row: TableRow, order: GameOrder, seats: tuple[SeatRow, ...]) -> TableJob:
        """The job of running a table."""

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for."""

    def changed(self) -> None:
        """Tell everybody in the hall that the list of tables has changed."""


async def refused(work: Awaitable[Found]) -> Found:
    """Turn a refusal of the store into one of the hall."""
    try:
        return await work
    except ServerStoreError as error:
        raise HallError(error.told) from None
