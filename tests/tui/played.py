"""Games played at random, and an app that shows one screen of them."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from textual.screen import Screen

from lazaretto.host import Sitting, Store, Table
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules import Game, Program, load
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.sitting import seated

ROOT = Path(__file__).resolve().parents[2]
SIZES = [(80, 24), (120, 40), (200, 60)]


@cache
def program_of(name: str) -> Program:
    """Return a built-in scenario, or one of the test scenarios."""
    folder = ROOT / "scenarios" / name
    found = load(folder if folder.exists() else ROOT / "tests" / "data" / name).program
    assert found is not None
    return found


def whole(
    program: Program, seed: int = 7, players: int = 2, options: Mapping[str, str] | None = None
) -> Game:
    """Return a game played to its end at random."""
    game = program.start(seed=seed, players=("anna", "ben", "carl", "dora")[:players], options=options)
    game.wander(Random(seed).randrange)
    return game


def some(program: Program, choices: int, seed: int = 7, players: int = 2) -> Game:
    """Return the beginning of such a game."""
    game = program.start(seed=seed, players=("anna", "ben", "carl", "dora")[:players])
    chance = Random(seed)
    while game.seat is not None and (game.inside or len(game.record().choices) < choices):
        game.answer(game.sample(chance.randrange))
    assert game.seat is not None
    return game


def sitting_of(program: Program, game: Game, folder: Path) -> Sitting:
    """Return a table with this game."""
    return seated(Table(program, game, Store(folder), "a-game"))


class Reader(TerminalApp[None]):
    """Shows one screen, and records where it would lead."""

    def __init__(self, make: Callable[[], Screen[Any]], *, mono: bool = False, ascii_only: bool = False):
        palette, depth = Palette(mono=mono), Depth.MONO if mono else Depth.TRUE
        super().__init__(depth=depth, palette=palette, ascii_only=ascii_only)
        self._make = make
        self.settings = Settings(pace="off", bell=False)
        self.went: list[tuple[str, Any]] = []

    def on_mount(self) -> None:
        self.push_screen(self._make())

    async def first_goals(self, record: str) -> frozenset[str]:
        return frozenset()

    def leave(self) -> None:
        self.went.append(("leave", None))

    def show_playback(self, showing: object, start: int) -> None:
        self.went.append(("playback", start))
