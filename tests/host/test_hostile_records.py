"""Whatever a record holds, the host answers with a sentence; the unexpected is in a crash file."""

import asyncio
import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host import Store, StoreError, load_record
from lazaretto.host.lobby.lobby_protocol import Access, KeptGame, LobbyError, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import changed_at
from lazaretto.host.table.seat_client import sit_down
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import Game, Record, RuleError
from lazaretto.rules.run.records.record_file import RecordError, write
from tests.host.seams import Seam

RECORD = Record("stones", "Stones", ("anna", "ben"), {"start": "7"}, (), 7, "digest", ((0, "take > two"),))


@pytest.fixture
def games(stones: Path, tmp_path: Path) -> Path:
    shutil.copytree(stones, tmp_path / "games" / "stones")
    return tmp_path / "games"


@pytest.fixture
def lobby(games: Path, tmp_path: Path) -> LocalLobby:
    return LocalLobby([games], Store(tmp_path / "records"), COMPANIONS, tmp_path / "settings.toml")


def kept(lobby: LocalLobby, record: Record) -> KeptGame:
    lobby.store.folder.mkdir(parents=True, exist_ok=True)
    lobby.store.path("game").write_text(write(record), encoding="utf-8")
    return asyncio.run(lobby.find(Path("game")))


@pytest.mark.parametrize(
    "record",
    [
        replace(RECORD, options={"start": "--5"}),
        replace(RECORD, options={"start": "-"}),
        replace(RECORD, options={"start": "٣٣٣"}),
        replace(RECORD, options={"start": "²"}),
        replace(RECORD, options={"\x1b": "1"}),
        replace(RECORD, options={}, switches=("-", "--", "\0")),
        replace(RECORD, players=("anna", *"bcdefgh")),
        replace(RECORD, scenario="."),
        replace(RECORD, scenario="../stones"),
        replace(RECORD, scenario="\0" * 900),
        replace(RECORD, bots=("random", "random")),
    ],
    ids=range(11),
)
def test_a_record_that_cannot_be_played_says_why(seam: Seam, lobby: LocalLobby, record: Record) -> None:
    found, through = kept(lobby, record), seam(lobby)
    with pytest.raises(LobbyError):
        asyncio.run(through.resume(found))
    if not record.bots:
        with pytest.raises(LobbyError):
            asyncio.run(through.standing(found))
        with pytest.raises(LobbyError):
            asyncio.run(through.replay(found))


@pytest.mark.parametrize(
    ("choices", "outcome"),
    [
        (((0, "--5"), (1, "")), ""),
        (((1, " > " * 9_000),), "won"),
        (((0, "take > \x1b]52;c;eHg=\x07"),), ""),
        (((0, "take > two"),) * 5, "\x1b[2J"),
        (((0, "é" * 60_000),), ""),
    ],
)
def test_choices_that_are_none_are_differences(
    seam: Seam, lobby: LocalLobby, choices: tuple[tuple[int, str], ...], outcome: str
) -> None:
    async def main() -> None:
        standing = await through.standing(found)
        assert 0 < len(standing.notice) < 600
        showing = await through.replay(found)
        assert showing.replay.info.difference is not None
        await showing.replay.frame(9, 1)
        sitting = await sit_down(await through.resume(found, Access.LOOK))
        assert sitting.seats[0].look().view.seats

    found, through = kept(lobby, replace(RECORD, choices=choices, outcome=outcome)), seam(lobby)
    asyncio.run(main())


# --- the unexpected ------------------------------------------------------------------------------


def test_what_nobody_expected_is_a_sentence_and_a_crash_file(
    seam: Seam, lobby: LocalLobby, games: Path, monkeypatch: pytest.MonkeyPatch, own_data: Path
) -> None:
    async def main() -> None:
        def broken(*_: object) -> None:
            raise RecursionError("inside")

        sitting = await sit_down(await through.open(Order(games / "stones", ("anna", "ben"), 7)))
        seat, before = sitting.seats[0], sitting.seats[0].look()
        with monkeypatch.context() as patch:
            patch.setattr(Game, "answer", broken)
            with pytest.raises(RuleError, match=r"RecursionError.*crash-000001-.*\.txt"):
                await seat.choose("take > two")
            (crash,) = (own_data / "crashes").iterdir()
            assert "inside" in crash.read_text()
        assert seat.look() == before
        await seat.choose("take > two")
        with monkeypatch.context() as patch:
            patch.setattr(Game, "views", broken)
            patch.setattr(Game, "view", broken)
            game = (await through.kept())[0]
            for ask in (through.standing(game), through.preview(games / "stones")):
                with pytest.raises(LobbyError, match="RecursionError"):
                    await ask

    through = seam(lobby)
    asyncio.run(main())
    shutil.rmtree(own_data / "crashes")


