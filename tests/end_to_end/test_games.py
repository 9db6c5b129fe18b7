"""Plays whole games with keys only, from nothing but the screen."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from lazaretto.tui.__main__ import main
from tests.end_to_end.conftest import Windows
from tests.end_to_end.kept import game_of, only_record, read, scenario, stand
from tests.end_to_end.player import Player, over
from tests.end_to_end.seen import Seen
from tests.end_to_end.terminals import Memory, Nursery, Tmux, tmux_here
from tests.soak import soak

SMALL, LARGE = (80, 24), (160, 50)

ENDED = re.compile(r"Turn (\d+), after (\d+) choices?\. Saved as ([\w-]+)\.")

GAMES = {
    "pandemic-80x24": ("pandemic", SMALL, 1, ("--players", "2", "--option", "hands=private")),
    "pandemic-160x50": ("pandemic", LARGE, 17, ("--players", "4", "--option", "epidemics=6")),
    "the_cure-80x24": ("the_cure", SMALL, 5, ("--players", "2")),
    "the_cure-160x50": ("the_cure", LARGE, 2, ("--players", "3")),
}


def some_of(*always: str) -> list[ParameterSet]:
    """Return all games; those not named run in `make soak` alone."""
    return [
        pytest.param(*game, id=name, marks=() if name in always else soak) for name, game in GAMES.items()
    ]


def agrees_with_the_record(seen: Seen, data: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that the last screen agrees with the file, and that replaying the file gives the same end."""
    record = read(only_record(data))
    game = game_of(scenario(name), record)
    assert game.outcome is not None
    assert game.outcome.reason in seen.words
    assert ("You have won" if "won" in game.outcome.results else "You have lost") in seen.words
    told = ENDED.search(seen.words)
    assert told is not None, seen.text
    assert (int(told[1]), int(told[2])) == (game.turns, len(record.choices))
    assert told[3] == only_record(data).stem
    capsys.readouterr()
    assert main(["replay", told[3]]) == 0
    assert f"The game ends as the record says: {record.outcome}" in capsys.readouterr().out


def leave_by_the_launcher(terminal: Memory | Tmux) -> None:
    """Leave the table and then the app, which gives the terminal back as it was."""
    terminal.press("q")
    terminal.wait_for("Saved games")
    terminal.press("q")
    assert terminal.ended() == 0
    assert terminal.clean()


@pytest.mark.parametrize(("name", "size", "seed", "more"), some_of("pandemic-80x24"))
def test_a_whole_game_by_keys(
    name: str,
    size: tuple[int, int],
    seed: int,
    more: Sequence[str],
    window: Windows,
    nursery: Nursery,
    own_data: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = window(*size)
    terminal.start(nursery, ["play", name, "--seed", str(seed), *more])
    terminal.sat_down()
    player = Player(terminal, seed, curious=(name, size) == ("the_cure", SMALL))
    seen = player.play()
    agrees_with_the_record(seen, own_data, name, capsys)
    assert {"one", "place"} <= player.kinds
    assert bool(player.curtains) is ("hands=private" in more)
    leave_by_the_launcher(terminal)
    assert "Traceback" not in terminal.sent


in_tmux = pytest.mark.skipif(not tmux_here(), reason="tmux is not installed; the same games run on a pty")


@in_tmux
def test_a_game_begins_in_tmux(tmp_path: Path, own_data: Path) -> None:
    def is_kept(seen: Seen) -> bool:
        kept = stand(scenario("the_cure"), read(only_record(own_data)))
        return kept.is_on(seen.rows[0], seen.asked)

    terminal = Tmux(*SMALL, tmp_path)
    try:
        terminal.start(["play", "the_cure", "--seed", "5", "--players", "2"])
        seen = terminal.sat_down()
        player = Player(terminal, 5)
        while len(read(only_record(own_data)).choices) < 3 or "stop typing" in seen.keys:
            seen = player.step(seen)
        terminal.wait("what is kept", is_kept)
        leave_by_the_launcher(terminal)
    finally:
        terminal.close()


@soak  # goes on as the game above begins, and as whole games on a pty do
@in_tmux
@pytest.mark.parametrize(("name", "size", "seed", "more"), GAMES.values(), ids=GAMES)
def test_a_whole_game_in_tmux(
    name: str,
    size: tuple[int, int],
    seed: int,
    more: Sequence[str],
    tmp_path: Path,
    own_data: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = Tmux(*size, tmp_path)
    try:
        terminal.start(["play", name, "--seed", str(seed), *more])
        terminal.sat_down()
        seen = Player(terminal, seed).play()
        agrees_with_the_record(seen, own_data, name, capsys)
        leave_by_the_launcher(terminal)
    finally:
        terminal.close()


def test_what_happens_is_shown_step_by_step_until_somebody_skips_it(
    window: Windows, nursery: Nursery, own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LAZARETTO_PACE")
    own_data.mkdir(parents=True)
    (own_data / "settings.toml").write_text('pace = "slow"\n', encoding="utf-8")
    terminal = window(100, 30)
    terminal.start(nursery, ["play", "pandemic", "--players", "2", "--seed", "3"])
    seen = terminal.sat_down()
    player = Player(terminal, 3)
    while "turn 2 " not in seen.rows[0] or not player.scenes:
        seen = player.step(seen)
    assert player.scenes
    assert not over(seen)
