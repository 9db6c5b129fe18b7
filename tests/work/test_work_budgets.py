"""What is done again and again does not become dearer unseen: its work is counted, not timed.

Work is the number of calls of Python functions, of bytes sent, of modules loaded or of objects kept, the same
on a slow machine as on a fast one. `budgets.toml` has a budget for each work and each version of Python.
Whoever needs more raises it and says why; `python -m tests.work.test_work_budgets` prints what is needed now,
with a tenth of room.
"""

import gc
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from cProfile import Profile
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from rich.segment import Segment
from textual.strip import Strip

from lazaretto.host import LocalTable, Table
from lazaretto.host.table.seat_protocol import SeatUpdate
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.rules import load
from lazaretto.rules.tools.check_scenario import check_scenario
from lazaretto.tui.board import Picture, shape_of
from lazaretto.tui.look.fit_and_wrap_text import Cell, Span
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.table.panes.board_pane import BoardMap
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.room_division import Divided, Window
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.terminal.frame_encoder import Encoder, LinesUpdate
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.house.test_imports import LAUNCHER, modules_after
from tests.interpreter import interpreter
from tests.tui.table.made import NOWHERE, ROOT, Unkept, program_of, sitting_of

pytestmark = interpreter

HERE = Path(__file__).parent
PALETTE = Palette()
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
        self._side, self._menu = SidePane(), MenuPane()
        self._encoder = Encoder(Depth.TRUE, PALETTE)

    def draw(self) -> None:
        """Draw everything."""
        for _ in self._drawn():
            pass

    def send(self) -> str:
        """Draw everything; return what a terminal is sent of it."""
        lines = []
        for x, y, columns, rows in self._drawn():
            for number, row in enumerate(rows):
                cells = [Segment(text, PALETTE.style(pen.on(pen.back or "ground"))) for text, pen in row]
                lines.append((y + number, x, Strip(cells).adjust_cell_length(columns)))
        return self._encoder.encode(LinesUpdate(lines), (WIDTH, HEIGHT), (0, 0))

    def _drawn(self) -> Iterator[tuple[int, int, int, Iterable[Iterable[Span | Cell]]]]:
        """Yield the first column, the first row, the width and the contents of each pane."""
        room = self._divided.among(self.desk, Window(WIDTH, HEIGHT, 1))
        left = WIDTH - room.side
        yield 0, room.status, left, self.picture.rows(self.desk.view, self.desk.marked)
        for pane, x, y, columns, rows in (
            (StatusPane(), 0, 0, WIDTH, room.status),
            (self._side, left, room.status, room.side, HEIGHT - 1 - room.status),
            (self._menu, 0, room.status + room.board, left - room.log, room.below),
        ):
            pane.desk = self.desk
            yield x, y, columns, pane.lines(columns, rows)

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


def choosing() -> Callable[[], object]:
    """Random choices at a table, with the updates for three people and a spectator."""

    def play() -> None:
        game = program_of(GAME).start(seed=1, players=PLAYERS)
        table = LocalTable(Table(program_of(GAME), game, Unkept(NOWHERE), "none"))
        updates: list[SeatUpdate] = []
        for seat in (*table.seats, table._further(None, frozenset())):
            seat.told = updates.append
        bot = RandomBot(1)
        for _ in range(20):
            table._work(lambda: bot.play(game), lambda call, *given: call(*given))
        assert len(updates) >= 40

    return play


def sent() -> int:
    """Bytes for eight moves of the cursor on the board."""
    screen = Screen()
    assert screen.desk.press("tab", None) is None
    screen.send()
    return sum(len(screen.send().encode()) for key in MOVES if screen.desk.press(key, None) is None)


def kept() -> int:
    """Objects that a game keeps after two hundred choices, besides its program."""
    bot, game = RandomBot(1), program_of(GAME).start(seed=1, players=PLAYERS)
    for _ in range(200):
        if game.outcome is None:
            bot.play(game)
    return len(reached(game) - reached(program_of(GAME)))


def reached(thing: object) -> set[int]:
    """What an object holds, without code."""
    known = {id(thing): thing}
    waiting = [thing]
    while waiting:
        for found in gc.get_referents(waiting.pop()):
            code = isinstance(found, type | ModuleType | FunctionType | CodeType)
            if not code and gc.is_tracked(found) and id(found) not in known:
                known[id(found)] = found
                waiting.append(found)
    return set(known)


def loaded_first() -> int:
    """Modules of ours that are loaded before the first frame of the launcher."""
    return sum(name.startswith("lazaretto") for name in modules_after(LAUNCHER))


def loading() -> Callable[[], object]:
    """A compiled game from the cache."""
    return lambda: load(ROOT / GAME)


def checking() -> Callable[[], object]:
    """A check of a game of its own, without those that it could use."""
    return lambda: check_scenario(ROOT / "tests/data/stones")


def calls(work: Callable[[], object]) -> int:
    """Count the calls of Python functions of a work that was done once before."""
    work()
    profile = Profile(builtins=False)
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


WORKS: Mapping[str, Callable[[], int]] = {
    "calls for eight moves of the cursor in a list": lambda: calls(moving(False)),
    "calls for eight moves of the cursor on the board": lambda: calls(moving(True)),
    "bytes for eight moves of the cursor on the board": sent,
    "calls for two hundred random choices": lambda: calls(playing()),
    "calls for twenty choices at a table of three and a spectator": lambda: calls(choosing()),
    "calls for views for a table of three and a spectator": lambda: calls(watching()),
    "objects kept by a game of two hundred choices": kept,
    "calls for a compiled game from the cache": lambda: calls(loading()),
    "calls for a check of a small game": lambda: calls(checking()),
    "modules of ours loaded before the first frame": loaded_first,
}


@cache
def budgets() -> Mapping[str, Mapping[str, int]]:
    found: Mapping[str, Mapping[str, int]] = tomllib.loads((HERE / "budgets.toml").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", WORKS)
def test_a_work_keeps_to_its_budget(name: str) -> None:
    if VERSION not in budgets():
        pytest.skip(f"there are no budgets for Python {VERSION}")
    counted = WORKS[name]()
    assert counted <= budgets()[VERSION][name], "it needs more: spend less, or raise it and say why"
    assert counted > budgets()[VERSION][name] / ROOM / 2, "it needs far less: lower the budget"


def test_every_work_has_a_budget() -> None:
    for version, known in budgets().items():
        assert set(known) == set(WORKS), version


def rounded(number: float) -> int:
    """A number in at most three digits and zeros."""
    return int(float(f"{number:.3g}"))


def main() -> None:
    """Print the budgets of this version of Python."""
    lines = [f'"{name}" = {rounded(work() * ROOM)}' for name, work in WORKS.items()]
    sys.stdout.write("\n".join([f'["{VERSION}"]', *lines, ""]))


if __name__ == "__main__":
    main()
