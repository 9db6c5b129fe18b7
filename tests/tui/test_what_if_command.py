"""Tests `lazaretto play --from`: plays on from a point of a saved game."""

import io
import sys
from pathlib import Path

import pytest

from lazaretto.host.records.record_store import load_record
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto, Point, Wish
from lazaretto.tui.commands import play


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_one_plays_on_in_lines_and_on_the_screen(
    stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "take two", "take one", "quit")
    assert main(["play", str(stones), "--plain", "--seed", "7"]) == 0
    (old,) = (own_data / "records").glob("*.toml")
    branch = ["play", "--path", str(stones.parent), "--from", old.stem, "--at", "1"]
    for more, told in (
        (["--plain"], "play on with another seed"),
        (["--plain", "--seed", "5"], "What if: you play on after choice 1"),
    ):
        type_lines(monkeypatch, "quit")
        assert main([*branch, *more]) == ("--seed" not in more)
        shown = capsys.readouterr()
        assert told in " ".join((shown.out + shown.err).split())
    (new,) = {*(own_data / "records").glob("*.toml")} - {old}
    record = load_record(new)
    assert (len(record.choices), record.deals) == (1, ((1, 5),))
    apps: list[Lazaretto] = []
    monkeypatch.setattr(play, "has_screen", lambda: True)
    monkeypatch.setattr(Lazaretto, "run", lambda self: apps.append(self))
    assert main([*branch, "--seed", "5"]) == 0
    assert apps[0]._wish == Wish(what_if=Point(old, 1, 5))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--at", "3"], "--at needs --from"),
        (["--from", "old"], "--from needs --at"),
        (["--from", "old", "--at", "3", "--players", "2"], "--from cannot be combined with --players"),
        (["stones", "--from", "old", "--at", "3"], "or a scenario"),
    ],
)
def test_what_does_not_fit_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--plain", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_game_that_is_missing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--plain", "--from", "nothing", "--at", "3"]) == 1
    assert "nothing" in capsys.readouterr().err
