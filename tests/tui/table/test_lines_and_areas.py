"""Tests a map with areas and links that can be chosen and hold things: at three sizes, and by keyboard."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.pilot import Pilot

from lazaretto.rules import Game, PickOne
from lazaretto.tui.table.table_screen import TableScreen
from tests.tui.played import SIZES, Reader, program_of, sitting_of
from tests.tui.screens import text_of, until, until_shown

BUILDING = ("build_a_railway", "purify", "build_a_hospital", "place_a_purification_token", "go on")
ASKED = {"purify": "In which region", "build_a_railway": "On which road"}
"""How the question of an action begins."""


class TextFile(SingleFileSnapshotExtension):
    """Stores one readable file per screen."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def built(wanted: str) -> Game:
    """Return a game with many buildings, at a question of this action with several answers."""
    game, chance = program_of("iberia").start(seed=5, players=("anna", "ben", "carl")), Random(5)
    for number in range(400):
        decision = game.decision
        assert decision is not None
        keys = [
            option.key
            for option in decision.options
            if option.why_not is None and option.seat == decision.seat
        ]
        if number > 40 and wanted in keys:
            trial = game.fork()
            trial.choose(wanted)
            if trial.decision is not None and trial.decision.prompt.startswith(ASKED[wanted]):
                return trial
        liked = [each for each in BUILDING if each in keys] if number % 3 else []
        if liked and isinstance(decision.form, PickOne):
            game.choose(liked[0])
        else:
            game.answer(game.sample(chance.randrange))
    raise AssertionError("nothing was built")


def on_screen(
    wanted: str, size: tuple[int, int], folder: Path, do: Callable[[Pilot[Any], Reader, Game], Any]
) -> None:
    game = built(wanted)

    async def scenario() -> None:
        app = Reader(lambda: TableScreen(sitting_of(program_of("iberia"), game, folder)))
        async with app.run_test(size=size) as pilot:
            await until_shown(pilot, ASKED[wanted])
            await do(pilot, app, game)

    asyncio.run(scenario())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("wanted", ["purify", "build_a_railway"])
def test_areas_and_links_are_seen(
    wanted: str, size: tuple[int, int], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    async def look(pilot: Pilot[Any], app: Reader, _game: Game) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table._board.laid_out)
        await pilot.pause()
        assert text_of(app) + "\n" == snapshot.use_extension(TextFile)

    on_screen(wanted, size, tmp_path, look)


@pytest.mark.parametrize("wanted", ["purify", "build_a_railway"])
def test_an_area_or_a_link_is_taken_by_a_word_of_its_name(wanted: str, tmp_path: Path) -> None:
    async def take(pilot: Pilot[Any], app: Reader, game: Game) -> None:
        decision = game.decision
        assert decision is not None
        last = [option for option in decision.options if option.why_not is None][-1]
        await pilot.press("slash", *last.label.split()[-1].lower(), "enter")
        await until(pilot, lambda: ASKED[wanted] not in text_of(app))

    on_screen(wanted, (80, 24), tmp_path, take)


@pytest.mark.parametrize("wanted", ["purify", "build_a_railway"])
def test_an_area_or_a_link_is_taken_by_going_to_it(wanted: str, tmp_path: Path) -> None:
    async def take(pilot: Pilot[Any], app: Reader, _game: Game) -> None:
        await pilot.press("tab", "tab", "enter")
        await until(pilot, lambda: ASKED[wanted] not in text_of(app))

    on_screen(wanted, (80, 24), tmp_path, take)
