"""The implementations of the store of a server, and rows for the tests of all of them."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_protocol import ServerStore
from lazaretto.host.server.store.store_rows import (
    ChoiceKind,
    ChoiceRow,
    Entry,
    NewKey,
    SeatRow,
    TableRow,
    TableState,
)

START = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
CODE, OTHER = "BCD-234", "XWV-987"


class Watch:
    """A clock that tests put forward."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def wait(self, time: timedelta) -> None:
        self.now += time


Opened = Callable[[Path, Watch], ServerStore]
"""Opens the store in a folder; the same folder gives the same store again."""

STORES: Mapping[str, Opened] = {
    "sqlite": lambda folder, watch: SqliteStore(folder / "data" / "server.db", clock=watch),
}


def key(letter: str, label: str = "") -> NewKey:
    return NewKey(f"SHA256:{letter * 43}", f"ssh-ed25519 {letter * 20} somebody@somewhere", label)


def table(
    code: str = CODE,
    made_by: int | None = None,
    *,
    state: TableState = TableState.OPEN,
    pack: str = "",
    made_at: datetime = START,
) -> TableRow:
    return TableRow(
        code=code,
        scenario="stones",
        title="Stones",
        order='{"seed": 1}',
        pack=pack,
        made_at=made_at,
        made_by=made_by,
        state=state,
        pace="days",
        entry=Entry.INVITATION,
    )


def make_table(store: ServerStore, code: str = CODE, *people: int | None) -> None:
    """Make a table with a seat for each person; None leaves a seat empty."""
    store.tables.make(table(code), [SeatRow(number, person) for number, person in enumerate(people)])


def chose(text: str, seat: int = 0) -> ChoiceRow:
    return ChoiceRow(ChoiceKind.CHOICE, seat, text)


def took_back(back_to: int, seat: int = 0) -> ChoiceRow:
    return ChoiceRow(ChoiceKind.UNDO, seat, back_to=back_to)
