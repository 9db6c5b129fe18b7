"""Tests `lazaretto export` as scripts use it: files, output, refusals."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from lazaretto.host import Store
from lazaretto.rules import Program
from lazaretto.tui.__main__ import main
from lazaretto.tui.commands.export import SPEEDS
from lazaretto.tui.replay import frame_timeline
from tests.tui.export.exported import data_of, events
from tests.tui.played import ROOT, program_of, some, whole

DATA = ROOT / "tests" / "data"
TINY = ("--size", "80x24", "--path", DATA)


class Done(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in an empty folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def run(*arguments: object) -> Done:
        status = main(["export", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err and "internal error" not in err
        return Done(status, out, err)

    return run


@pytest.fixture(scope="module")
def fugitive() -> Program:
    return program_of("fugitive")


@pytest.fixture
def over(fugitive: Program, own_data: Path) -> str:
    """A finished game in the player's store, by its name."""
    Store(own_data / "records").save("over", whole(fugitive, players=3).record())
    return "over"


@pytest.fixture
def running(fugitive: Program, own_data: Path) -> str:
    Store(own_data / "records").save("running", some(fugitive, 3, players=3).record())
    return "running"


def test_both_files_are_named_after_the_game(run: Run, over: str) -> None:
    done = run(over, "--cast", "--html", *TINY)
    assert (done.status, done.err) == (0, "")
    cast, page = Path("over.cast").read_text(), Path("over.html").read_text()
    choices = len(data_of(page)["frames"]) - 1
    assert done.out.splitlines() == [
        f"over.cast: {choices} choices, {-(-len(cast.encode()) // 1000)} KB",
        f"over.html: {choices} choices, {-(-len(page.encode()) // 1000)} KB",
    ]
    assert json.loads(cast.splitlines()[0])["width"] == data_of(page)["size"][0] == 80


def test_a_record_can_be_given_as_a_file_and_so_can_the_target(run: Run, over: str, own_data: Path) -> None:
    done = run(own_data / "records" / "over.toml", "--cast", "mine.json", "--speed", "8", *TINY)
    assert done.status == 0
    fast = events(Path("mine.json").read_text())
    assert fast[1][0] < 1
    assert [path.name for path in Path().iterdir()] == ["mine.json"]


def test_a_file_is_overwritten_only_on_request(run: Run, over: str) -> None:
    Path("over.cast").write_text("precious")
    done = run(over, "--cast", *TINY)
    assert done.status == 1
    assert done.err == "lazaretto: over.cast already exists; --force overwrites it\n"
    assert Path("over.cast").read_text() == "precious"
    assert run(over, "--cast", "--force", *TINY).status == 0
    assert Path("over.cast").read_text().startswith('{"version":2')


def test_the_game_itself_is_never_overwritten(run: Run, over: str, own_data: Path) -> None:
    record = own_data / "records" / "over.toml"
    before = record.read_bytes()
    done = run(over, "--cast", record, "--force", *TINY)
    assert done.status == 1
    assert "is the game itself" in done.err
    assert record.read_bytes() == before


def test_a_game_that_goes_on_is_exported_as_everybody_sees_it(run: Run, running: str) -> None:
    done = run(running, "--html", *TINY)
    assert done.status == 0
    assert done.err == "The game is not over: the file shows only what everybody may see.\n"
    done = run(running, "--cast", "--seat", "anna", *TINY)
    assert done.status == 1
    assert "not over" in done.err
    assert not Path("running.cast").exists()


def test_a_seat_is_shown_by_its_name(run: Run, over: str) -> None:
    assert run(over, "--cast", "--seat", "ben", *TINY).status == 0
    assert "as ben saw it" in Path("over.cast").read_text()
    done = run(over, "--html", "--seat", "dora", *TINY)
    assert done.status == 1
    assert done.err == "lazaretto: this game has no player 'dora', only anna, ben, carl\n"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((), 2, "--cast, --html, or both"),
        (("--cast", "x", "--html", "x"), 2, "cannot both write x"),
        (("--html", "--colours", "16"), 2, "all colours or none"),
        (("--cast", "--size", "79x24"), 2, "from 80x24 to 400x150"),
        (("--cast", "--size", "9999x99999"), 2, "from 80x24 to 400x150"),
        (("--cast", "--size", "wide"), 2, "120x40"),
        (("--cast", "--size", "\u0663x4"), 2, "120x40"),
        (("--cast", "--speed", "3"), 2, "0.25"),
        (("--cast", "no/such/folder/x.cast"), 1, "cannot be written"),
        (("--cast", "."), 0, "over.cast"),
    ],
)
def test_what_makes_no_sense_is_refused(
    run: Run, over: str, arguments: tuple[str, ...], status: int, words: str
) -> None:
    done = run(over, "--path", DATA, *arguments)
    assert done.status == status
    assert words in done.out + done.err


def test_what_is_no_record_is_refused(run: Run, own_data: Path) -> None:
    Path("notes.toml").write_text("hello")
    for name in ("notes.toml", "nothing"):
        done = run(name, "--cast")
        assert done.status == 1
        assert name in done.err


def test_a_record_of_an_unknown_scenario_is_refused(run: Run, over: str) -> None:
    done = run(over, "--cast")
    assert done.status == 1
    assert "fugitive" in done.err


def test_where_the_rules_have_changed_it_goes_as_far_as_they_follow(
    run: Run, own_data: Path, program: Program, stones: Path, tmp_path: Path
) -> None:
    game = program.start(seed=7, players=("anna", "ben"))
    for key in ("take > one", "rest", "take > two"):
        game.choose(key)
    Store(own_data / "records").save("old", game.record())
    shutil.copytree(stones, tmp_path / "more" / "stones")
    rules = tmp_path / "more" / "stones" / "heap.rules"
    rules.write_text(rules.read_text().replace("needs left() > 5", "needs left() > 9"))
    done = run("old", "--cast", "--html", "--size", "80x24", "--path", tmp_path / "more")
    assert done.status == 0
    assert "The scenario has changed since this game was played." in done.err
    assert "the rules no longer match the record: " in done.err
    assert "old.cast: 1 choice, " in done.out
    cast = Path("old.cast").read_text()
    assert "From here on, the rules no longer match the record." in cast
    assert "Nobody rests now" not in cast  # the choice that failed may be a secret


def test_the_speeds_are_those_of_replays() -> None:
    assert tuple(map(float, SPEEDS)) == frame_timeline.SPEEDS


def test_the_command_loads_no_screen_before_it_must(run: Run) -> None:
    before = {name for name in sys.modules if name.startswith("lazaretto.tui.export")}
    assert run("nothing", "--cast").status == 1
    assert {name for name in sys.modules if name.startswith("lazaretto.tui.export")} == before
