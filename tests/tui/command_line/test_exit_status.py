"""Each row of the table of exit statuses in the player's guide, as scripts see it."""

import asyncio
import io
import re
import signal
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lazaretto.serve.__main__ import main
from lazaretto.tui.command_line.exit_status import STATUSES
from tests.docs.status_table import GUIDE, with_statuses
from tests.tui.terminal.shown import Show

ROOT = Path(__file__).resolve().parents[3]
STONES = "tests/data/stones"
PAGE = GUIDE.read_text(encoding="utf-8")


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.fixture(autouse=True)
def from_the_checkout(monkeypatch: pytest.MonkeyPatch, own_data: Path) -> None:
    monkeypatch.chdir(ROOT)


def interrupted(*_words: object) -> int:
    raise KeyboardInterrupt


def mistaken(*_words: object) -> int:
    raise ZeroDivisionError


def test_the_guide_has_the_table_of_the_program() -> None:
    assert with_statuses(PAGE) == PAGE, "run python -m tests.docs.status_table"
    rows = re.findall(r"^\| ([\d, ]+) \|", PAGE.partition("<!-- statuses -->")[2], re.MULTILINE)
    assert rows == [status for status, _ in STATUSES]
    tested = {each.split("_")[2] for each in globals() if re.match(r"test_status_\d+_", each)}
    assert tested == {number for status, _ in STATUSES for number in status.split(", ")}


def test_status_0_is_for_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["list"]) == 0
    assert main(["fmt", "--check", STONES]) == 0
    typed(monkeypatch, "quit\n")
    assert main(["play", STONES, "--plain"]) == 0


def test_status_0_is_for_a_game_that_an_interrupt_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.tui.line.mode.Plain.play", interrupted)
    assert main(["play", STONES, "--plain"]) == 0


def test_status_1_is_for_what_was_found_or_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game"
    assert main(["new", str(game)]) == 0
    (rules,) = game.glob("*.rules")
    text = rules.read_text()
    rules.write_text(f"{text}\n\n\nvalue   six() : number = 6\n")
    assert main(["fmt", "--check", str(game)]) == 1
    rules.write_text(f'{text}\ntest "never"\n    then 1 = 2\n')
    assert main(["test", str(game)]) == 1
    assert "1 failed" in capsys.readouterr().out
    rules.write_text(f"{text}\nvalue seven() : number = six()\n")
    assert main(["check", str(game)]) == 1
    assert main(["check", str(tmp_path / "nothing")]) == 1
    assert main(["replay", "nothing"]) == 1
    assert main(["admin", "people", "--data", str(tmp_path / "nothing")]) == 1


@pytest.mark.parametrize(
    "words",
    [
        "chek",
        "list --colour",
        "play --theme blue",
        "play pandemic --players 0",
        "play --from a",
        "play --at 3",
        "play --daily 2026-13-01",
        f"play {STONES} --players 2 --names a,b,c",
        f"simulate {STONES} --csv --json",
        f"simulate {STONES} --bots clever",
        f"simulate {STONES} --jobs 2 --cluster tcp://127.0.0.1:1",
        f"test {STONES} --mode odd",
        "export nothing --html x --cast x",
        "new somewhere --copy",
        "join",
        "join host:port",
        "admin rename anna",
        "serve --port many",
        "completion tcsh",
    ],
)
def test_status_2_is_for_a_wrong_command_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lazaretto") and err.count("\n") == 1


def test_status_70_is_for_mistakes_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_data: Path
) -> None:
    monkeypatch.setattr("lazaretto.tui.commands.list_scenarios.run", mistaken)
    assert main(["list"]) == 70
    assert "The details are in" in capsys.readouterr().err
    (details,) = (own_data / "crashes").iterdir()
    details.unlink()


def test_status_130_is_for_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lazaretto.tui.commands.list_scenarios.run", interrupted)
    assert main(["list"]) == 130
    assert capsys.readouterr().err == "\nlazaretto: interrupted\n"


def status_of_an_app_after(number: int) -> int | None:
    app = Show()

    async def hang_up(pilot: Pilot[object]) -> None:
        app.hang_up(number)

    asyncio.run(app.run_async(auto_pilot=hang_up))
    return app.return_code


def test_status_129_is_for_a_closed_terminal() -> None:
    assert status_of_an_app_after(signal.SIGHUP) == 129


def test_status_143_is_for_a_signal_to_end() -> None:
    assert status_of_an_app_after(signal.SIGTERM) == 143
