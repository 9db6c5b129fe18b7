"""The SQLite file of a server: how it is made, checked, changed and copied."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from lazaretto.host.server.store import sqlite_database
from lazaretto.host.server.store.schema import MIGRATIONS, Migration
from lazaretto.host.server.store.sqlite_database import open_database
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_protocol import MissingRowError, ServerStore, ServerStoreError
from lazaretto.host.server.store.store_rows import BanKind, Ending, ResultPlayer, ResultRow
from tests.host.server.stores import CODE, START, chose, key, make_table
from tests.soak import TIMES, longer

on_posix = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / DATABASE


@pytest.fixture
def filled(path: Path) -> Path:
    """A database that a server has used and closed."""
    with closing(SqliteStore(path)) as store:
        anna = store.people.add("Anna", key("a"))
        make_table(store, CODE, anna.id)
        store.choices.append(CODE, 0, [chose("a choice of some length")] * 200)
        store.settings.set(anna.id, '{"bell": true}')
        store.bans.add(BanKind.ADDRESS, "192.0.2.0/24", "rude")
        store.invitations.add(CODE, anna.id)
        store.chat.append(CODE, anna.id, "", "hello", START)
        players = (ResultPlayer(0, anna.id, "", Ending.WON),)
        store.results.put(ResultRow(CODE, "stones", {"level": "hard"}, Ending.WON, "done", 3, START, players))
    assert [each.name for each in path.parent.iterdir()] == [DATABASE]
    return path


def typed(store: SqliteStore) -> ServerStore:
    """mypy compares the whole class with the protocol here."""
    return store


def test_the_store_is_one(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        assert typed(store).people.all() == ()


@on_posix
def test_only_the_owner_reads_the_files(path: Path) -> None:
    before = os.umask(0)
    try:
        with closing(SqliteStore(path)) as store:
            store.people.add("Anna")
            store.backup(path.with_name("copy.db"))
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {f"{DATABASE}-wal", DATABASE, "copy.db"} <= modes.keys()
    assert set(modes.values()) == {0o600}


@on_posix
def test_a_file_that_others_could_read_is_made_private(filled: Path) -> None:
    filled.chmod(0o644)
    with closing(SqliteStore(filled)) as store:
        store.people.add("Bob")
        modes = {stat.S_IMODE(each.stat().st_mode) for each in filled.parent.iterdir()}
    assert modes == {0o600}


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    with closing(SqliteStore(path)), closing(open_database(path)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
        (keys,) = connection.execute("PRAGMA foreign_keys").fetchone()
        (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
        assert (mode, synchronous, keys, patience) == ("wal", 2, 1, 10_000)
        tables = dict(connection.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table'"))
        ours = {name: strict for name, strict in tables.items() if not name.startswith("sqlite_")}
        assert len(ours) == 15 and all(ours.values())


def test_no_row_of_a_history_can_be_changed(filled: Path) -> None:
    with closing(open_database(filled)) as connection:
        for sql in ("UPDATE choices SET key = ''", "DELETE FROM choices WHERE sequence = 200"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(sql)


def test_what_a_deleted_person_said_is_not_in_the_files(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        anna = store.people.add("Annabella", key("a"))
        for _ in range(50):
            store.chat.append(None, anna.id, "", "wherefore art thou", START)
        assert _holds(path, b"wherefore") and _holds(path, b"Annabella")
        store.people.delete(anna.id)
        for text in (b"wherefore", b"Annabella", b"somebody@somewhere"):
            assert not _holds(path, text)


def _holds(path: Path, text: bytes) -> bool:
    """Whether a text is in one of the files, read by another process: reading here would end our locks."""
    script = "import sys, pathlib; print(any(bytes.fromhex(sys.argv[2]) in each.read_bytes() for each in"
    script += " pathlib.Path(sys.argv[1]).iterdir()))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path.parent), text.hex()], capture_output=True, check=True
    )
    return done.stdout.strip() == b"True"


# --- files that are refused --------------------------------------------------------------------


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def scratched(content: bytes) -> bytes:
    """Overwrite a page in the middle."""
    return content[: 4096 * 8] + b"\xff" * 4096 + content[4096 * 9 :]


def swapped(content: bytes) -> bytes:
    """Change a stored text so that an index does not fit the row any more."""
    return content.replace(b"SHA256:aaaa", b"SHA256:bbbb", 1)


def no_database(_content: bytes) -> bytes:
    return b"This is a letter to my grandmother. " * 200


@pytest.mark.parametrize("damage", [cut, scratched, swapped, no_database])
def test_a_damaged_file_is_refused_and_left_alone(filled: Path, damage: Callable[[bytes], bytes]) -> None:
    content = damage(filled.read_bytes())
    filled.write_bytes(content)
    with pytest.raises(ServerStoreError, match="is damaged") as refused:
        SqliteStore(filled)
    assert str(filled) in str(refused.value)
    assert filled.read_bytes() == content
    assert [each.name for each in filled.parent.iterdir()] == [DATABASE]


def read_all(store: ServerStore) -> None:
    """Read every row."""
    for person in store.people.all():
        store.keys.of_person(person.id)
        store.settings.get(person.id)
        store.tables.of_person(person.id)
        store.invitations.of_person(person.id)
    for table in store.tables.all():
        store.seats.at(table.code)
        store.choices.all(table.code)
        store.chat.lines(table.code)
    store.chat.lines(None)
    store.bans.matching(key("a").fingerprint, "192.0.2.1")
    store.results.all()
    store.results.statistics()


@longer
def test_whatever_is_damaged_is_a_sentence(filled: Path) -> None:
    """A byte may be wrong without SQLite's check knowing it; nothing else than a refusal may follow."""
    whole, chance, refused = filled.read_bytes(), Random(1), 0
    for _ in range(60 * TIMES):
        content = bytearray(whole)
        for _ in range(chance.choice((1, 1, 10, 100))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        filled.write_bytes(content)
        try:
            store = SqliteStore(filled)
        except ServerStoreError:
            refused += 1
            assert filled.read_bytes() == content, "it was refused, but changed"
        else:
            with closing(store), suppress(ServerStoreError):
                read_all(store)
        for each in filled.parent.iterdir():
            each.unlink()
    assert refused > 10


def test_an_empty_file_is_not_filled(filled: Path) -> None:
    filled.write_bytes(b"")
    with pytest.raises(ServerStoreError, match="not a database of a Lazaretto server"):
        SqliteStore(filled)
    assert filled.read_bytes() == b""


def test_the_database_of_another_program_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE people (name TEXT)")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    content = path.read_bytes()
    with pytest.raises(ServerStoreError, match="not a database of a Lazaretto server"):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_a_newer_database_is_refused(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    content = filled.read_bytes()
    with pytest.raises(ServerStoreError, match="newer version"):
        SqliteStore(filled)
    assert filled.read_bytes() == content


def test_a_log_without_its_database_is_not_thrown_away(filled: Path) -> None:
    filled.rename(filled.with_name(f"{DATABASE}-wal"))
    with pytest.raises(ServerStoreError, match="restore both"):
        SqliteStore(filled)
    assert [each.name for each in filled.parent.iterdir()] == [f"{DATABASE}-wal"]


def test_no_database_is_made_unless_asked(path: Path) -> None:
    with pytest.raises(MissingRowError, match="no server data"):
        SqliteStore(path, maintain=False)
    assert not path.parent.exists()


@on_posix
@pytest.mark.parametrize("where", ["file/server.db", "folder", "\0"])
def test_a_path_that_cannot_be_used_is_a_sentence(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ServerStoreError):
        SqliteStore(tmp_path / where)


def test_an_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(ServerStoreError, match="too old"):
        SqliteStore(path)


def test_a_database_that_others_keep_locked_is_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "PATIENCE", 0.05)
    with closing(SqliteStore(path)) as store, closing(open_database(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ServerStoreError, match="another program is writing"):
            store.people.add("Anna")
        assert store.people.all() == (), "reading goes on"
        other.execute("ROLLBACK")
        store.people.add("Anna")


def test_a_full_disk_is_a_sentence_and_loses_nothing(filled: Path) -> None:
    with closing(SqliteStore(filled)) as store:
        (pages,) = store._database.row("PRAGMA page_count")
        store._database.row(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ServerStoreError, match="full"):
            store.packs.put("digest", bytes(100_000))
        store._database.row("PRAGMA max_page_count = 1000000")
        assert store.choices.last(CODE) == 200
        store.packs.put("digest", bytes(100_000))


def test_a_closed_store_is_a_sentence(filled: Path) -> None:
    store = SqliteStore(filled)
    store.close()
    store.close()
    with pytest.raises(ServerStoreError):
        store.people.all()


# --- made at the same time, or killed while it is made -----------------------------------------


def test_two_processes_may_make_it_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_file = sqlite_database.make_file

    def late(where: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
        monkeypatch.setattr(sqlite_database, "make_file", make_file)
        with closing(SqliteStore(path)) as first:
            first.people.add("Anna")
        make_file(where, fill)

    monkeypatch.setattr(sqlite_database, "make_file", late)
    with closing(SqliteStore(path)) as store:
        assert [person.name for person in store.people.all()] == ["Anna"]


def test_a_half_made_file_is_in_nobodys_way(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_temporary: Path, _path: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(sqlite_database, "_name", killed)
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        SqliteStore(path)
    assert [each.suffix for each in path.parent.iterdir()] == [".new"]
    with closing(SqliteStore(path)) as store:
        assert store.people.all() == ()
    assert [each.name for each in path.parent.iterdir()] == [DATABASE]


def test_a_file_system_without_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    with closing(SqliteStore(path)) as store:
        store.backup(path.with_name("copy.db"))
        with pytest.raises(ServerStoreError):
            store.backup(path.with_name("copy.db"))


# --- migrations --------------------------------------------------------------------------------


def add_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE people ADD COLUMN motto TEXT NOT NULL DEFAULT ''")


def fail(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE people ADD COLUMN colour TEXT")
    connection.execute("UPDATE people SET colour = 'red'")
    connection.execute("INSERT INTO nowhere VALUES (1)")


def orphan(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE keys SET person = 999")


def columns(path: Path) -> tuple[int, set[str]]:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return version, {name for _, name, *_ in connection.execute("PRAGMA table_info(people)")}


def files(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir()}


def test_an_older_database_is_changed_and_a_copy_of_it_is_kept(filled: Path) -> None:
    before = columns(filled)
    open_database(filled, migrations=(*MIGRATIONS, add_column)).close()
    assert columns(filled) == (before[0] + 1, before[1] | {"motto"})
    copy = filled.with_name(f"server-before-{before[0] + 1}.db")
    assert columns(copy) == before
    assert files(filled) == {DATABASE, copy.name}
    with closing(SqliteStore(copy)) as store:
        assert store.choices.last(CODE) == 200
    open_database(filled, migrations=(*MIGRATIONS, add_column)).close()
    assert files(filled) == {DATABASE, copy.name}, "no copy without a change"


def test_a_command_beside_the_server_changes_no_format(filled: Path) -> None:
    before = columns(filled)
    with pytest.raises(ServerStoreError, match="older version"):
        open_database(filled, maintain=False, migrations=(*MIGRATIONS, add_column))
    assert columns(filled) == before and files(filled) == {DATABASE}


@pytest.mark.parametrize("broken", [fail, orphan])
def test_a_failed_migration_changes_nothing(filled: Path, broken: Migration) -> None:
    before = columns(filled)
    for count in (1, 2):
        with pytest.raises(ServerStoreError, match="could not be converted to format"):
            open_database(filled, migrations=(*MIGRATIONS, broken))
        assert columns(filled) == before
        assert len(files(filled)) == 1 + count, "each attempt has its own copy"
    with closing(SqliteStore(filled)) as store:
        assert store.people.by_key(key("a").fingerprint) is not None


def test_each_migration_is_a_transaction_of_its_own(filled: Path) -> None:
    before = columns(filled)
    with pytest.raises(ServerStoreError):
        open_database(filled, migrations=(*MIGRATIONS, add_column, fail))
    assert columns(filled) == (before[0] + 1, before[1] | {"motto"})


def test_a_change_that_another_process_has_made_is_not_made_twice(filled: Path) -> None:
    migrations = (*MIGRATIONS, add_column)

    with closing(open_database(filled)) as other:
        open_database(filled, migrations=migrations).close()
        sqlite_database._migrate(other, len(MIGRATIONS), add_column)
    assert columns(filled)[0] == len(migrations)


# --- backups -----------------------------------------------------------------------------------


def test_a_backup_is_a_whole_store_while_others_write(filled: Path, tmp_path: Path) -> None:
    stop, written = Event(), [200]
    with closing(SqliteStore(filled)) as store:

        def write() -> None:
            while not stop.is_set():
                written[0] = store.choices.append(CODE, written[0], [chose("more")])

        thread = Thread(target=write)
        thread.start()
        try:
            for number in range(5):
                before = written[0]
                copy = tmp_path / f"copy-{number}.db"
                store.backup(copy)
                after = written[0] + 1
                with closing(SqliteStore(copy)) as copied:
                    assert before <= copied.choices.last(CODE) <= after
        finally:
            stop.set()
            thread.join(30)
        assert store.choices.last(CODE) == written[0] > 200
    assert {each.name for each in tmp_path.iterdir()} == {"data", *(f"copy-{n}.db" for n in range(5))}


def test_a_backup_overwrites_nothing(filled: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear grandmother")
    with closing(SqliteStore(filled)) as store:
        for each in (other, filled):
            with pytest.raises(ServerStoreError, match="already exists"):
                store.backup(each)
        for each in (tmp_path / "missing" / "copy.db", other / "copy.db"):
            with pytest.raises(ServerStoreError):
                store.backup(each)
    assert other.read_text() == "dear grandmother"
