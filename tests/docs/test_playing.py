"""The game in the player's guide can be played as printed, and the guide names every command."""

import io
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from lazaretto.host.settings.user_settings import TABLES
from lazaretto.tui.__main__ import main
from lazaretto.tui.keys.keymap import read_keys
from lazaretto.tui.line.table import COMMANDS
from tests.docs.key_tables import with_tables

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")


def test_the_printed_game_can_be_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = GUIDE.partition("```console\n$ ")[2].partition("```")[0]
    command, _, expected = printed.partition("\n")
    answers = re.findall(r"^> (.*)", expected, re.MULTILINE)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    assert main(shlex.split(command)[1:]) == 0
    found = capsys.readouterr().out
    pattern = ".*".join(map(re.escape, expected.strip().split("...")))
    assert re.fullmatch(pattern, found.strip(), re.DOTALL), found


def test_every_command_is_in_the_guide() -> None:
    table = GUIDE.partition("## Commands")[2].partition("## ")[0]
    named = set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    assert named == set(COMMANDS)


def test_the_tables_of_keys_are_those_of_the_registry() -> None:
    assert with_tables(GUIDE) == GUIDE, "run python -m tests.docs.key_tables"
    assert len(re.findall("<!-- keys: ", GUIDE)) == 5


def test_the_printed_keys_can_be_chosen() -> None:
    printed = tomllib.loads("[keys]" + GUIDE.partition("```toml\n[keys]")[2].partition("```")[0])
    assert set(printed) == set(TABLES)
    keymap, problems = read_keys(printed["keys"], letters=printed["letters"])
    assert problems == ()
    assert len(keymap.own) == 3
    assert keymap.letters_of_options == {"drive": "x"}
