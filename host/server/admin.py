"""What the operator of a server does with its store, also while the server runs.

Each function does one thing and returns what happened as a sentence, or a list to be shown. The server
notices through `ServerStore.changes` that it should look again at bans, people, tables and announcements.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lazaretto.host.records.record_store import load_record
from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.ban_values import network_of
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_protocol import (
    InvalidError,
    MissingRowError,
    ServerStore,
    ServerStoreError,
    TakenError,
)
from lazaretto.host.server.store.store_rows import (
    OPERATOR_CODE,
    Ban,
    BanKind,
    CodeMaker,
    Key,
    Person,
    SeatRow,
    TableRow,
    TableState,
)
from lazaretto.host.server.tables.table_record_files import record_of, table_from
from lazaretto.rules.run.records.record_file import RecordError, write

ADDRESS = re.compile(r"[0-9]+(\.[0-9]*)+(/[0-9]*)?|[0-9a-fA-F]*:[0-9a-fA-F:.]*(/[0-9]*)?")
"""What is meant as an address or a network, right or wrong."""
FINGERPRINT = "SHA256:"
"""How a fingerprint begins."""


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person with their keys."""

    person: Person
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with its seats and the length of its history."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    choices: int


def open_store(folder: Path) -> SqliteStore:
    """Open the store in the data folder of a server; the server has checked it for damage.

    Raises:
        MissingRowError: there is no store in this folder.
        ServerStoreError: it cannot be used.
    """
    return SqliteStore(folder / DATABASE, maintain=False)


def list_people(store: ServerStore) -> tuple[ListedPerson, ...]:
    """Everybody with their keys."""
    return tuple(ListedPerson(person, store.keys.of_person(person.id)) for person in store.people.all())


def list_tables(store: ServerStore, states: Sequence[TableState] = ()) -> tuple[ListedTable, ...]:
    """The tables in some states, or all, with their seats."""
    return tuple(
        ListedTable(table, store.seats.at(table.code), store.choices.last(table.code))
        for table in store.tables.all(*states)
    )


def list_bans(store: ServerStore) -> tuple[Ban, ...]:
    """All bans."""
    return store.bans.all()


def ban(store: ServerStore, whom: str, reason: str) -> str:
    """Ban a key by its fingerprint, an address, a network, or all keys of a person by their name.

    Raises:
        MissingRowError: nobody has this name.
        ServerStoreError: the fingerprint is none, or the database refuses.
    """
    with store.transaction():
        banned = [store.bans.add(kind, value, reason).value for kind, value in _banned(store, whom)]
    return say.BANNED(whom=whom, count=len(banned))


def unban(store: ServerStore, whom: str) -> str:
    """Lift a ban on a key, an address or a network, or the bans on the keys of a person.

    Raises:
        MissingRowError: there is no such ban, or nobody has this name.
        ServerStoreError: the fingerprint is none, or the database refuses.
    """
    with store.transaction():
        there = {(each.kind, each.value) for each in store.bans.all()}
        wanted = _banned(store, whom)
        for kind, value in [each for each in wanted if each in there] or wanted[:1]:
            store.bans.remove(kind, value)
    return say.UNBANNED(whom=whom)


def _banned(store: ServerStore, whom: str) -> list[tuple[BanKind, str]]:
    """What a ban on somebody or something excludes."""
    if whom.startswith(FINGERPRINT):
        return [(BanKind.KEY, whom)]
    try:
        network_of(whom)
    except ValueError:
        if ADDRESS.fullmatch(whom):
            raise InvalidError(say.NOT_AN_ADDRESS(value=whom)) from None
        keys = [(BanKind.KEY, key.fingerprint) for key in store.keys.of_person(_called(store, whom).id)]
        if not keys:
            raise MissingRowError(say.NO_KEYS(name=whom)) from None
        return keys
    return [(BanKind.ADDRESS, whom)]


def close_table(store: ServerStore, code: str, reason: str) -> str:
    """Close a table for good; its history is kept.

    Raises:
        MissingRowError: there is no such table.
    """
    code = code.strip().upper()
    store.tables.set_state(code, TableState.CLOSED, reason)
    return say.TABLE_IS_CLOSED(code=code)


def rename_person(store: ServerStore, name: str, new: str) -> str:
    """Give a person another name.

    Raises:
        MissingRowError: nobody has the old name.
        ServerStoreError: the new one is invalid or taken.
    """
    person = _called(store, name)
    store.people.rename(person.id, new)
    return say.PERSON_RENAMED(name=person.name, new=new)


def delete_person(store: ServerStore, name: str) -> str:
    """Delete a person with their data.

    Raises:
        MissingRowError: nobody has this name.
    """
    person = _called(store, name)
    store.people.delete(person.id)
    return say.PERSON_DELETED(name=person.name)


def make_key_code(store: ServerStore, name: str) -> str:
    """Make the code with which a person who lost their key adds another one, and return it.

    Raises:
        MissingRowError: nobody has this name.
    """
    return store.keys.make_code(_called(store, name).id, CodeMaker.OPERATOR, OPERATOR_CODE)


def announce(store: ServerStore, text: str) -> str:
    """Say something to everybody; the server shows it when it looks at the store next.

    Raises:
        ServerStoreError: the database refuses.
    """
    store.chat.append(None, None, "", text, datetime.now(UTC))
    return say.ANNOUNCED()


def clear_announcement(store: ServerStore) -> str:
    """Stop showing the announcement.

    Raises:
        ServerStoreError: the database refuses.
    """
    store.chat.append(None, None, "", "", datetime.now(UTC))
    return say.ANNOUNCEMENT_CLEARED()


def export_table(store: ServerStore, code: str, path: Path) -> str:
    """Write the game of a table to a new record file.

    Raises:
        MissingRowError: there is no such table.
        ServerStoreError: its game has not begun, or the file is there or cannot be written.
    """
    code = code.strip().upper()
    text = write(record_of(store, code))
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise TakenError(say.FILE_EXISTS(path=path)) from None
    except (OSError, ValueError) as error:  # a path with a zero byte is a wrong value
        raise ServerStoreError(say.NOT_WRITTEN(path=path, reason=str(error))) from None
    return say.EXPORTED(code=code, path=path)


def import_table(store: ServerStore, path: Path, paths: Sequence[Path], bots: Collection[str]) -> str:
    """Make a table that goes on with the game of a record file.

    Raises:
        ServerStoreError: the file is no record, or its game cannot go on here.
    """
    try:
        record = load_record(path)
    except RecordError as error:
        raise InvalidError(str(error)) from None
    made = table_from(store, record, paths, bots)
    seats = (
        say.FREE_SEAT(player=player) if seat.empty else seat.name or player
        for seat, player in zip(made.seats, made.players, strict=True)
    )
    return say.IMPORTED(code=made.code, seats=", ".join(seats))


def backup(store: ServerStore, path: Path) -> str:
    """Copy the whole store to a new file.

    Raises:
        ServerStoreError: there is a file of this name, or the system refuses.
    """
    store.backup(path)
    return say.BACKED_UP(path=path)


def _called(store: ServerStore, name: str) -> Person:
    person = store.people.by_name(name)
    if person is None:
        raise MissingRowError(say.NO_PERSON_CALLED(name=name))
    return person