def test_a_crash_that_cannot_be_written_is_told_all_the_same(
    lobby: LocalLobby, games: Path, monkeypatch: pytest.MonkeyPatch, own_data: Path
) -> None:
    own_data.parent.mkdir(parents=True)
    own_data.write_text("no folder")
    monkeypatch.setattr(Game, "view", lambda *_: 1 / 0)
    with pytest.raises(LobbyError, match=r"\(ZeroDivisionError\)$"):
        asyncio.run(lobby.preview(games / "stones"))


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [("anna", "b\x1b[2J"), ("anna", "b" * 300_00), ("anna", "ANNA"), ("anna", ""), ("a:", "b#")]
)
def test_names_in_a_record_follow_the_rules_for_names(tmp_path: Path, names: tuple[str, ...]) -> None:
    path = tmp_path / "game.toml"
    path.write_text(write(replace(RECORD, players=names)), encoding="utf-8")
    with pytest.raises(RecordError, match="the names of the players are wrong"):
        load_record(path)
    (found,) = Store(tmp_path).all()
    assert "\x1b" not in found.problem
    assert len(found.problem) < 400


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "game.toml"
    os.mkfifo(pipe)
    found: list[str] = []

    def reading() -> None:
        try:
            load_record(pipe)
        except RecordError as error:
            found.append(str(error))

    thread = threading.Thread(target=reading, daemon=True)
    thread.start()
    thread.join(10)
    assert found == [f"{pipe}: it is not a regular file"]
    assert Store(tmp_path).all() == ()
    for other in (tmp_path, Path("/dev/zero"), Path("a\0b")):
        with pytest.raises(RecordError):
            load_record(other)


# --- clocks and folders --------------------------------------------------------------------------


@pytest.mark.parametrize("when", [0, -(10**9), 10**11, 2**62])
def test_a_file_of_any_date_is_listed(lobby: LocalLobby, when: int) -> None:
    path = kept(lobby, RECORD).path
    try:
        os.utime(path, (when, when))
    except (OSError, OverflowError):
        pytest.skip("this file system has no such date")
    changed_at(path)
    (found,) = asyncio.run(lobby.kept())
    assert found.summary is not None


def test_a_clock_that_goes_back_loses_and_hides_nothing(lobby: LocalLobby, games: Path) -> None:
    async def main() -> None:
        sitting = await sit_down(await lobby.open(Order(games / "stones", ("anna", "ben"), 7)))
        for number, key in enumerate(("take > two", "take > one", "take > one")):
            await sitting.seats[number % 2].choose(key)
            os.utime(sitting.place, (1_000_000 - number, 1_000_000 - number))
        assert len(load_record(Path(sitting.place)).choices) == 3
        assert sitting.name == (await lobby.kept())[0].name

    asyncio.run(main())


def test_a_folder_that_cannot_be_written_is_told(
    lobby: LocalLobby, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A superuser may write anywhere, so the system's refusal is played."""

    def refused(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    really = os.open

    def opening(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            refused()
        return really(path, flags, mode)

    async def main() -> None:
        sitting = await sit_down(await lobby.open(Order(games / "stones", ("anna", "ben"), 7)))
        sitting.leave()
        monkeypatch.setattr("tempfile.mkstemp", refused)
        monkeypatch.setattr(os, "open", opening)
        with pytest.raises(LobbyError, match="Read-only file system"):
            await lobby.open(Order(games / "stones", ("anna", "ben"), 8))
        again = await sit_down(await lobby.resume((await lobby.kept())[0]))
        with pytest.raises(StoreError, match="Read-only file system"):
            await again.seats[0].choose("take > two")
        assert "anna takes two." in [line.text for line in again.seats[0].look().view.log]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('"ben"', '"anna"', ":7: two players are called anna: give each player a name of their own"),
        ('"ben"', '"Anna"', ":7: the names of the players are wrong: give each player a name of their own: "),
        ('start = "7"', "start = 7", ":14: `start` must be a text, in double quotes"),
        ('start = "7"', "seed = 7", ":14: `seed` must be a text, in double quotes"),
        ('start = "7"', 'start = "many"', "`start` is a number from 3 to 9, not `many`"),
        ('scenario = "stones"', 'scenario = ""', ":3: `scenario` is empty"),
        (
            'scenario = "stones"',
            'scenario = "stonse"',
            "There is no scenario stonse here; did you mean `stones`?",
        ),
    ],
)
def test_an_edited_record_says_what_is_wrong_and_where(
    lobby: LocalLobby, before: str, after: str, told: str
) -> None:
    text = write(RECORD)
    assert before in text
    *lines, _ = text.replace(before, after).splitlines()
    lobby.store.folder.mkdir(parents=True)
    lobby.store.path("game").write_text("\n".join([*lines, 'checksum = "none"', ""]), encoding="utf-8")

    async def main() -> None:
        await lobby.resume(await lobby.find(Path("game")))

    with pytest.raises(LobbyError) as refused:
        asyncio.run(main())
    assert told in str(refused.value)
    assert not str(refused.value).endswith("?.")


def test_a_record_with_a_byte_order_mark_is_read(lobby: LocalLobby) -> None:
    """Some editors write one."""
    lobby.store.folder.mkdir(parents=True)
    lobby.store.path("game").write_text(write(RECORD), encoding="utf-8-sig")
    found = asyncio.run(lobby.find(Path("game")))
    assert found.summary is not None
    assert found.summary.choices == 1
