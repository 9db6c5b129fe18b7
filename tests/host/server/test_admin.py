"""What the operator does while the server runs."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lazaretto.host.server import admin
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_protocol import (
    InvalidError,
    MissingRowError,
    ServerStoreError,
    TakenError,
)
from lazaretto.host.server.store.store_rows import BanKind, TableState
from tests.host.server.stores import CODE, OTHER, chose, key, make_table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def server(folder: Path) -> Iterator[SqliteStore]:
    """The store as a running server has it open, with Anna, Bob and a table."""
    with closing(SqliteStore(folder / DATABASE)) as store:
        anna = store.people.add("Anna", key("a"))
        store.people.add("Bob")
        store.keys.add(anna.id, key("b"))
        make_table(store, CODE, anna.id, None)
        store.choices.append(CODE, 0, [chose("a")])
        yield store


@pytest.fixture
def operator(folder: Path, server: SqliteStore) -> Iterator[SqliteStore]:
    assert server.people.by_name("Anna")
    with closing(admin.open_store(folder)) as store:
        yield store


def test_a_folder_without_a_server_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(MissingRowError, match="no server data"):
        admin.open_store(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_people_and_tables_are_listed(operator: SqliteStore) -> None:
    listed = [(person.person.name, len(person.keys)) for person in admin.list_people(operator)]
    assert listed == [("Anna", 2), ("Bob", 0)]
    (found,) = admin.list_tables(operator)
    assert (found.table.code, [seat.name for seat in found.seats], found.choices) == (CODE, ["Anna", ""], 1)
    assert admin.list_tables(operator, [TableState.CLOSED]) == ()


@pytest.mark.parametrize(
    ("whom", "fingerprint", "address"),
    [
        ("192.0.2.0/24", "", "192.0.2.9"),
        ("2001:db8::1", "", "2001:db8::1"),
        (key("c").fingerprint, key("c").fingerprint, ""),
        ("anna", key("b").fingerprint, ""),
    ],
)
def test_the_server_notices_a_ban(
    server: SqliteStore, operator: SqliteStore, whom: str, fingerprint: str, address: str
) -> None:
    before = server.changes()
    assert whom in admin.ban(operator, whom, "rude")
    assert server.changes() != before
    ban = server.bans.matching(fingerprint, address)
    assert ban is not None and ban.reason == "rude"
    admin.unban(operator, whom)
    assert admin.list_bans(operator) == () == server.bans.all()


def test_all_keys_of_a_person_are_banned_and_one_can_be_freed(operator: SqliteStore) -> None:
    assert admin.ban(operator, "Anna", "") == "Anna is banned: 2 entries."
    assert admin.ban(operator, "192.0.2.1", "") == "192.0.2.1 is banned: 1 entry."
    admin.unban(operator, key("a").fingerprint)
    admin.unban(operator, "Anna")
    assert [ban.kind for ban in admin.list_bans(operator)] == [BanKind.ADDRESS]
    with pytest.raises(MissingRowError):
        admin.unban(operator, "Anna")


@pytest.mark.parametrize("whom", ["", "Nobody", "Bob", "SHA256:short", "192.0.2.1/99", "\ud800"])
def test_a_ban_on_nobody_is_refused(operator: SqliteStore, whom: str) -> None:
    with pytest.raises(ServerStoreError):
        admin.ban(operator, whom, "")
    with pytest.raises(ServerStoreError):
        admin.unban(operator, whom)
    assert admin.list_bans(operator) == ()


def test_a_closed_table_takes_no_more_choices(server: SqliteStore, operator: SqliteStore) -> None:
    assert admin.close_table(operator, CODE.lower(), "spam") == f"Table {CODE} is closed."
    assert server.tables.get(CODE).outcome == "spam"
    with pytest.raises(ServerStoreError):
        server.choices.append(CODE, 1, [chose("b")])
    with pytest.raises(MissingRowError):
        admin.close_table(operator, OTHER, "")


def test_people_are_renamed_and_deleted(server: SqliteStore, operator: SqliteStore) -> None:
    assert admin.rename_person(operator, "anna", "Carla") == "Anna is now called Carla."
    with pytest.raises(TakenError):
        admin.rename_person(operator, "Carla", "Bob")
    with pytest.raises(InvalidError):
        admin.rename_person(operator, "Carla", CODE)
    assert admin.delete_person(operator, "Carla") == "Carla and their data are deleted."
    assert [person.name for person in server.people.all()] == ["Bob"]
    for act in (admin.delete_person, admin.make_key_code):
        with pytest.raises(MissingRowError, match="Carla"):
            act(operator, "Carla")


def test_a_code_replaces_a_lost_key(server: SqliteStore, operator: SqliteStore) -> None:
    code = admin.make_key_code(operator, "Anna")
    assert server.keys.redeem_code(code, key("d")).name == "Anna"


def test_the_server_reads_announcements(server: SqliteStore, operator: SqliteStore) -> None:
    before = server.changes()
    admin.announce(operator, "The server stops at noon.")
    assert server.changes() != before
    (line,) = server.chat.lines(None)
    assert (line.person, line.name, line.text) == (None, "", "The server stops at noon.")


@pytest.mark.parametrize("whom", ["300.1.1.1", "1.2.3", "10.0.0.0/99", "fe80:::1", "1.2.3.4/"])
def test_a_wrong_address_is_not_taken_for_a_name(operator: SqliteStore, whom: str) -> None:
    with pytest.raises(InvalidError, match="is not an address or a network: write one like 192"):
        admin.ban(operator, whom, "spam")
    assert not admin.list_bans(operator)


def test_a_backup_is_made_while_the_server_runs(operator: SqliteStore, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert str(copy) in admin.backup(operator, copy)
    with closing(SqliteStore(copy)) as store:
        assert store.choices.last(CODE) == 1
