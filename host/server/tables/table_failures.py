"""What goes wrong with one table is told to the operator once, and concerns no other table."""

import traceback
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.watched_tasks import WatchedTasks, tell_failure

if TYPE_CHECKING:
    from lazaretto.host.server.tables.hall_table import HallTable

MOST = 1_000
"""With so many different failures, the operator is told of no more."""


class TableFailures:
    """The failures of tables that the operator was told of."""

    def __init__(self, tasks: WatchedTasks) -> None:
        self._tasks = tasks
        self._told: set[object] = set()

    def tell(self, code: str, error: Exception) -> None:
        """Tell that something went wrong with a table, unless that was told before."""
        found = traceback.extract_tb(error.__traceback__)[-1:]
        kind = code, type(error).__name__, tuple((each.filename, each.lineno) for each in found)
        if kind not in self._told and len(self._told) < MOST:
            self._told.add(kind)
            tell_failure(self._tasks.note, "table_failed", error, table=code)

    async def with_each(
        self, tables: Iterable["HallTable"], work: Callable[["HallTable"], Awaitable[None]]
    ) -> None:
        """Do something with each table; one that fails keeps none of the others from it."""
        for table in tuple(tables):
            try:
                await work(table)
            except (HallError, LobbyError):
                continue  # its people read why, and the next look tries again
            except Exception as error:
                self.tell(table.code, error)
