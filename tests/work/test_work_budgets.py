"""What is done again and again does not become dearer unseen: its work is counted, not timed.

Work is the number of calls of Python functions, the same on a slow machine as on a fast one. `budgets.toml`
has a budget for each work and each version of Python. Whoever needs more raises it and says why; `python -m
tests.work.test_work_budgets` prints what is needed now, with a tenth of room.
"""

import sys
import tomllib
from collections.abc import Callable, Mapping
from cProfile import Profile
from functools import cache
from pathlib import Path

import pytest

from lazaretto.host import Table
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.rules import load
from lazaretto.rules.tools.check_scenario import check_scenario
from lazaretto.tui.board import Picture, shape_of
from lazaretto.tui.table.panes.board_pane import BoardMap
from lazaretto.tui.table.panes.hand_pane import HandPane
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.room_division import Divided, Window
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_state import Desk
from tests.tui.table.made import NOWHERE, ROOT, Unkept, program_of, sitting_of

HERE = Path(__file__).parent
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
GAME = "scenarios/pandemic"
PLAYERS = ("anna", "ben", "carl")
WIDTH, HEIGHT = 120, 40
MOVES = ("right", "down", "right", "up", "left", "left", "down", "right")
ROOM = 1.1
"""How much more than it needs today a work may need; then somebody looks."""


class Screen:
    """A table as its screen draws it: every pane again after each key."""

    def __init__(self) -> None:
        game = program_of(GAME).start(seed=1, players=PLAYERS)
        table = Table(program_of(GAME), game, Unkept(NOWHERE), "none")
        sitting = sitting_of(GAME, NOWHERE, table=table)
        shape = shape_of(sitting.seats[0].look().view)
        board = BoardMap(shape)
        self.desk = Desk(sitting, sitting.seats[game.seat or 0], board)
        self.desk.refresh()
        self._divided = Divided()
        room = self._divided.among(self.desk, Window(WIDTH, HEIGHT, 1))
        self.picture = board.picture = Picture(shape, WIDTH - room.side, room.board)
        self.panes = (
            (StatusPane(), WIDTH, room.status),
            (SidePane(), room.side, HEIGHT - 1 - room.status),
            (MenuPane(), WIDTH - room.side - room.log, room.below),
            (HandPane(), WIDTH - room.side, room.hand),
        )

    def draw(self) -> None:
        """Draw everything."""
        self._divided.among(self.desk, Window(WIDTH, HEIGHT, 1))
        self.picture.rows(self.desk.view, self.desk.marked)
        for pane, columns, rows in self.panes:
            pane.desk = self.desk
            pane.lines(columns, rows)

    def move(self) -> None:
        """Move the cursor around."""
        for key in MOVES:
            assert self.desk.press(key, None) is None
            self.draw()


def moving(on_board: bool) -> Callable[[], object]:
    screen = Screen()
    if on_board:
        assert screen.desk.press("tab", None) is None
    screen.draw()
    return screen.move


def playing() -> Callable[[], object]:
    """Random decisions, as bots and simulations play."""

    def play() -> None:
        bot, game = RandomBot(1), program_of(GAME).start(seed=1, players=PLAYERS)
        for _ in range(200):
            if game.outcome is None:
                bot.play(game)

    return play


def watching() -> Callable[[], object]:
    """What everybody at a table is shown after a choice."""
    game = program_of(GAME).start(seed=1, players=PLAYERS)
    return lambda: [game.view(seat) for seat in (None, *range(len(PLAYERS)))]


def loading() -> Callable[[], object]:
    """A compiled game from the cache."""
    return lambda: load(ROOT / GAME)


def checking() -> Callable[[], object]:
    """A check of a game of its own, without those that it could use."""
    return lambda: check_scenario(ROOT / "tests/data/stones")


WORKS: Mapping[str, Callable[[], Callable[[], object]]] = {
    "eight moves of the cursor in a list": lambda: moving(False),
    "eight moves of the cursor on the board": lambda: moving(True),
    "two hundred random choices": playing,
    "views for a table of three and a spectator": watching,
    "a compiled game from the cache": loading,
    "a check of a small game": checking,
}


def calls(work: Callable[[], object]) -> int:
    """Count the calls of Python functions of a work that was done once before."""
    work()
    profile = Profile(builtins=False)
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


@cache
def budgets() -> Mapping[str, Mapping[str, int]]:
    found: Mapping[str, Mapping[str, int]] = tomllib.loads((HERE / "budgets.toml").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", WORKS)
def test_a_work_keeps_to_its_budget(name: str) -> None:
    if VERSION not in budgets():
        pytest.skip(f"there are no budgets for Python {VERSION}")
    counted = calls(WORKS[name]())
    assert counted <= budgets()[VERSION][name], "it needs more: spend less, or raise it and say why"
    assert counted > budgets()[VERSION][name] / ROOM / 2, "it needs far less: lower the budget"


def test_every_work_has_a_budget() -> None:
    for version, known in budgets().items():
        assert set(known) == set(WORKS), version


def main() -> None:
    """Print the budgets of this version of Python."""
    lines = [f'"{name}" = {round(calls(work()) * ROOM / 100) * 100}' for name, work in WORKS.items()]
    sys.stdout.write("\n".join([f'["{VERSION}"]', *lines, ""]))


if __name__ == "__main__":
    main()
