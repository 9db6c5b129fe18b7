"""Tests the replay screen: step, play, jump, look, switch the viewer, and leave."""

import asyncio
import os
import shutil
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host import LocalReplay, Playback, Showing
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.host.records.replay_protocol import ReplayClient, ShowingInfo
from lazaretto.rules import Program, Record, Ref, View, load
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.board import Marked
from lazaretto.tui.look.fit_and_wrap_text import PLAIN, Cell
from lazaretto.tui.replay.frame_timeline import SPEEDS, Reel
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.soak import soak
from tests.tui.played import SIZES, Reader, program_of, some, whole
from tests.tui.screens import text_of, until, until_shown


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith(("TEXTUAL_", "LAZARETTO_"))]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="module")
def fugitive() -> Program:
    return program_of("fugitive")


class Edge:
    """A board that is only a border: other tests cover how boards look."""

    def __init__(self, _shape: object, width: int, height: int, *, ascii: bool, mono: bool) -> None:
        self.width, self.height = width, height

    def rows(self, view: View, marked: Marked) -> list[list[Cell]]:
        edge, between = f"+{'-' * (self.width - 2)}+", f"|{' ' * (self.width - 2)}|"
        fresh = ", ".join(sorted(ref.key for ref in marked.changed))
        named = f"| changed: {fresh}".ljust(self.width - 1) + "|"
        rows = [edge, named, *[between] * (self.height - 3), edge]
        return [[Cell(each, PLAIN) for each in row] for row in rows]

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        return tuple(sorted(among))

    def where(self, ref: Ref) -> None:
        """Nothing is anywhere."""


def replay_of(program: Program, record: Record) -> ReplayScreen:
    replay = LocalReplay(program, record)
    reel = Reel(ReplayClient(replay))
    showing = Showing(ShowingInfo(program.title, "a-game", program.coast, program.rulebook()), replay)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(lambda: asyncio.run(reel.frame(0))).result()
    return ReplayScreen(showing, reel, first)


