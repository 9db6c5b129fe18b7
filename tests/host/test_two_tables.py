"""Two tables on one record: one plays, the other may look, copy or take over, and nothing is overwritten."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host import Store, StoreError, Table, load_record, open_table, resume_table
from lazaretto.host.lobby.lobby_protocol import Access, HeldError, Lobby, LobbyError, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records import record_lock
from lazaretto.host.records.record_lock import (
    HeldRecordError,
    holder_of,
    lock_file,
    lock_record,
    take_over_record,
)
from lazaretto.host.records.record_store import ForeignRecordError, continues, remove_leftovers
from lazaretto.host.table import local_table
from lazaretto.host.table.local_table import LocalTable
from lazaretto.host.table.seat_client import SeatClient, Sitting, sit_down
from lazaretto.rules import ChoiceError, Program, Record, RuleError
from tests.host.seams import MemoryLine, Seam, sat_down

Made = Callable[[], Lobby]
ROOT = Path(__file__).resolve().parents[2]
RECORD = Record("stones", "Stones", ("anna", "ben"), {}, (), 7, "digest", ((0, "take"),))


@pytest.fixture
def games(stones: Path, tmp_path: Path) -> Path:
    shutil.copytree(stones, tmp_path / "games" / "stones")
    return tmp_path / "games"


@pytest.fixture
def made(games: Path, tmp_path: Path, seam: Seam) -> Made:
    """Makes lobbies, each as if in its own process."""
    return lambda: seam(LocalLobby([games], Store(tmp_path / "records"), {}, tmp_path / "settings.toml"))


@pytest.fixture(autouse=True)
def _glance_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_table, "GLANCE", 0.01)


async def opened(lobby: Lobby, games: Path) -> Sitting:
    return await sit_down(await lobby.open(Order(games / "stones", ("anna", "ben"), 7)))


async def resumed(lobby: Lobby, access: Access = Access.PLAY) -> Sitting:
    kept = (await lobby.kept())[-1]
    return await sit_down(await lobby.resume(kept, access))


async def told(sitting: Sitting, words: str) -> None:
    """Wait until a seat is told something."""
    heard = ""
    until = time.monotonic() + 20
    while words not in heard:
        assert time.monotonic() < until, heard
        await asyncio.sleep(0.01)
        heard += " ".join(sitting.news())


def test_a_game_that_is_open_is_not_opened_again(made: Made, games: Path) -> None:
    async def main() -> None:
        one, other = made(), made()
        first = await opened(one, games)
        kept = (await other.kept())[0]
        holder = await other.holder(kept)
        assert holder is not None
        assert holder.process == os.getpid()
        with pytest.raises(HeldError, match=f"open in another window: process {os.getpid()} on"):
            await other.resume(kept)
        for change in (other.delete(kept), other.rename(kept, "mine")):
            with pytest.raises(LobbyError, match="open in another window"):
                await change
        await first.seats[0].choose("take > two")
        first.leave()
        assert await other.holder(kept) is None
        await (await resumed(other)).seats[1].choose("take > one")

    asyncio.run(main())


def test_who_looks_follows_and_changes_nothing(made: Made, games: Path) -> None:
    async def main() -> None:
        first = await opened(made(), games)
        second = await resumed(made(), Access.LOOK)
        assert "you can only watch it here" in second.notices[0]
        before = load_record(Path(first.place))
        for change in (second.seats[0].choose("take > two"), second.seats[0].undo(), second.seats[0].back()):
            with pytest.raises(ChoiceError, match="only watch"):
                await change
        await second.seats[0].save()
        assert load_record(Path(first.place)) == before
        await first.seats[0].choose("take > two")
        until = time.monotonic() + 20
        while second.seats[1].look().view != first.seats[1].look().view:
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        assert second.seats[1].look().view == first.seats[1].look().view

    asyncio.run(main())


def test_who_copies_plays_a_record_of_their_own(made: Made, games: Path) -> None:
    async def main() -> None:
        first = await opened(made(), games)
        await first.seats[0].choose("take > two")
        second = await resumed(made(), Access.COPY)
        assert second.name != first.name
        assert f"a copy of {first.name}" in second.notices[0]
        assert load_record(Path(second.place)) == load_record(Path(first.place))
        await second.seats[1].choose("take > one")
        await first.seats[1].choose("take > two")
        assert load_record(Path(second.place)).choices[-1] == (1, "take > one")
        assert load_record(Path(first.place)).choices[-1] == (1, "take > two")

    asyncio.run(main())


def test_who_is_taken_over_is_told_and_plays_no_more(made: Made, games: Path) -> None:
    async def main() -> None:
        first = await opened(made(), games)
        await first.seats[0].choose("take > two")
        second = await resumed(made(), Access.TAKE_OVER)
        await told(first, "has taken over")
        seen = first.seats[0].look()
        with pytest.raises(ChoiceError, match="taken over"):
            await first.seats[1].choose("take > one")
        assert first.seats[0].look() == seen
        await second.seats[1].choose("take > one")
        await first.seats[0].save()
        first.leave()
        assert load_record(Path(second.place)).choices == ((0, "take > two"), (1, "take > one"))
        with pytest.raises(HeldError):
            await resumed(made())

    asyncio.run(main())


def test_a_choice_made_while_the_record_is_taken_over_is_not_shown(program: Program, tmp_path: Path) -> None:
    table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store(tmp_path))
    path = Path(table.store.place(table.name))
    checks = [True]
    lock = table.lock
    assert lock is not None
    really = lock.held

    def taken_meanwhile() -> bool:
        """Another process takes the record between the choice and its write."""
        if checks:
            return checks.pop()
        checks.append(False)
        checks.clear()
        return really()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(lock), "held", lambda _: taken_meanwhile())
        taken = take_over_record(path)
        before = table.game.record()
        with pytest.raises(ChoiceError, match="taken over"):
            table.choose("take > two")
    assert taken.held()
    assert table.game.record() == before == load_record(path)
    assert "taken over" in table.notices[0]


def test_a_connection_that_ends_leaves_its_tables(games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = LocalLobby([games], Store(tmp_path / "records"), {}, tmp_path / "settings.toml")
        line = MemoryLine(lobby)
        await opened(line.lobby(), games)
        with pytest.raises(HeldError):
            await resumed(lobby)
        line.server.close()
        await resumed(lobby)

    asyncio.run(main())


def test_who_has_left_does_not_write_behind_the_back_of_others(made: Made, games: Path) -> None:
    async def main() -> None:
        first = await opened(made(), games)
        first.leave()
        second = await resumed(made())
        with pytest.raises(ChoiceError, match="has taken over"):
            await first.seats[0].choose("take > two")
        await second.seats[0].choose("take > one")
        assert load_record(Path(first.place)).choices == ((0, "take > one"),)

    asyncio.run(main())


# --- locks ---------------------------------------------------------------------------------------

HOLD = """
import sys, time
from pathlib import Path
from lazaretto.host.records.record_lock import lock_record
lock = lock_record(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_a_lock_ends_with_its_process_however_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(HeldRecordError) as refused:
            lock_record(path)
        assert refused.value.holder.process == other.pid
        remove_leftovers(tmp_path)
        assert lock_file(path).exists(), "it has an owner"
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert lock_file(path).exists()
    assert holder_of(path) is None
    lock_record(path).release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"", b"7", b"x\ny\nz\n", b"7\n\x1b[2J\nz\n", b"\xff" * 9_000, b"9" * 5_000]
)
def test_a_damaged_lock_file_only_hides_its_owner(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.toml"
    lock = lock_record(path)
    lock_file(path).write_bytes(content)
    with pytest.raises(HeldRecordError) as refused:
        lock_record(path)
    assert refused.value.holder == record_lock.Holder()
    assert lock.held()


def test_without_locks_games_open_and_nothing_is_overwritten(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_lock, "LOCKS", None)
    first = open_table(program, program.start(seed=7, players=("anna", "ben")), Store(tmp_path))
    second, _ = resume_table(
        program,
        load_record(tmp_path / f"{first.name}.toml"),
        Store(tmp_path),
        first.name,
        lock=lock_record(tmp_path / f"{first.name}.toml"),
    )
    old = first.name
    first.choose("take > two")
    second.choose("take > one")
    assert second.name != old
    assert "another program has changed" in second.notices[0]
    assert f"continues as {second.name}" in second.notices[0]
    assert load_record(tmp_path / f"{old}.toml") == first.game.record()
    assert load_record(tmp_path / f"{second.name}.toml") == second.game.record()
    second.choose("take > one")
    first.choose("take > one")
    assert first.name == old


def test_a_lock_in_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    assert lock_record(tmp_path / "nowhere" / "game.toml").held()
    assert take_over_record(tmp_path / "nowhere" / "game.toml").held()
    assert holder_of(tmp_path / "nowhere" / "game.toml") is None


def test_two_that_open_a_game_at_the_same_minute_get_two_names(tmp_path: Path) -> None:
    one, first = Store(tmp_path).claim("stones")
    other, second = Store(tmp_path).claim("stones")
    assert one != other
    assert first.held() and second.held()


# --- what is on disk -----------------------------------------------------------------------------


def longer(record: Record, *choices: tuple[int, str]) -> Record:
    return replace(record, choices=(*record.choices, *choices))


def test_only_the_beginning_of_a_record_is_overwritten(tmp_path: Path) -> None:
    Store(tmp_path).save("game", longer(RECORD, (1, "call")))
    for other in (RECORD, longer(RECORD, (1, "rest")), longer(RECORD, (0, "call"), (1, "x"))):
        with pytest.raises(ForeignRecordError, match="another program has changed"):
            Store(tmp_path).save("game", other)
    assert load_record(tmp_path / "game.toml").choices == ((0, "take"), (1, "call"))
    Store(tmp_path).save("game", longer(RECORD, (1, "call > two"), (0, "take")))


@pytest.mark.parametrize(
    ("now", "earlier", "wanted"),
    [
        ((), (), True),
        (((0, "a"),), (), True),
        ((), ((0, "a"),), False),
        (((0, "a > b"),), ((0, "a"),), True),
        (((0, "ab"),), ((0, "a"),), False),
        (((1, "a > b"),), ((0, "a"),), False),
        (((0, "a > b"), (1, "c")), ((0, "a"),), True),
        (((0, "a"), (1, "c")), ((0, "a"), (1, "d")), False),
    ],
)
def test_a_record_continues_an_earlier_one(
    now: tuple[tuple[int, str], ...], earlier: tuple[tuple[int, str], ...], wanted: bool
) -> None:
    assert continues(replace(RECORD, choices=now), replace(RECORD, choices=earlier)) is wanted
    assert not continues(replace(RECORD, choices=now, seed=8), replace(RECORD, choices=earlier))


def test_a_record_that_nobody_could_read_again_is_not_written(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("game", RECORD)
    with pytest.raises(StoreError, match="too long for a record"):
        store.save("game", longer(RECORD, (1, "x" * 70_000)))
    assert load_record(tmp_path / "game.toml") == RECORD


# --- who may take back ---------------------------------------------------------------------------


def apart(seam: Seam, program: Program, folder: Path) -> tuple[Table, list[SeatClient]]:
    """Two people, each at a keyboard of their own."""
    table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store(folder))
    return table, list(sat_down(seam, table, LocalTable(table, keyboards=[{0}, {1}]))[1].seats)


def test_only_who_chose_takes_back(seam: Seam, program: Program, tmp_path: Path) -> None:
    async def main() -> None:
        table, (anna, ben) = apart(seam, program, tmp_path)
        await anna.choose("take")
        for change in (ben.back(), ben.undo()):
            with pytest.raises(ChoiceError, match="only anna can undo this"):
                await change
        await anna.back()
        await anna.choose("take > two")
        with pytest.raises(ChoiceError, match="only anna"):
            await ben.undo()
        await anna.undo()
        assert table.game.record().choices == ()

    asyncio.run(main())


def test_at_one_keyboard_everybody_takes_back(seam: Seam, program: Program, tmp_path: Path) -> None:
    async def main() -> None:
        table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store(tmp_path))
        _, sitting = sat_down(seam, table)
        await sitting.seats[0].choose("take > two")
        await sitting.seats[1].undo()
        assert table.game.record().choices == ()

    asyncio.run(main())


