"""Snapshots of the table screen of every game, in all sizes and looks."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lazaretto.host import Sitting, Store, open_table
from lazaretto.host.settings.user_settings import Settings
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.patience import PATIENCE
from tests.soak import soak
from tests.tui.screens import text_of, until
from tests.tui.table.conftest import ENVIRONMENT, At, Bare, Play
from tests.tui.table.made import SCENARIOS, players_of, program_of, sitting_of
from tests.tui.terminal.shown import COLOUR, Carrier, Cell

SIZES = ((80, 24), (100, 30), (120, 40), (160, 50), (220, 70))
FIRST = ((80, 24), (160, 50))
"""The sizes of the pictures of the beginning."""
MIDDLE = 40
"""The number of answers to the middle of a game."""


class TextFile(SingleFileSnapshotExtension):
    """Stores one readable file per game."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def sitting_in(game: str, answers: int, folder: Path) -> Sitting:
    """Return a seeded game after this many answers, or before the one that ends it."""
    program = program_of(game)
    played = program.start(seed=5, players=players_of(game))
    bot = RandomBot(5)
    for _ in range(answers):
        tried = played.fork()
        bot.play(tried)
        if tried.decision is None:
            break
        played = tried
    return sitting_of(game, folder, table=open_table(program, played, Store(folder)))


async def open_curtain(at: At) -> None:
    if isinstance(at.app.screen, CurtainScreen):
        await at.press("enter")


async def laid_out(at: At) -> str:
    """Return the screen, once the board is drawn."""
    board = at.table._board

    def fits() -> bool:
        picture = board.board.picture
        style = (at.app.ascii_only, at.app.palette.mono)
        return picture is not None and board.laid_out and (picture.style.ascii, picture.style.mono) == style

    await until(at.pilot, fits)
    return text_of(at.app)


OFTEN = ("start-pandemic", "middle-pandemic", "middle-the_cure")
"""Pictures that are compared every time, with a map and without; the others in `make soak`."""


def pictures() -> Iterator[ParameterSet]:
    """Every game at its start and in its middle."""
    for when, answers in (("start", 0), ("middle", MIDDLE)):
        for game in SCENARIOS:
            name = f"{when}-{Path(game).name}"
            yield pytest.param(answers, game, id=name, marks=() if name in OFTEN else soak)


@pytest.mark.parametrize(("answers", "game"), [*pictures()])
def test_tables_stay_as_they_are(
    play: Play, tmp_path: Path, game: str, answers: int, snapshot: SnapshotAssertion
) -> None:
    found: list[str] = []

    async def script(at: At) -> None:
        await open_curtain(at)
        for size in SIZES if answers else FIRST:
            await at.pilot.resize_terminal(*size)
            text = await laid_out(at)
            rows = text.splitlines()
            assert len(rows) == size[1]
            assert all(len(row) <= size[0] for row in rows)
            found.append(text)
        await at.pilot.resize_terminal(*SIZES[0])
        await at.press("?")
        at.app.dress(Palette(mono=True), Depth.MONO, ascii_only=True)
        await at.press("escape")
        text = await laid_out(at)
        assert text.isascii()
        found.append(text)

    play(script, size=SIZES[0], sitting=sitting_in(game, answers, tmp_path))
    assert "\n\n".join(found) + "\n" == snapshot.use_extension(TextFile)


# --- on a terminal -------------------------------------------------------------------------------


def shown_by(carrier: Carrier) -> str:
    return "\n".join(row.rstrip() for row in carrier.terminal.text().split("\n"))


Look = Callable[[Carrier], Awaitable[None] | None]


def sent(sitting: Sitting, tmp_path: Path, look: Look, **settings: Any) -> None:
    """Show a table on a terminal in memory."""

    async def main() -> None:
        lobby = Bare((), Store(tmp_path), {}, tmp_path / "settings.toml")
        app = Lazaretto(lobby, Settings(pace="off", **settings), environ=ENVIRONMENT, driver_class=Carrier)
        async with app.run_test(headless=False, size=None) as pilot:
            app.sit(sitting)
            await until(pilot, lambda: "Actions left" in text_of(app))
            driver = app._driver
            assert isinstance(driver, Carrier)
            await until(pilot, lambda: "what do you do" in text_of(app))
            await until(pilot, lambda: shown_by(driver) == text_of(app))
            looking = look(driver)
            if looking is not None:
                await looking

    asyncio.run(main())


def table_sent(tmp_path: Path, look: Look, **settings: Any) -> None:
    sent(sitting_in("scenarios/pandemic", 0, tmp_path), tmp_path, look, **settings)


@pytest.mark.parametrize("colours", ["truecolor", "256", "16", "none"])
def test_only_codes_that_the_terminal_knows_are_sent(tmp_path: Path, colours: str) -> None:
    def look(carrier: Carrier) -> None:
        data = carrier.taken()
        assert ("38;2;" in data) == (colours == "truecolor")
        assert ("38;5;" in data) == (colours == "256")
        assert bool(COLOUR.search(data)) == (colours != "none")
        marked = [cell for row in carrier.terminal.cells() for cell in row if cell[7] or cell[2] != "default"]
        assert marked, "the cursor is seen in any case"

    table_sent(tmp_path, look, colours=colours)


def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path) -> None:
    def look(carrier: Carrier) -> None:
        assert carrier.taken().isascii()
        assert "? help" in carrier.terminal.text()

    table_sent(tmp_path, look, ascii=True)


def test_the_terminal_shows_what_the_screen_holds(tmp_path: Path) -> None:
    def look(carrier: Carrier) -> None:
        assert shown_by(carrier) == text_of(carrier._app)

    table_sent(tmp_path, look)


RIGHT, DOWN = "\x1b[C", "\x1b[B"


def test_the_terminal_shows_what_changes_and_nothing_else(tmp_path: Path) -> None:
    """The framework's own picture, and the whole screen sent again, tell what it should show."""

    async def look(carrier: Carrier) -> None:
        app = carrier._app

        async def shown_after(change: Callable[[], object]) -> list[list[Cell]]:
            carrier.taken()
            change()
            async with asyncio.timeout(PATIENCE):
                while not carrier.sent or shown_by(carrier) != text_of(app):
                    await asyncio.sleep(0.005)
            return carrier.terminal.cells()

        for keys in ("\t", RIGHT, DOWN, RIGHT, "?", "q", "\t", DOWN, "d", RIGHT, "\r", "v", "q", "p"):
            changed = await shown_after(partial(carrier.type, keys))
            assert changed == await shown_after(app.action_redraw), keys

    table_sent(tmp_path, look)
