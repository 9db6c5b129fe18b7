"""Stores what happens at a table, before anybody is told of it."""

from contextlib import suppress
from typing import TYPE_CHECKING

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import State, VoteKind
from lazaretto.host.server.store_errors import ServerStoreError
from lazaretto.host.server.store_protocol import ServerStore
from lazaretto.host.server.store_rows import TableRow
from lazaretto.host.server.table_history import result_of, store_rows
from lazaretto.host.server.workroom_protocol import Append

if TYPE_CHECKING:
    from lazaretto.host.server.hall_table import HallTable


async def store_changes(table: "HallTable", append: Append) -> str:
    """Store changes of the record of a table; return why not, or an empty text."""
    rows, choices = table.history.rows(append.changes)
    row, sequence, progress = table.row, table.history.sequence, append.progress
    result = result_of(row, table.order, table.seats, progress) if progress.outcome else None
    async with table.clock.changing:
        clock = table.clock.after(table.progress, progress)
        new = None if clock is table.clock.row else clock
        ends = result is not None or table.state is State.OVER

        def store_all(store: ServerStore) -> tuple[int, TableRow]:
            last = store_rows(store, row, sequence, rows, progress, result, new)
            if ends:
                with suppress(ServerStoreError):  # it is stored, whatever is the matter now
                    return last, store.tables.get(row.code)
            return last, row

        try:
            last, row = await table.office.do(store_all)
        except ServerStoreError as error:
            return say.NOT_STORED(reason=error.told)
        table.history.stored(last, choices)
        table.clock.row = clock
    table.progress = progress
    if table.run.room is not None:
        table.notice = ""  # the game goes on
    table.votes.drop(VoteKind.UNDO)
    if ends:
        table.row = row
    table.tell()
    return ""
