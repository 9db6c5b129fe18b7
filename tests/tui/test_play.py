"""Tests `lazaretto play`: full screen or line mode, bots, and the output after the screen closes."""

import argparse
import gc
import io
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.lobby.lobby_protocol import Order
from lazaretto.host.records.record_store import load_record
from lazaretto.host.settings.user_settings import CHOICES, Settings
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.command_line.command_parser import RefusalError
from lazaretto.tui.commands import play

Ended = Callable[[Lazaretto], None]


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the program runs on a full-screen terminal, with a clean environment."""
    monkeypatch.setattr(play, "has_screen", lambda: True)
    for name in [each for each in os.environ if each.startswith("LAZARETTO_")]:
        monkeypatch.delenv(name)
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    # nothing is compiled behind the back of a test
    monkeypatch.setattr(play, "engine_of", lambda arguments: "python")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, terminal: None) -> list[Lazaretto]:
    """Record the apps that would have run; none draws anything."""
    apps: list[Lazaretto] = []
    monkeypatch.setattr(Lazaretto, "run", lambda self: apps.append(self))
    return apps


def wish(app: Lazaretto) -> Wish | None:
    return app._wish


def test_on_a_terminal_the_launcher_is_shown(ran: list[Lazaretto]) -> None:
    assert main([]) == 0
    assert main(["play"]) == 0
    assert [wish(lazaretto) for lazaretto in ran] == [None, None]
    assert ran[0].settings == Settings()
    assert list(ran[0].lobby.bots) == ["random", "keen", "easy", "medium", "hard", "thinker"]


@pytest.mark.parametrize(
    ("term", "there", "drawn"),
    [("xterm", True, True), ("dumb", True, False), ("", True, False), ("xterm", False, False)],
)
def test_it_takes_a_screen_and_somebody_in_front_of_it(
    monkeypatch: pytest.MonkeyPatch, term: str, there: bool, drawn: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal() if there else io.StringIO())
    assert play.has_screen() is drawn


def test_plain_is_plain(
    ran: list[Lazaretto], stones: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", str(stones), "--seed", "7", "--plain"]) == 0
    assert "The game is saved" in capsys.readouterr().out
    assert ran == []


def test_what_the_command_line_insists_on(ran: list[Lazaretto], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAZARETTO_THEME", "dark")
    monkeypatch.setenv("LAZARETTO_ASCII", "yes")
    assert main(["play", "--theme", "light", "--colours", "16", "--mouse"]) == 0
    wanted = {"theme": "light", "colours": "16", "mouse": True, "ascii": True}
    assert ran[0].forced == wanted
    assert ran[0].settings == Settings("light", "16", ascii=True, mouse=True)
    assert ran[0].kept_settings == Settings()


def test_a_game_can_be_named_at_once(ran: list[Lazaretto], stones: Path) -> None:
    options = ["--option", "start=5", "--option", "hurry=yes", "--bots", "random", "--seed", "9"]
    assert main(["play", str(stones), "--names", "zoe,yann,xu", *options]) == 0
    order = Order(
        stones, ("zoe", "yann", "xu"), 9, {"start": "5"}, frozenset({"hurry"}), ("", "random", "random")
    )
    assert wish(ran[0]) == Wish(order)


def test_a_kept_game_can_be_named_at_once(
    ran: list[Lazaretto], stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", str(stones), "--plain", "--seed", "7"]) == 0
    (path,) = (own_data / "records").iterdir()
    assert main(["play", "--resume", path.stem]) == 0
    assert wish(ran[0]) == Wish(resume=path)


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ("stonse", 1, "there is no scenario"),
        ("--seed 7", 2, "--seed needs a SCENARIO"),
        ("--resume nothing", 1, "nothing"),
        ("STONES --option hurry=perhaps", 1, "is an optional part"),
        ("STONES --players 3 --bots person,random", 2, "--bots has 2 entries"),
        ("STONES --players 1 --bots random,person", 2, "--bots has 2 entries"),
        ("STONES --bots random,random", 2, "needs a person"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_drawn(
    ran: list[Lazaretto],
    stones: Path,
    arguments: str,
    status: int,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [each.replace("STONES", str(stones)) for each in arguments.split()]
    assert main(["play", *words]) == status
    assert told in capsys.readouterr().err
    assert ran == []


def test_an_unknown_bot_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--bots", "clever"]) == 2
    assert "there is no bot 'clever', only random" in capsys.readouterr().err


def ended(monkeypatch: pytest.MonkeyPatch, how: Ended) -> None:
    monkeypatch.setattr(Lazaretto, "run", how)


def test_after_the_screen_it_is_said_how_to_go_on(
    terminal: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended(monkeypatch, lambda app: setattr(app, "left", "stones-1"))
    assert main([]) == 0
    assert "lazaretto play --resume stones-1" in capsys.readouterr().out


def test_garbage_is_looked_for_rarely_while_somebody_plays(
    terminal: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    usually, seen = gc.get_threshold(), []
    ended(monkeypatch, lambda app: seen.append(gc.get_threshold()))
    assert main([]) == 0
    assert seen == [play.RARELY]
    assert gc.get_threshold() == usually


def test_a_crash_is_one_sentence_and_a_file(
    terminal: None, monkeypatch: pytest.MonkeyPatch, own_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(app: Lazaretto) -> None:
        app.left = "stones-1"
        app._crash("ValueError", "all about it")

    ended(monkeypatch, crash)
    assert main([]) == 70
    out, said = capsys.readouterr()
    assert said.count("\n") == 1
    assert "internal error (ValueError)" in said
    assert "all about it" not in said
    (kept,) = (own_data / "crashes").iterdir()
    assert kept.read_text() == "all about it"
    assert str(kept) in said
    kept.unlink()
    assert "--resume stones-1" in out


def test_a_wish_that_was_not_granted_is_told(
    terminal: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended(monkeypatch, lambda app: setattr(app, "refusal", "It cannot be."))
    assert main([]) == 1
    assert capsys.readouterr().err == "lazaretto: It cannot be.\n"


def test_bots_play_in_lines_too(
    stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("take > one\n"))
    assert main(["play", str(stones), "--names", "anna,ben", "--seed", "7", "--bots", "person,random"]) == 0
    shown = capsys.readouterr().out
    assert "You are ben." not in shown, "nobody is asked for a bot"
    assert "ben " in shown
    (path,) = (own_data / "records").iterdir()
    record = load_record(path)
    assert record.bots == ("", "random")
    assert {seat for seat, _ in record.choices} == {0, 1}
    monkeypatch.setattr(sys, "stdin", io.StringIO("take > one\n" * 9))
    assert main(["play", "--path", str(stones.parent), "--resume", path.stem]) == 0
    assert "The game is over." in capsys.readouterr().out


def arguments(**given: Any) -> argparse.Namespace:
    return argparse.Namespace(**{"players": None, "names": (), "bots": (), **given})


def test_who_sits_where(program: Any) -> None:
    assert play.seated(program.players, arguments()) == (("anna", "ben"), ())
    assert play.seated(program.players, arguments(players=3, bots=("random",)))[1] == ("", "random", "random")
    assert play.seated(program.players, arguments(bots=("random", "")))[1] == ("random", "")
    assert play.seated(program.players, arguments(bots=("", "")))[1] == ()
    assert play.seated(program.players, arguments(players=1, bots=("random",)))[1] == ()
    with pytest.raises(RefusalError):
        play.seated(program.players, arguments(players=3, bots=("random", "")))


def test_the_environment_is_the_terminals_own(ran: list[Lazaretto]) -> None:
    assert main([]) == 0
    assert ran[0]._environ is os.environ


def said_command(shown: str) -> list[str]:
    """The arguments of the command with which a player goes on."""
    program, *words = shlex.split(shown.rpartition("Continue with:")[2])
    assert program == "lazaretto"
    return words


@pytest.mark.parametrize("start", [("FOLDER",), ("stones", "--path", "PLACE")])
def test_the_command_that_is_said_goes_on_with_the_same_game(
    start: tuple[str, ...],
    stones: Path,
    own_data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = tmp_path / "my games"
    folder = shutil.copytree(stones, place / "stones")
    words = [each.replace("FOLDER", str(folder)).replace("PLACE", str(place)) for each in start]
    monkeypatch.setattr(sys, "stdin", io.StringIO("take > one\n"))
    assert main(["play", "--plain", "--seed", "7", *words]) == 0
    again = said_command(capsys.readouterr().out)
    monkeypatch.setattr(sys, "stdin", io.StringIO("take > two\n"))
    assert main(again) == 0
    shown = capsys.readouterr().out
    assert "The game continues where it stopped." in shown
    assert "takes two" in shown


def test_a_record_outside_the_store_is_named_by_its_file(
    stones: Path,
    own_data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", str(stones), "--plain", "--seed", "7"]) == 0
    (path,) = (own_data / "records").iterdir()
    elsewhere = path.rename(tmp_path / "sent by a friend.toml")
    monkeypatch.setattr(sys, "stdin", io.StringIO("take > one\n"))
    assert main(["play", "--plain", "--path", str(stones.parent), "--resume", str(elsewhere)]) == 0
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", "--plain", "--path", str(stones.parent), "--resume", str(elsewhere)]) == 0
    again = said_command(capsys.readouterr().out)
    assert again == ["play", "--plain", "--path", str(stones.parent), "--resume", str(elsewhere)]


def test_the_app_names_the_file_and_the_folder_too(
    stones: Path,
    tmp_path: Path,
    terminal: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def leave(app: Lazaretto) -> None:
        app.left, app.left_place = "one", str(tmp_path / "one.toml")

    ended(monkeypatch, leave)
    assert main(["play", str(stones)]) == 0
    again = said_command(capsys.readouterr().out)
    assert again == ["play", "--path", str(stones), "--resume", str(tmp_path / "one.toml")]


def test_a_folder_that_cannot_be_written_is_said_before_rules_are_compiled(
    stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr("lazaretto.tui.commands.play.program_of")
    records = own_data / "records"
    records.parent.mkdir(parents=True)
    records.write_text("not a folder")
    assert main(["play", str(stones), "--plain"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lazaretto: games cannot be saved: ") and f"({records})" in err


def test_the_options_for_looks_take_what_the_settings_take() -> None:
    assert (CHOICES["theme"], CHOICES["colours"]) == (play.THEMES, play.COLOURS)
