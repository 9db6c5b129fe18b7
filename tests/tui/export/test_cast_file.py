"""Tests asciicasts: played through a terminal, they show what the live screen shows."""

import asyncio
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from lazaretto.host import LocalReplay, Showing, Store
from lazaretto.host.records.replay_protocol import ReplayClient, ReplayFrame
from lazaretto.rules import Program, Record, RuleError
from lazaretto.tui.__main__ import main
from lazaretto.tui.export.record_screens import ExportError, Looks, ReplayApp
from lazaretto.tui.export.recording_files import LAST, LONG, PAUSE, cast_text
from lazaretto.tui.replay.frame_timeline import Reel
from lazaretto.tui.replay.progress_bar import BarPane
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.table.panes.board_pane import BoardPane
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.soak import soak
from tests.tui.export.exported import HARM, HOSTILE, cast_of, events, hostile_game, opened, shots_of
from tests.tui.played import ROOT, program_of, some, whole
from tests.tui.screens import until
from tests.tui.terminal.shown import Carrier, Cell, Terminal

SMALL = Looks(80, 24)
WIDE = Looks(120, 40)


@pytest.fixture(scope="module")
def fugitive() -> Program:
    return program_of("fugitive")


@pytest.fixture(scope="module")
def over(fugitive: Program) -> Record:
    return whole(fugitive, players=3).record()


@pytest.fixture(scope="module")
def small(fugitive: Program, over: Record) -> str:
    return cast_of(fugitive, over, SMALL)


def played(cast: str, looks: Looks) -> list[list[list[Cell]]]:
    """Return the cells of a terminal after each screen of an asciicast."""
    terminal = Terminal(*looks.size)
    terminal.screen.set_mode(7, private=True)  # line wrap, as terminals have it until the file turns it off
    found = []
    for _, code, data in events(cast)[:-1]:
        if code == "o":
            terminal.feed(data)
            found.append(terminal.cells())
    return found


