"""The screens on the hall of a real server, whose tables run in a process of their own."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.tables import watched_seats
from lazaretto.rules import View
from lazaretto.rules.link.find_scenarios import built_in
from lazaretto.tui.hall.hall_app import HallApp
from lazaretto.tui.hall.hall_table_screen import HallTableScreen
from lazaretto.tui.hall.line_hall import LineHall
from lazaretto.tui.widgets.sheets import PickPane, PickScreen
from tests.host.server.halls import STONES, entered, hall_in, table_for
from tests.patience import PATIENCE
from tests.soak import soak
from tests.tui.hall.conftest import ENVIRONMENT, Person
from tests.tui.screens import until

TWO = TableOrder(STONES, ("", ""), seed=7)


def test_two_people_play_and_a_third_one_watches(tmp_path: Path) -> None:
    async def main() -> None:
        async with hall_in(tmp_path) as hall, AsyncExitStack() as stack:
            people = []
            for name in ("anna", "ben", "carl"):
                app = HallApp(await entered(hall, name), environ=ENVIRONMENT, forced={"pace": "off"})
                pilot = await stack.enter_async_context(app.run_test(size=(100, 30)))
                people.append(Person(app, pilot, app.hall))  # type: ignore[arg-type]
            anna, ben, carl = people
            code = await anna.app.hall.make(TWO)
            anna.app.join(code)
            await anna.sees(f"You have a seat at {code}")
            await ben.sees("1 free seat")
            await ben.press("enter")
            await until(anna.pilot, lambda: isinstance(anna.app.screen, HallTableScreen))
            await until(ben.pilot, lambda: isinstance(ben.app.screen, HallTableScreen))
            await carl.sees("Running tables")
            await carl.press("enter")
            await carl.sees("You are watching")
            asked, other = (anna, ben) if anna.table.desk.asked else (ben, anna)
            question = asked.table.desk.question
            assert question is not None
            await asked.press(question.open[0].letter)
            await until(asked.pilot, lambda: bool(asked.table.desk.sight.inside))
            inner = asked.table.desk.question
            assert inner is not None
            await asked.press(inner.open[0].letter)
            await until(other.pilot, lambda: other.table.desk.asked)
            await until(carl.pilot, lambda: len(carl.table.desk.view.log) == len(other.table.desk.view.log))
            await carl.press(",")
            await carl.type("well done")
            await carl.press("enter")
            await other.sees("carl: well done")
            await asked.press("u")
            await other.sees("asks to undo", "y agree, n refuse")
            await other.press("y")
            await until(asked.pilot, lambda: asked.table.desk.asked)

    asyncio.run(main())


def test_plain_lines_reach_a_real_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with hall_in(tmp_path) as hall:
            lines: asyncio.Queue[str] = asyncio.Queue()
            written: list[str] = []
            session = LineHall(await entered(hall, "anna"), lines.get, written.append)
            task = asyncio.ensure_future(session.run())
            for line in ("new stones 1 random", "take two", "/say hello", "/leave", "quit"):
                lines.put_nowait(f"{line}\n")
            async with asyncio.timeout(PATIENCE):
                await task
            text = "".join(written)
            assert "You are at table" in text and "anna: hello" in text and "Goodbye" in text

    asyncio.run(main())


def test_who_chooses_at_a_paused_table_is_told_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with hall_in(tmp_path) as hall, AsyncExitStack() as stack:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TWO)
            place = await ben.join(code)
            assert place is not None
            await place.pause(True)
            app = HallApp(anna, code=code, environ=ENVIRONMENT, forced={"pace": "off"})
            pilot = await stack.enter_async_context(app.run_test(size=(100, 30)))
            screen = Person(app, pilot, app.hall)  # type: ignore[arg-type]
            await until(pilot, lambda: isinstance(app.screen, HallTableScreen))
            await screen.sees("! The game waits: ben has paused the table")
            question = screen.table.desk.question
            assert question is not None, "anna is asked first"
            await screen.press(question.open[0].letter)
            await until(pilot, lambda: screen.text.count("The game waits: ben has paused the table") == 2)

            lines: asyncio.Queue[str] = asyncio.Queue()
            written: list[str] = []
            session = LineHall(await entered(hall, "anna"), lines.get, written.append, code=code)
            for line in ("take two", "/leave", "quit"):
                lines.put_nowait(f"{line}\n")
            async with asyncio.timeout(PATIENCE):
                await session.run()
            assert "".join(written).count("he game waits: ben has paused the table") == 2

    asyncio.run(main())


def test_a_side_talks_on_a_screen_and_in_lines(tmp_path: Path) -> None:
    order = TableOrder(built_in() / "bio_terrorist", ("", "", ""), seed=5, options={"terrorist_seat": "3"})

    async def main() -> None:
        async with hall_in(tmp_path) as hall, AsyncExitStack() as stack:
            _, code = await table_for(hall, "anna", "ben", "carl", order=order)
            app = HallApp(await entered(hall, "anna"), code=code, environ=ENVIRONMENT, forced={"pace": "off"})
            pilot = await stack.enter_async_context(app.run_test(size=(100, 30)))
            anna = Person(app, pilot, app.hall)  # type: ignore[arg-type]
            await until(pilot, lambda: isinstance(app.screen, HallTableScreen))
            written: dict[str, list[str]] = {"ben": [], "carl": []}
            typed = {name: asyncio.Queue[str]() for name in written}
            for name, lines in typed.items():
                session = LineHall(await entered(hall, name), lines.get, written[name].append, code=code)
                task = asyncio.ensure_future(session.run())
                stack.callback(task.cancel)
            await until(pilot, lambda: all("You are at table" in "".join(each) for each in written.values()))
            await anna.press(",", "tab")
            await anna.sees("To the team:")
            await anna.type("where is he")
            await anna.press("enter")
            await until(pilot, lambda: "anna (to the team): where is he" in "".join(written["ben"]))
            typed["ben"].put_nowait("/side in Lima\n")
            await anna.sees("ben (to the team):", "in Lima")
            typed["carl"].put_nowait("/side hello\n")
            await until(pilot, lambda: "You are not on a side here" in "".join(written["carl"]))
            told = "".join(written["carl"])  # the question to carl lists every city
            assert not any(each in told for each in ("to the team", "where is", "is he", "in Lima"))

    asyncio.run(main())


def test_plain_lines_say_how_to_keep_a_game_as_a_file(tmp_path: Path) -> None:
    async def main() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            alone, shared = await anna.make(TableOrder(STONES, ("", "random"), seed=7)), await anna.make(TWO)
            lines: asyncio.Queue[str] = asyncio.Queue()
            written: list[str] = []
            for line in (f"export {alone.lower()}", f"export {shared}", "export", "quit"):
                lines.put_nowait(f"{line}\n")
            async with asyncio.timeout(PATIENCE):
                await LineHall(anna, lines.get, written.append).run()
            text = "".join(written)
            assert f"followed by: export {alone}" in " ".join(text.split())
            assert f"The game at table {shared} has not started" in text and "Which table?" in text
            hall.address = ("play.example.org", 2222)
            written.clear()
            for line in (f"export {alone}", "quit"):
                lines.put_nowait(f"{line}\n")
            await LineHall(await entered(hall, "anna"), lines.get, written.append).run()
            told = " ".join("".join(written).split())
            assert f"ssh -p 2222 play.example.org export {alone} > {alone}.toml" in told

    asyncio.run(main())


def test_who_watches_sees_a_seat_on_a_screen_and_in_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_seats, "DELAY", 0.2)
    order = TableOrder(built_in() / "pandemic", ("", ""), seed=5, options={"hands": "private"})

    async def main() -> None:
        async with hall_in(tmp_path) as hall, AsyncExitStack() as stack:
            _, code = await table_for(hall, "anna", "ben", order=order)
            people = []
            for name in ("anna", "dora"):
                app = HallApp(await entered(hall, name), environ=ENVIRONMENT, forced={"pace": "off"})
                pilot = await stack.enter_async_context(app.run_test(size=(120, 40)))
                people.append(Person(app, pilot, app.hall))  # type: ignore[arg-type]
            anna, dora = people
            anna.app.join(code)
            await until(anna.pilot, lambda: isinstance(anna.app.screen, HallTableScreen))
            dora.app.watch_table(code)
            await dora.sees("You are watching")
            assert dora.table.desk.view.seat is None

            written: list[str] = []
            typed = asyncio.Queue[str]()
            session = LineHall(await entered(hall, "emil"), typed.get, written.append)
            task = asyncio.ensure_future(session.run())
            stack.callback(task.cancel)

            await dora.press(";")
            await dora.sees("Ask to see what anna sees")
            await _pick(dora, "Ask to see what anna sees")
            await anna.sees("dora asks to see what anna sees: y agree, n refuse")
            await until(anna.pilot, lambda: anna.table.company.noticed)
            await anna.press("y")
            await until(dora.pilot, lambda: dora.table.desk.view.seat == 0)
            assert not dora.table.desk.asked

            for line in (f"watch {code}", "/see anna"):
                typed.put_nowait(f"{line}\n")
            await anna.sees("emil asks to see what anna sees")
            await until(anna.pilot, lambda: anna.table.company.noticed)
            await anna.press("y")
            await until(anna.pilot, lambda: "anna lets emil see" in "".join(written))
            typed.put_nowait("/see anna\n")
            await until(anna.pilot, lambda: "You see what anna sees" in "".join(written))
            typed.put_nowait("hand\n")
            mine = hand_of(anna.table.desk.view)
            await until(anna.pilot, lambda: mine[0] in "".join(written))

            for name in ("dora", "emil"):
                await anna.press(";")
                await _pick(anna, f"Stop showing {name} what you see")
            await until(dora.pilot, lambda: dora.table.desk.view.seat is None)
            await until(anna.pilot, lambda: "You no longer see what this player sees" in "".join(written))

    asyncio.run(main())


async def _pick(person: Person, words: str) -> None:
    """Pick an entry of the open menu."""
    await person.sees(words)
    screen = person.app.screen
    assert isinstance(screen, PickScreen)
    number = next(at for at, choice in enumerate(screen.query_one(PickPane).choices) if choice.label == words)
    for _ in range(number):
        await person.press("down")
    await person.press("enter")


def hand_of(view: View) -> list[str]:
    """The labels of the cards in the first hand."""
    piles = (pile for pile in view.seats[0].piles if pile.name == "hand")
    return [piece.label for pile in piles for piece in pile.pieces if piece is not None]


@pytest.mark.parametrize("hands", ["open", pytest.param("private", marks=soak)])
def test_a_bot_says_on_a_screen_and_in_lines_what_it_is_after_unless_it_has_secrets(
    tmp_path: Path, hands: str
) -> None:
    order = TableOrder(built_in() / "pandemic", ("", "medium"), seed=1, options={"hands": hands})

    async def main() -> None:
        bots = "lazaretto.lab.playing.bots:COMPANIONS"
        async with hall_in(tmp_path, bots=bots) as hall, AsyncExitStack() as stack:
            code = await (await entered(hall, "anna")).make(order)
            app = HallApp(await entered(hall, "anna"), code=code, environ=ENVIRONMENT, forced={"pace": "off"})
            pilot = await stack.enter_async_context(app.run_test(size=(120, 40)))
            anna = Person(app, pilot, app.hall)  # type: ignore[arg-type]
            await until(pilot, lambda: isinstance(app.screen, HallTableScreen))
            desk = anna.table.desk
            await until(pilot, lambda: desk.sight.moment != "" or desk.sight.request is not None)
            await anna.rest()
            told = "medium 2 (medium) asks because:" in " ".join(anna.text.split())
            await anna.press("ctrl+y")
            await anna.sees("What the bots are after")
            page = " ".join(anna.text.split())
            lines: asyncio.Queue[str] = asyncio.Queue()
            written: list[str] = []
            session = LineHall(await entered(hall, "anna"), lines.get, written.append, code=code)
            for line in ("why bots", "/leave", "quit"):
                lines.put_nowait(f"{line}\n")
            async with asyncio.timeout(PATIENCE):
                await session.run()
            said = " ".join("".join(written).split())
            assert told == ("medium 2 (medium) asks because:" in said) == (hands == "open")
            for each in (page, said):
                assert ("medium 2 (medium) plans: 1." in each) == (hands == "open")
                assert ("medium 2 (medium) has not told" in each) == (hands == "private")

    asyncio.run(main())
