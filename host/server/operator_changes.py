"""Follows what the operator changes while the server runs: closed tables, announcements, names."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from lazaretto.host.server.game_order import read_order
from lazaretto.host.server.hall_table import HallTable
from lazaretto.host.server.hall_views import ChatLine, HallError
from lazaretto.host.server.store_errors import ServerStoreError
from lazaretto.host.server.store_protocol import ServerStore
from lazaretto.host.server.store_rows import ChatLine as StoredLine
from lazaretto.host.server.store_rows import ClockRow, SeatRow, TableRow, TableState

if TYPE_CHECKING:
    from lazaretto.host.server.server_hall import ServerHall

SHOWN = timedelta(days=1)
"""How long an announcement is shown."""
LIVE = (TableState.OPEN, TableState.RUNNING)

OFTEN = 1.0
"""Seconds between two looks."""

Tables = dict[str, tuple[TableRow, tuple[SeatRow, ...], ClockRow]]
Read = tuple[Tables, tuple[StoredLine, ...], dict[int, str]]


def take_line(hall: "ServerHall", line: StoredLine) -> None:
    """Take a stored line: one of the operator is the announcement, an empty one ends it; others are chat."""
    if line.person is None:
        hall.announcement, hall.announced_at = line.text, line.when if line.text else None
    else:
        hall.chat.append(ChatLine(line.number, line.when, line.name, line.text, line.side))
    hall.read_to = max(hall.read_to, line.number)


def drop_old_announcement(hall: "ServerHall") -> None:
    """Stop showing an announcement after a day."""
    if hall.announced_at is not None and abs(datetime.now(UTC) - hall.announced_at) >= SHOWN:
        hall.announcement, hall.announced_at = "", None
        hall.changed()


async def follow(hall: "ServerHall") -> None:
    """Look for changes of other processes until cancelled."""
    last: int | None = None  # what changed before is not known, so the first look is a whole one
    while True:
        await asyncio.sleep(OFTEN)
        drop_old_announcement(hall)
        with suppress(ServerStoreError):
            now = await hall.do(lambda store: store.changes())
            if now != last:
                await catch_up(hall)
                last = now


def _forget_lines(hall: "ServerHall", gone: Collection[str]) -> None:
    """Show nothing more of what people said who are deleted: somebody else may get their names."""
    if not gone:
        return
    kept = [each for each in hall.chat if each.person not in gone]
    hall.chat.clear()
    hall.chat.extend(kept)
    for table in hall.tables.values():
        if table.talk.forget(gone):
            table.tell()


async def catch_up(hall: "ServerHall") -> None:
    """Read again what the operator can change."""
    codes, seen = {*hall.tables}, max((each.number for each in hall.chat), default=0)
    seen = max(seen, hall.read_to)

    def read(store: ServerStore) -> Read:
        rows = [store.tables.get(code) for code in codes]
        rows += [row for row in store.tables.all(*LIVE) if row.code not in codes]
        tables = {row.code: (row, store.seats.at(row.code), store.clocks.get(row.code)) for row in rows}
        return tables, store.chat.lines(None, seen), {each.id: each.name for each in store.people.all()}

    names = hall.names
    tables, lines, hall.names = await hall.do(read)
    _forget_lines(hall, {name for who, name in names.items() if who not in hall.names})
    for someone in hall.people:
        someone.renamed(hall.names.get(someone.person.id, someone.person.name))
    known = {each.number for each in hall.chat}  # with what was said while the store was read
    for each in lines:
        if each.number not in known:
            take_line(hall, each)
    closed: list[HallTable] = []
    for code, (row, seats, clock) in tables.items():  # without waiting: what was read gets old meanwhile
        table = hall.tables.get(code)
        if table is None:  # the operator has imported it
            hall.tables[code] = HallTable(hall, row, read_order(row.order), seats, clock)
            hall.spawn(hall.tables[code].look())
            continue
        if table.renewed(row, seats):
            closed.append(table)
    hall.changed()
    for table in closed:
        with suppress(HallError):
            await table.end()