# --- what killed processes leave -----------------------------------------------------------------


def test_leftovers_are_removed_at_the_next_start_and_nothing_else(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    Store(folder).save("game", RECORD)
    for name in (".game.abc.new", "notes.new", ".other", ".game.toml.lock"):
        (folder / name).write_text("x")
    (folder / ".folder.new").mkdir()
    LocalLobby([games], Store(folder), {}, tmp_path / "settings.toml")
    assert sorted(path.name for path in folder.iterdir()) == [
        ".folder.new",
        ".other",
        "game.toml",
        "notes.new",
    ]


def test_nothing_is_removed_while_somebody_writes(games: Path, tmp_path: Path) -> None:
    (tmp_path / ".game.abc.new").write_text("half")
    with record_lock.folder_lock(tmp_path):
        LocalLobby([games], Store(tmp_path), {}, tmp_path / "settings.toml")
    assert (tmp_path / ".game.abc.new").exists()


def test_without_locks_only_old_leftovers_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_lock, "LOCKS", None)
    (tmp_path / ".old.new").write_text("x")
    (tmp_path / ".young.new").write_text("x")
    (tmp_path / ".future.new").write_text("x")
    os.utime(tmp_path / ".old.new", (1, 1))
    os.utime(tmp_path / ".future.new", (9e9, 9e9))
    remove_leftovers(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".future.new", ".young.new"]