async def settled(app: TerminalApp[None]) -> None:
    await app.workers.wait_for_complete()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_replay_reads_well(
    size: tuple[int, int], fugitive: Program, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.tui.table.panes.board_pane.Picture", Edge)

    async def main() -> None:
        app = Reader(lambda: replay_of(fugitive, whole(fugitive, players=3).record()))
        async with app.run_test(size=size) as pilot:
            await settled(app)
            await pilot.press("right", "right", "right")
            await until_shown(pilot, "3/12", "changed")
            await settled(app)
            await pilot.pause()
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_a_replay_reads_well_without_colours_and_signs(
    fugitive: Program, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.tui.table.panes.board_pane.Picture", Edge)

    async def main() -> None:
        screen = replay_of(fugitive, whole(fugitive, players=3).record())
        app = Reader(lambda: screen, mono=True, ascii_only=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app)
            await pilot.press("end", "tab")
            await until_shown(pilot, "12/12", "changed")
            await settled(app)
            await pilot.pause()
            assert text_of(app).isascii()
            assert text_of(app) == snapshot

    asyncio.run(main())


@pytest.mark.parametrize(
    ("name", "players"),
    [("fugitive", 3), *(pytest.param(each, 2, marks=soak) for each in ("pandemic", "the_cure"))],
)
def test_a_whole_game_is_shown_as_it_was(name: str, players: int) -> None:
    program = program_of(name)
    record = whole(program, players=players).record()

    async def main() -> None:
        screen = replay_of(program, record)
        app = Reader(lambda: screen)
        game = program.start(seed=record.seed, players=record.players, options=record.options)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(app)
            for at, (seat, key) in enumerate(record.choices, 1):
                game.choose(key, seat, by_name=True)
                await pilot.press("right")
                await until(pilot, lambda at=at: screen.stage.frame.at == at)  # type: ignore[misc]
                assert screen.stage.view == game.view(None)
            assert screen.stage.frame.outcome == game.outcome
            await until_shown(pilot, game.outcome.reason if game.outcome is not None else "?")
            await pilot.press("right", *["left"] * 5)
            await until(pilot, lambda: screen.stage.frame.at == len(record.choices) - 5)
            await pilot.press("home")
            await until(pilot, lambda: screen.stage.frame.at == 0)
            assert "the start" in text_of(app)

    asyncio.run(main())


def test_turns_jumps_and_moments() -> None:
    program = program_of("pandemic")
    record = whole(program).record()

    async def main() -> None:
        screen = replay_of(program, record)
        app = Reader(lambda: screen)
        reel = screen.stage.reel
        async with app.run_test(size=(120, 40)) as pilot:

            async def reached(at: int) -> None:
                await until(pilot, lambda: screen.stage.frame.at == at)

            await pilot.press("right_square_bracket", "right_square_bracket")
            await reached(reel.start_of(3))
            await pilot.press("right", "left_square_bracket")
            await reached(reel.start_of(3))
            await pilot.press("g", *"21", "enter")
            await reached(21)
            await pilot.press("colon", *"t5", "enter")
            await reached(reel.start_of(5))
            await pilot.press("g", *"xx", "enter")
            await until_shown(pilot, "type the number of a choice")
            await pilot.press("escape")
            assert app.screen is screen
            await until(pilot, lambda: bool(screen.stage.moments))
            await pilot.press("m", "a")
            await reached(screen.stage.moments[0].at)
            await pilot.press("tab")
            assert screen.stage.cursor in screen.stage.frame.fresh
            await pilot.press("slash", *"cairo", "enter")
            assert screen.stage.cursor is not None
            assert screen.stage.cursor.key == "Cairo"
            await pilot.press("o", "right")
            assert screen.stage.cursor.key != "Cairo"
            await pilot.press("escape", "v", "r")
            await until_shown(pilot, "the rules")
            await pilot.press("escape", "question_mark")
            await until_shown(pilot, "back or forward one choice")
            await pilot.press("escape", "escape")
            await until(pilot, lambda: app.screen is not screen)

    asyncio.run(main())


def test_it_plays_by_itself(fugitive: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.tui.replay.replay_screen.PAUSE", 1e9)

    async def main() -> None:
        screen = replay_of(fugitive, some(fugitive, 8, players=3).record())
        app = Reader(lambda: screen)

        def playing() -> bool:
            return screen.stage.playing

        async with app.run_test(size=(120, 40)) as pilot:
            await settled(app)
            await pilot.press("space", "plus", "plus", "minus")
            assert playing()
            assert SPEEDS[screen.stage.speed] == 2.0
            for at in range(1, screen.stage.reel.end + 1):
                screen.tick()
                await until(pilot, lambda at=at: screen.stage.frame.at == at)  # type: ignore[misc]
                await settled(app)
            screen.tick()
            assert not playing()
            await pilot.press("space")
            assert playing()
            await until(pilot, lambda: screen.stage.frame.at == 0)
            await pilot.press("escape")
            assert not playing()
            assert app.screen is screen
            screen.tick()
            await settled(app)
            assert screen.stage.frame.at == 0
            await pilot.press(*["minus"] * 9)
            assert screen.stage.speed == 0

    asyncio.run(main())


def test_eyes_change_once_nothing_is_secret(fugitive: Program) -> None:
    record = whole(fugitive, players=3).record()

    async def main() -> None:
        screen = replay_of(fugitive, record)
        app = Reader(lambda: screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("right", "right")
            for seat in (0, 1, 2, None):
                await pilot.press("p")
                await until(pilot, lambda seat=seat: screen.stage.view.seat == seat)  # type: ignore[misc]
                playback = Playback(fugitive, record)
                playback.go(2)
                assert screen.stage.view == playback.view(seat)

    asyncio.run(main())


def test_before_the_end_nobody_elses_eyes_are_lent(fugitive: Program) -> None:
    record = some(fugitive, 6, players=3).record()
    hidden = record.choices[0][1]

    async def main() -> None:
        screen = replay_of(fugitive, record)
        app = Reader(lambda: screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("right", "p")
            await until_shown(pilot, "1/6", "its secrets are still hidden")
            await pilot.press("t")
            await until_shown(pilot, "Turning points come when the game is over.")
            assert screen.stage.view.seat is None
            await pilot.press("right", "left")
            await until_shown(pilot, "has chosen")
            bar = next(line for line in text_of(app).splitlines() if "1/6" in line)
            assert hidden not in bar

    asyncio.run(main())


def test_other_rules_are_told_politely(program: Program, stones: Path, tmp_path: Path) -> None:
    game = program.start(seed=7, players=("anna", "ben"))
    for key in ("take > one", "rest", "take > two"):
        game.choose(key)
    shutil.copytree(stones, tmp_path / "stones")
    rules = tmp_path / "stones" / "heap.rules"
    rules.write_text(rules.read_text().replace("needs left() > 5", "needs left() > 9"))
    other = load(tmp_path / "stones").program
    assert other is not None

    async def main() -> None:
        app = Reader(lambda: replay_of(other, game.record()))
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "The scenario has changed since")
            await pilot.press("end")
            await until_shown(pilot, "1/3", "the rules no longer match the record", "Nobody rests now")
            await pilot.press("right", "right", "home")
            await until_shown(pilot, "0/3", "the start")

    asyncio.run(main())


def test_a_kept_game_is_opened_from_outside(program: Program, stones: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "records")
    store.save("old", whole(program).record())

    async def main() -> None:
        lobby = LocalLobby((stones.parent,), store)
        app = Lazaretto(lobby, wish=Wish(replay=store.path("old")))
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("q")
            await until(pilot, lambda: len(app.screen_stack) == 1)
            app.show_replay(await lobby.find(store.path("old")))
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))

    asyncio.run(main())


def test_the_mouse_leads_along_the_way(fugitive: Program) -> None:
    async def main() -> None:
        screen = replay_of(fugitive, whole(fugitive, players=3).record())
        app = Reader(lambda: screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.click("#bar", offset=(118, 1))
            await until(pilot, lambda: screen.stage.frame.at == screen.stage.reel.end)
            await pilot.click("#bar", offset=(1, 1))
            await until(pilot, lambda: screen.stage.frame.at == 0)

    asyncio.run(main())


def test_other_looks_are_there_when_one_comes_back(fugitive: Program) -> None:
    async def main() -> None:
        screen = replay_of(fugitive, whole(fugitive, players=3).record())
        app = Reader(lambda: screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(app)
            await pilot.press("question_mark")
            await until(pilot, lambda: app.screen is not screen)
            app.dress(app.palette, app.depth, ascii_only=True)
            await pilot.press("escape")
            board = screen._board.board
            await until(pilot, lambda: board.picture is not None and board.picture.style.ascii)

    asyncio.run(main())


def test_one_plays_on_from_a_point_of_a_replay(fugitive: Program, tmp_path: Path) -> None:
    store = Store(tmp_path / "records")
    store.save("a-game", whole(fugitive, players=3).record())
    lobby = LocalLobby([fugitive.folder.parent], store, {}, tmp_path / "settings.toml")

    async def main() -> None:
        app = Lazaretto(lobby, wish=Wish(replay=store.path("a-game")))
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("end", "w")
            await until_shown(pilot, "The game is over here")
            await pilot.press("home", "right", "right", "w")
            await until_shown(pilot, "Play on after choice 2", "with other draws to come")
            await pilot.press("o")
            await until(pilot, lambda: len(store.all()) == 2 and not isinstance(app.screen, ReplayScreen))
            app.exit()

    asyncio.run(main())
    new = next(each.record for each in store.all() if each.name != "a-game")
    assert new is not None and len(new.choices) == 2 and [deal.after for deal in new.deals] == [2]
