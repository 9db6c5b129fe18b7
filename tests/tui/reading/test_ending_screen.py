"""The ending screen shows who won, why, when, and how the game went."""

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host import Table, course
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.rules import ChoiceError, Game, LogLine, Outcome, Program
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.messages import after_game
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.reading.ending_screen import EndingScreen, VerdictPane
from lazaretto.tui.reading.turning_points import headline
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.table.table_screen import TableScreen
from tests.sitting import seated
from tests.tui.played import SIZES, Reader, program_of, sitting_of, some, whole
from tests.tui.screens import text_of, until, until_shown


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith(("TEXTUAL_", "LAZARETTO_"))]:
        monkeypatch.delenv(name)


def ending(program: Program, folder: Path, seed: int = 7, players: int = 2) -> EndingScreen:
    sitting = sitting_of(program, whole(program, seed, players), folder)
    return EndingScreen(sitting, sitting.seats[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_end_explains_itself(size: tuple[int, int], tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    fugitive = program_of("fugitive")

    async def main() -> None:
        app = Reader(lambda: ending(fugitive, tmp_path, players=3))
        async with app.run_test(size=size) as pilot:
            await until_shown(pilot, "the end, after", "copies): Lazaretto")
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_the_end_explains_itself_without_colours_and_signs(
    program: Program, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    async def main() -> None:
        app = Reader(lambda: ending(program, tmp_path), mono=True, ascii_only=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "the end, after", "copies): Lazaretto")
            assert text_of(app).isascii()
            assert text_of(app) == snapshot

    asyncio.run(main())


@pytest.mark.parametrize("words", [after_game.JUDGED, after_game.COPIED, after_game.NOTHING_MOVED_AS_JUDGED])
def test_a_long_message_is_told_whole_at_80_columns(
    program: Program, tmp_path: Path, words: AppMessage
) -> None:
    async def main() -> None:
        app = Reader(lambda: ending(program, tmp_path))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "the end, after", "copies): Lazaretto")
            screen = app.screen
            assert isinstance(screen, EndingScreen)
            screen._say(words())
            await until(pilot, lambda: words() in " ".join(text_of(app).split()))
            assert "the end, after" in text_of(app)

    asyncio.run(main())


def test_seats_that_end_differently_are_told_apart(tmp_path: Path) -> None:
    fugitive = program_of("fugitive")
    game = whole(fugitive, players=3)
    assert game.outcome is not None
    assert len(set(game.outcome.results)) == 2

    async def main() -> None:
        app = Reader(lambda: ending(fugitive, tmp_path, players=3))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert game.outcome is not None
            for name, result in zip(game.players, game.outcome.results, strict=True):
                assert f"{name} has {result}" in text_of(app)

    asyncio.run(main())


def test_who_wins_for_a_reason_of_their_own_is_named(tmp_path: Path) -> None:
    fugitive = program_of("fugitive")
    sight = sitting_of(fugitive, whole(fugitive, players=3), tmp_path).seats[0].look()
    reasons = ("All is well", "This one comes first", "All is well")
    won = replace(sight, outcome=Outcome(("won",) * 3, "All is well", reasons))
    told = ["".join(span.text for span in line) for line in VerdictPane(won, "saved").lines(80, 24)]
    first, second, third = (seat.name for seat in sight.view.seats)
    assert [line.strip() for line in told[1:4]] == [
        f"✓ {first} has won: All is well.",
        f"✓ {second} has won: This one comes first.",
        f"✓ {third} has won: All is well.",
    ]


@pytest.mark.parametrize("name", ["pandemic", "the_cure"])
def test_the_course_of_a_real_game_is_shown(name: str, tmp_path: Path) -> None:
    program = program_of(name)
    game = whole(program)

    async def main() -> None:
        screen = ending(program, tmp_path)
        app = Reader(lambda: screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "the end, after")
            assert screen.chart.course == course(program, game.record())
            assert game.outcome is not None
            assert game.outcome.reason in text_of(app)
            assert game.view(0).log[-1].text in text_of(app)
            await pilot.press("home")
            assert "at the start" in text_of(app)
            await pilot.press("right", "right")
            assert screen.chart.start == screen.chart.course.choices[2]
            await pilot.press("end")
            assert screen.chart.start == 0

    asyncio.run(main())


def test_keys_lead_on(program: Program, tmp_path: Path) -> None:
    async def main() -> None:
        screen = ending(program, tmp_path)
        app = Reader(lambda: screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "the end, after")
            await pilot.press("home", "right", "r")
            await until(pilot, lambda: bool(app.went))
            assert screen.chart.course is not None
            assert app.went.pop() == ("playback", screen.chart.course.choices[1])
            await pilot.press("v")
            assert "The log" in text_of(app)
            await pilot.press("escape", "question_mark")
            assert "A ! means" in text_of(app)
            await pilot.press("escape", "n")
            assert app.went == [("leave", None)]
            await pilot.press("escape")
            await pilot.pause()
            assert app.screen is not screen

    asyncio.run(main())


def test_a_game_that_goes_on_keeps_its_secrets(tmp_path: Path) -> None:
    fugitive = program_of("fugitive")
    sitting = sitting_of(fugitive, some(fugitive, 6, players=3), tmp_path)
    seat = sitting.seats[0]

    async def main() -> None:
        found = await seat.course()
        assert (found.chosen, found.choices) == ((), ())
        with pytest.raises(ChoiceError, match="secret"):
            await seat.replay()
        app = Reader(lambda: EndingScreen(sitting, seat))
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "The game is not over", "now")
            await pilot.press("r")
            await until_shown(pilot, "The game is not over")
            assert not app.went

    asyncio.run(main())


def test_a_game_that_is_over_opens_with_its_end(program: Program, tmp_path: Path) -> None:
    sitting = sitting_of(program, whole(program), tmp_path)

    async def main() -> None:
        app = Lazaretto(LocalLobby(store=Store(tmp_path)))
        async with app.run_test(size=(120, 40)) as pilot:
            app.sit(sitting)
            await until(pilot, lambda: isinstance(app.screen, EndingScreen))
            await until_shown(pilot, "Rule 1.5, Won.")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))

    asyncio.run(main())