def live(program: Program, record: Record, looks: Looks, stops: list[int]) -> list[list[list[Cell]]]:
    """Return the cells of a terminal on which the replay is watched live, at some choices."""
    found = []

    class Wired(ReplayApp):
        """The same screen, with a driver that sends what changes whenever it changes."""

        def get_driver_class(self) -> type[Carrier]:
            return Carrier

    async def main() -> None:
        showing, reel = opened(program, record)
        screen = ReplayScreen(showing, reel, await reel.frame(0))
        app = Wired(screen, looks)

        async def watch(pilot: Pilot[Any]) -> None:
            carrier = app._driver
            assert isinstance(carrier, Carrier)
            carrier.resize(*looks.size)
            await until(pilot, lambda: app.size == looks.size and screen.query_one(BoardPane).laid_out)
            await app.workers.wait_for_complete()
            for stop in stops:
                screen.stage.playing = stop < reel.end
                screen.go(stop)
                screen._paint()
                await until(pilot, lambda stop=stop: screen.stage.frame.at == stop)  # type: ignore[misc]
                await pilot.pause()
                found.append(carrier.terminal.cells())
            app.exit()

        await app.run_async(mouse=False, auto_pilot=watch)

    asyncio.run(main())
    return found


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param(WIDE, marks=soak),  # other sizes and colours go the same way
        Looks(80, 24, dark=False, depth=Depth.BASIC),
        pytest.param(Looks(100, 30, depth=Depth.MONO), marks=soak),
    ],
    ids=["truecolor-120x40", "light-16-80x24", "mono-100x30"],
)
def test_played_through_it_shows_what_the_live_screen_shows(
    looks: Looks, fugitive: Program, over: Record
) -> None:
    shown = played(cast_of(fugitive, over, looks), looks)
    assert len(shown) == len(over.choices) + 1
    end = len(over.choices)
    stops = [0, 1, 2, end // 3, end // 2, end - 1, end]
    for stop, cells in zip(stops, live(fugitive, over, looks, stops), strict=True):
        assert shown[stop] == cells, f"choice {stop}"


def test_the_header_says_what_players_need(small: str) -> None:
    header = json.loads(small.splitlines()[0])
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    assert header["title"].endswith(": anna, ben, carl")
    assert "timestamp" not in header
    assert header["theme"]["bg"] == SMALL.palette.hex("ground")
    colours = header["theme"]["palette"].split(":")
    assert len(colours) == 16
    for number, colour in enumerate(colours):
        near = {number, number ^ 8}  # a colour that we never use has that of its bright or dark counterpart
        drawn = {shade.rgb for shade in SMALL.palette.shades.values() if shade.fore in near}
        assert colour in drawn
    assert colours[14] == SMALL.palette.hex("accent")


def test_a_choice_takes_its_time_and_a_turn_has_a_marker(fugitive: Program, over: Record, small: str) -> None:
    shots = shots_of(fugitive, over, SMALL)
    found = events(small)
    times = [time for time, code, _ in found if code == "o"]
    pauses = [LONG, *(LONG if shot.big else PAUSE for shot in shots[1:-1]), LAST]
    assert [round(after - before, 3) for before, after in pairwise(times)] == pauses
    assert LONG in pauses[1:]
    turns = sorted({shot.frame.turn for shot in shots} - {0})
    assert [data for _, code, data in found if code == "m"] == [f"turn {turn}" for turn in turns]


def test_twice_as_fast_takes_half_the_time(fugitive: Program, over: Record, small: str) -> None:
    slow = events(small)
    fast = events(cast_of(fugitive, over, Looks(80, 24, speed=2.0)))
    assert [time for time, _, _ in fast[:-1]] == [time / 2 for time, _, _ in slow[:-1]]


def test_it_ends_as_it_found_the_terminal(small: str) -> None:
    terminal = Terminal(80, 24)
    terminal.screen.set_mode(7, private=True)
    before = set(terminal.screen.mode)
    for _, code, data in events(small):
        if code == "o":
            terminal.feed(data)
    assert set(terminal.screen.mode) == before


def test_another_process_writes_the_same_bytes(tmp_path: Path, fugitive: Program) -> None:
    Store(tmp_path).save("a-game", some(fugitive, 2, players=3).record())
    files = tmp_path / "x.cast", tmp_path / "x.html"
    command = [
        *("export", str(tmp_path / "a-game.toml"), "--size", "80x24", "--force"),
        *("--cast", str(files[0]), "--html", str(files[1]), "--path", str(ROOT / "tests" / "data")),
    ]
    assert main(command) == 0
    here = [file.read_bytes() for file in files]
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    subprocess.run(
        [sys.executable, "-m", "lazaretto", *command],
        env={**os.environ, "PYTHONHASHSEED": other, "TZ": "UTC1"},
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    assert [file.read_bytes() for file in files] == here


def test_a_game_that_goes_on_shows_nothing_secret(fugitive: Program) -> None:
    """Two games that differ only in a secret give the same file, down to the bytes."""
    found = set()
    for key in ("Wood", "Mill"):
        game = fugitive.start(seed=7, players=("anna", "ben", "carl"))
        game.choose(key)
        found.add(cast_of(fugitive, game.record(), SMALL))
    assert len(found) == 1


def test_of_a_game_that_goes_on_no_seat_is_shown(fugitive: Program) -> None:
    record = some(fugitive, 6, players=3).record()
    for seat in range(3):
        assert {shot.frame.view.seat for shot in shots_of(fugitive, record, SMALL, seat)} == {None}


def test_a_seat_of_a_finished_game_sees_more(fugitive: Program, over: Record, small: str) -> None:
    seats = [cast_of(fugitive, over, SMALL, seat) for seat in (0, 1)]
    assert len({small, *seats}) == 3
    assert "as everybody saw it" in small
    assert "as anna saw it" in seats[0]


def test_hostile_texts_send_no_sequences_of_their_own(tmp_path: Path) -> None:
    program, record = hostile_game(tmp_path / "stones")
    cast = cast_of(program, record, SMALL)
    assert "\\u001b[31m" not in cast
    assert "\u202e" not in cast
    header = json.loads(cast.splitlines()[0])
    assert header["title"] == f"{HARM}: {HOSTILE[0]}, {HOSTILE[1]}, \ufffdeve\ufffd[31m"


class Breaking(LocalReplay):
    """A replay whose rules fail at the third choice."""

    async def frame(self, at: int, seat: int | None) -> ReplayFrame:
        if at == 3:
            raise RuleError("the third choice is too much")
        return await super().frame(at, seat)


def test_where_a_rule_fails_nothing_is_written(fugitive: Program, over: Record) -> None:
    showing, _ = opened(fugitive, over)
    broken = Showing(showing.info, Breaking(fugitive, over))
    with pytest.raises(ExportError, match="the third choice is too much"):
        asyncio.run(cast_text(broken, Reel(ReplayClient(broken.replay)), None, SMALL))


def test_a_pane_that_cannot_be_drawn_ends_it(
    fugitive: Program, over: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(BarPane, "drawn", fail)
    with pytest.raises(ZeroDivisionError):
        cast_of(fugitive, over, SMALL)
