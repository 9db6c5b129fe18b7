"""Who waits for a bot reads that it thinks."""

import asyncio
import io
from pathlib import Path
from time import sleep

import pytest

from lazaretto.host import Store, open_table
from lazaretto.rules import Game, load
from lazaretto.tui.line import patience
from lazaretto.tui.line.mode import Plain
from tests.sitting import seated


class Slow:
    """A bot that takes its time."""

    def __init__(self, seed: int) -> None:
        pass

    def play(self, game: Game) -> None:
        """Take the first way, after a while."""
        sleep(0.3)
        assert game.seat is not None
        game.answer(game.answers(game.seat, 1)[0])


@pytest.mark.parametrize(("slow", "told"), [(0.05, 1), (60.0, 0)])
def test_a_bot_that_takes_long_is_told_once(
    stones: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: float, told: int
) -> None:
    monkeypatch.setattr(patience, "SLOW", slow)
    program = load(stones).program
    assert program is not None
    game = program.start(seed=1, players=("anna", "ben"))
    table = open_table(program, game, Store(tmp_path), ("", "slow"), {"slow": Slow})
    out = io.StringIO()
    with asyncio.Runner() as runner:
        Plain(seated(table), runner, io.StringIO("take one\nquit\n"), out).play()
    assert out.getvalue().count("thinking …") == told, out.getvalue()