def test_a_writer_that_stands_still_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    store.save("game", RECORD)
    monkeypatch.setattr(record_lock.folder_lock.__wrapped__, "__defaults__", (0.02,))  # type: ignore[attr-defined]
    with record_lock.folder_lock(tmp_path), pytest.raises(StoreError, match="another program is writing"):
        store.save("game", longer(RECORD, (1, "call")))
    assert load_record(tmp_path / "game.toml") == RECORD


def test_a_table_goes_on_looking_after_a_look_that_fails(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[Exception] = [StoreError("no disk"), RuleError("no rule"), ChoiceError("no choice")]

    async def main() -> None:
        table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store(tmp_path))
        local = LocalTable(table)
        glance = local.glance

        async def failing() -> None:
            if failures:
                raise failures.pop()
            await glance()

        monkeypatch.setattr(local, "glance", failing)
        client = SeatClient(local.seats[0])
        await client.join()
        local.attend()
        take_over_record(Path(local.place))
        until = time.monotonic() + 20
        while not any("taken over" in notice for notice in client.notices()):
            assert time.monotonic() < until
            await asyncio.sleep(0.01)

    asyncio.run(main())
    assert failures == []


def test_a_seat_that_is_taken_while_the_last_other_is_left_holds_the_record(
    program: Program, tmp_path: Path
) -> None:
    async def main() -> None:
        table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store(tmp_path))
        local = LocalTable(table)
        one, other = map(SeatClient, local.seats)
        await one.join()
        one.leave()
        assert holder_of(Path(local.place)) is None
        work, leaves = local._work, [other.leave]

        def left_meanwhile(change: Callable[[], object], soon: Callable[..., object]) -> None:
            work(change, soon)
            while leaves:
                leaves.pop()()

        local._work = left_meanwhile  # type: ignore[method-assign]
        await one.join()
        assert holder_of(Path(local.place)) is not None
        assert not local._abandoned.is_set()

    asyncio.run(main())
