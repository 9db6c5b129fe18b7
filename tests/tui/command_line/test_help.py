"""Help and version are asked for in the same words everywhere, and output has no colours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lazaretto.serve.__main__ import GROUPS, main
from lazaretto.tui.command_line.command_parser import CommandLine

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = CommandLine(GROUPS).commands


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_help_has_a_line_for_each_command_in_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "--help").splitlines()
    titles = [line for line in lines if line[:1].isupper() and lines[lines.index(line) - 1] == ""]
    assert titles[1:-1] == [
        *("Play games", "Write and change games", "Measure games", "Serve games to others"),
        "Set up this program",
    ]
    listed = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("  -")]
    assert listed == [name for name, parser in COMMANDS.items() if parser.summary]
    assert max(map(len, lines)) < 80
    assert listed[0] == "play" and lines.index("Serve games to others") < lines.index(
        "  serve       run a server that people reach with ssh"
    )


def test_each_way_to_ask_for_help_gives_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "-h") == said(capsys, "--help") == said(capsys, "help")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, name, "--help")
    assert told.startswith(f"usage: lazaretto {name} ")
    assert told == said(capsys, name, "-h") == said(capsys, "help", name)


def test_the_hidden_command_is_in_no_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert [name for name, parser in COMMANDS.items() if not parser.summary] == ["names"]
    assert "names" not in said(capsys, "--help")


def test_the_version_is_that_of_what_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.rules.version_and_extras.version", lambda: "1.2.3")
    assert said(capsys, "--version") == "lazaretto 1.2.3\n"


@pytest.mark.parametrize("words", ["--help", "play --help", "list", "check tests/data/stones"])
def test_a_pipe_gets_no_colours(words: str, own_data: Path) -> None:
    """Python itself colours the help of its parsers, and tracebacks, where it is told to."""
    colourful = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "CLICOLOR_FORCE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "lazaretto", *words.split()],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, **colourful},
    )
    assert done.returncode == 0
    assert done.stdout and b"\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", [name for name, parser in COMMANDS.items() if parser.summary])
def test_the_help_of_a_command_fits_the_terminal(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = [line for line in said(capsys, name, "--help").splitlines() if "  lazaretto " not in line]
    assert max(map(len, lines)) <= 80, "only a line to be typed may be longer"