def test_the_end_of_a_table_opens_once_and_leads_on(program: Program, tmp_path: Path) -> None:
    game = program.start(seed=7, players=("anna",))
    game.choose("take > two")
    sitting = sitting_of(program, game, tmp_path)

    async def main() -> None:
        app = Lazaretto(LocalLobby(store=Store(tmp_path)))
        async with app.run_test(size=(120, 40)) as pilot:
            app.sit(sitting)
            await pilot.pause()
            table = app.screen
            assert isinstance(table, TableScreen)
            while (seat := sitting.seats[0]).look().outcome is None:
                decision = seat.look().view.decision
                assert decision is not None
                await seat.choose(next(option.key for option in decision.options if option.why_not is None))
            await until(pilot, lambda: isinstance(app.screen, EndingScreen))
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is table)
            await pilot.press("down", "v", "l")
            await until_shown(pilot, "The log")
            await pilot.press("escape")
            table._heard(())
            await pilot.pause()
            assert app.screen is table
            await pilot.press("v", "c")
            await until(pilot, lambda: isinstance(app.screen, EndingScreen))
            await until_shown(pilot, "the end, after")
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, EndingScreen))
            await pilot.press("q")
            await until(pilot, lambda: len(app.screen_stack) == 1)

    asyncio.run(main())


def test_turning_points_lead_into_the_replay(program: Program, tmp_path: Path) -> None:
    game = whole(program)
    table = Table(program, game, Store(tmp_path), "a-game", estimator=Jump)
    sitting = seated(table)

    async def main() -> None:
        app = Reader(lambda: EndingScreen(sitting, sitting.seats[0]))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "a bot played on 1 times and won 1", "chance to win")
            await pilot.press("t")
            await until_shown(pilot, "Turning points", "20 % ->  80 %")
            await pilot.press("1")
            await until(pilot, lambda: app.went == [("playback", 2)])

    asyncio.run(main())


def test_turning_points_are_not_offered_before_the_game_is_over(program: Program, tmp_path: Path) -> None:
    sitting = sitting_of(program, some(program, 2), tmp_path)

    async def main() -> None:
        app = Reader(lambda: EndingScreen(sitting, sitting.seats[0]))
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "The game is not over", "r replay", "g goals")
            assert "turning points" not in text_of(app)
            await pilot.press("t")
            await until_shown(pilot, "Turning points come when the game is over.")

    asyncio.run(main())


def test_turning_points_that_are_not_ready_say_so(program: Program, tmp_path: Path) -> None:
    table = Table(program, whole(program), Store(tmp_path), "a-game", estimator=Half)
    sitting = seated(table)

    async def main() -> None:
        app = Reader(lambda: EndingScreen(sitting, sitting.seats[0]))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Estimating the chance to win … (50 % done)")
            await pilot.press("t")
            await until_shown(pilot, "The turning points are not ready yet: the estimate is 50 % done.")
            await pilot.press("left")
            await until_shown(pilot, "Estimating the chance to win … (50 % done)")

    asyncio.run(main())


def test_an_estimate_goes_on_where_it_was(program: Program, tmp_path: Path) -> None:
    table = Table(program, whole(program), Store(tmp_path), "a-game", estimator=Half)
    sitting = seated(table)

    async def main() -> None:
        seat = sitting.seats[0]
        assert await seat.replay() is await seat.replay()

    asyncio.run(main())


def test_a_turning_point_is_called_by_what_is_rare() -> None:
    def said(text: str, rule: int) -> LogLine:
        return LogLine(text, False, False, (rule,))

    routine = [said(f"ben draws card {number}.", 1) for number in range(9)]
    turns = [said("ben's turn.", 2)] * 4
    rare = [said("An epidemic strikes Oslo.", 3), said("An epidemic strikes Rome.", 3)]
    whole_log = [*routine, *turns, *rare]
    assert headline([routine[0], rare[1], turns[0]], whole_log) == rare[1].text
    assert headline([routine[0], routine[1], turns[0]], whole_log) == "ben draws card 0. ben draws card 1."
    long = said(f"ben discards {', '.join(['a card'] * 9)} for it.", 3)
    assert headline([long, rare[0]], [*whole_log, long]) == rare[0].text, "what fits comes first"
    assert headline([turns[0]], whole_log) == "ben's turn."
    assert headline([], whole_log) == ""


class Half:
    """An estimate that is half done for ever."""

    playouts = won = 1
    share = 0.5
    done = False

    def __init__(self, positions: Sequence[Game], seat: int, seed: int) -> None:
        self._count = len(positions)

    def work(self, stopped: Callable[[], bool]) -> None:
        sleep(0.05)

    def chances(self) -> tuple[float, ...]:
        return (0.5,) * self._count


class Jump:
    """An estimate that is done at once; the chance jumps at the second choice."""

    playouts = won = share = 1
    done = True

    def __init__(self, positions: Sequence[Game], seat: int, seed: int) -> None:
        self._count = len(positions)

    def work(self, stopped: Callable[[], bool]) -> None:
        pass

    def chances(self) -> tuple[float, ...]:
        return tuple(0.2 if number < 2 else 0.8 for number in range(self._count))
