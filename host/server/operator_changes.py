"""Follows what the operator changes while the server runs: closed tables, announcements, names."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from host.server.game_order import read_order
from host.server.hall_table import HallTable
from host.server.hall_views import ChatLine, HallError
from host.server.store_errors import ServerStoreError
from host.server.store_protocol import ServerStore
from host.server.store_rows import ChatLine as StoredLine
from host.server.store_rows import ClockRow, SeatRow, TableRow, TableState

if TYPE_CHECKING:
    from host.server.server_hall import ServerHall

LIVE = (TableState.OPEN, TableState.RUNNING)

OFTEN = 1.0
"""Seconds between two looks."""

Tables = dict[str, tuple[TableRow, tuple[SeatRow, ...], ClockRow]]
Read = tuple[Tables, tuple[StoredLine, ...], dict[int, str]]


async def follow(hall: "ServerHall") -> None:
    """Look for changes of other processes until cancelled."""
    last = await hall.do(lambda store: store.changes())
    while True:
        await asyncio.sleep(OFTEN)
        with suppress(ServerStoreError):
            now = await hall.do(lambda store: store.changes())
            if now != last:
                last = now
                await catch_up(hall)


async def catch_up(hall: "ServerHall") -> None:
    """Read again what the operator can change."""
    codes, seen = {*hall.tables}, max((each.number for each in hall.chat), default=0)

    def read(store: ServerStore) -> Read:
        rows = [store.tables.get(code) for code in codes]
        rows += [row for row in store.tables.all(*LIVE) if row.code not in codes]
        tables = {row.code: (row, store.seats.at(row.code), store.clocks.get(row.code)) for row in rows}
        return tables, store.chat.lines(None, seen), {each.id: each.name for each in store.people.all()}

    tables, lines, hall.names = await hall.do(read)
    for someone in hall.people:
        someone.renamed(hall.names.get(someone.person.id, someone.person.name))
    for each in lines:
        if not each.name:
            hall.announcement = each.text
        hall.chat.append(ChatLine(each.number, each.when, each.name, each.text))
    for code, (row, seats, clock) in tables.items():
        table = hall.tables.get(code)
        if table is None:  # the operator has imported it
            hall.tables[code] = HallTable(hall, row, read_order(row.order), seats, clock)
            hall.spawn(hall.tables[code].look())
            continue
        with suppress(HallError):
            await table.renewed(row, seats)
    hall.changed()
