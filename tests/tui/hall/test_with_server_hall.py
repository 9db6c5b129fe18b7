"""The screens on the hall of a real server, whose tables run in a process of their own."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from host.server.hall_views import TableOrder
from tests.host.server.halls import STONES, entered, hall_in
from tests.tui.hall.conftest import ENVIRONMENT, Person
from tests.tui.screens import until
from tui.hall.hall_app import HallApp
from tui.hall.hall_table_screen import HallTableScreen
from tui.hall.line_hall import LineHall

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
            async with asyncio.timeout(30):
                await task
            text = "".join(written)
            assert "You are at table" in text and "anna: hello" in text and "Good-bye" in text

    asyncio.run(main())
