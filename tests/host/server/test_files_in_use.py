"""Somebody removes, replaces or locks the files of a database that a server uses: nothing stored is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lazaretto.host.server.store import sqlite_database
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_protocol import BusyError, ServerStoreError
from tests.host.server.stores import key

pytestmark = pytest.mark.skipif(os.name != "posix", reason="an open file can be removed")


WAITS = 0.5
"""Seconds that a store waits here for another process."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / DATABASE


@pytest.fixture
def store(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
    monkeypatch.setattr(sqlite_database, "SERVER_PATIENCE", WAITS)
    with closing(SqliteStore(path)) as found:
        found.people.add("Anna", key("a"))
        yield found


def names(store: SqliteStore) -> list[str]:
    return [person.name for person in store.people.all()]


def names_in(path: Path) -> list[str]:
    """What another process finds there, or a server that is started next."""
    with closing(SqliteStore(path, maintain=False)) as found:
        return names(found)


LOGS = (f"{DATABASE}-wal", f"{DATABASE}-shm")
REMOVED = [(DATABASE,), LOGS, (DATABASE, *LOGS), LOGS[:1], LOGS[1:], (DATABASE, LOGS[0])]


@pytest.mark.parametrize("gone", REMOVED, ids=" ".join)
@pytest.mark.parametrize("look", [True, False])
def test_removed_files_are_put_back(
    store: SqliteStore, path: Path, gone: tuple[str, ...], look: bool
) -> None:
    for name in gone:
        path.with_name(name).unlink()
    if look:
        assert store.look().mended == 1
        assert names_in(path) == ["Anna"]
    store.people.add("Ben", key("b"))
    assert store.look().mended == 1 and not store.look().trouble
    assert names(store) == names_in(path) == ["Anna", "Ben"]
    store.close()
    assert [each.name for each in path.parent.iterdir()] == [DATABASE]
    assert names_in(path) == ["Anna", "Ben"]


def with_another(path: Path) -> None:
    """Another database gets the name; its log is not removed, as an operator in a hurry would do."""
    other = path.with_name("other")
    with closing(SqliteStore(other)) as store:
        store.people.add("Carl", key("c"))
    other.rename(path)


def test_a_replaced_database_is_left_alone_and_a_copy_is_kept(store: SqliteStore, path: Path) -> None:
    with_another(path)
    with pytest.raises(ServerStoreError, match="replaced") as refused:
        store.people.add("Ben", key("b"))
    with pytest.raises(ServerStoreError, match="replaced"):
        store.people.all()
    assert store.look().gone == str(refused.value)
    store.close()
    copy = path.with_name("server-rescued.db")
    assert str(copy) in str(refused.value) and names_in(copy) == ["Anna"]
    with closing(SqliteStore(path)) as next_one:
        assert names(next_one) == ["Carl"]


def test_beside_a_log_that_is_not_ours_nothing_is_stored(store: SqliteStore, path: Path) -> None:
    for name in LOGS:
        path.with_name(name).unlink()
    change = f"import sqlite3; sqlite3.connect({str(path)!r}).execute('PRAGMA user_version = 3').fetchall()"
    subprocess.run([sys.executable, "-c", change], check=True, timeout=60)
    with pytest.raises(ServerStoreError, match="replaced"):
        store.people.add("Ben", key("b"))
    store.close()
    assert names_in(path) == names_in(path.with_name("server-rescued.db")) == ["Anna"]


@pytest.mark.parametrize(
    "remove",
    [
        shutil.rmtree,
        lambda folder: shutil.rmtree(folder.parent),
        lambda folder: folder.rename(folder.with_name("moved")),
    ],
    ids=["removed", "removed with its parent", "moved"],
)
def test_without_its_folder_a_copy_is_kept(
    store: SqliteStore, path: Path, remove: Callable[[Path], None]
) -> None:
    remove(path.parent)
    assert "replaced" in store.look().gone
    store.close()
    assert names_in(path.with_name("server-rescued.db")) == ["Anna"]
    with pytest.raises(ServerStoreError, match="is there, a copy"):
        SqliteStore(path)  # nobody begins anew without a word


def test_a_log_that_somebody_still_reads_is_kept(store: SqliteStore, path: Path) -> None:
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM people").fetchall()
        store.people.add("Ben", key("b"))
        for name in LOGS:
            path.with_name(name).unlink()
        with pytest.raises(BusyError):
            store.people.add("Carl", key("c"))
    store.people.add("Carl", key("c"))
    assert names(store) == names_in(path) == ["Anna", "Ben", "Carl"]


def test_while_another_process_writes_one_change_waits_and_the_others_are_refused_at_once(
    store: SqliteStore, path: Path
) -> None:
    waited: list[float] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for _ in range(5):
            begun = time.monotonic()
            with pytest.raises(BusyError, match="another program is writing"):
                store.people.add("Ben", key("b"))
            waited.append(time.monotonic() - begun)
            assert names(store) == ["Anna"]
        assert "another program" in store.look().trouble
        assert waited[0] >= WAITS and min(waited[1:]) < WAITS
        other.execute("COMMIT")
    assert not store.look().trouble
    store.people.add("Ben", key("b"))
    assert names(store) == ["Anna", "Ben"]


def test_it_waits_again_for_the_next_one(store: SqliteStore, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BusyError):
            store.people.add("Ben", key("b"))
        other.execute("COMMIT")
        store.people.add("Ben", key("b"))
        (found,) = store._database.row("PRAGMA busy_timeout")
    assert found == 1000 * WAITS


def test_a_file_that_nobody_may_write_to_is_refused_at_the_start(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    real = sqlite_database.connect
    monkeypatch.setattr(sqlite_database, "connect", lambda path, patience: _read_only(real(path, patience)))
    with pytest.raises(ServerStoreError, match="readonly"):
        SqliteStore(path)
    assert names_in(path) == ["Anna"]


def _read_only(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA query_only = ON")
    return connection
