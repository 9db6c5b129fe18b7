"""Takes the seats of a local table without an event loop, because no call has to wait."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from lazaretto.host import LocalTable, OpenTable, Sitting, Table, TableInfo, sit_down

Found = TypeVar("Found")


def at_once(coroutine: Coroutine[Any, Any, Found]) -> Found:
    """Return the result of a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
    raise AssertionError("it waits for something")


def seated(table: Table, notices: tuple[str, ...] = ()) -> Sitting:
    """Return all seats of a table that people take."""
    local, program = LocalTable(table), table.program
    info = TableInfo(program.title, local.name, local.place, program.coast, program.rulebook(), notices)
    return at_once(sit_down(OpenTable(info, local.seats)))
