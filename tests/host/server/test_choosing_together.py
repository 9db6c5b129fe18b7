"""At a table of the hall several people choose at the same time; the server waits for all of them."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import HallError, TableOrder
from lazaretto.tui.hall.line_hall import LineHall
from tests.host.server.halls import STONES, decision, entered, hall_in, run, sit_all, table_for
from tests.patience import PATIENCE

AUCTION = STONES.parent / "auction"


def test_people_choose_in_any_order_and_the_hall_waits_for_all(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(AUCTION, ("", "", ""), seed=5, free_undo=True)
            people, code = await table_for(hall, "anna", "ben", "carl", order=order)
            places, (anna, ben, carl) = await sit_all(people, code)
            table = await hall.find(code)
            assert [*table.progress.asked] == [0, 1, 2]
            await asyncio.gather(carl.choose("2"), ben.choose("3"))
            assert [*table.progress.asked] == [0]
            assert decision(anna).waiting == ("anna",) and decision(anna).seat == 0
            with pytest.raises(HallError, match="others have already chosen"):
                await places[1].undo()
            await ben.choose("1")
            await anna.choose("0")
            assert [line.text for line in ben.look().view.log] == [
                "anna bids 0.",
                "ben bids 1.",
                "carl bids 2.",
            ]

    run(work)


def test_in_lines_a_choice_may_be_changed(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(AUCTION, ("", ""), seed=5)
            people, code = await table_for(hall, "anna", "ben", order=order)
            _, (_, ben) = await sit_all(people, code)
            lines: asyncio.Queue[str] = asyncio.Queue()
            written: list[str] = []
            session = LineHall(await entered(hall, "anna"), lines.get, written.append)
            task = asyncio.ensure_future(session.run())

            async def wrote(text: str) -> None:
                async with asyncio.timeout(PATIENCE):
                    while text not in "".join(written):
                        await asyncio.sleep(0.01)

            lines.put_nowait(f"join {code}\n")
            await wrote("Everybody chooses in secret. Waiting for anna, ben.")
            lines.put_nowait("2\n")
            await wrote("You chose 2. Until all have chosen, you may change it:")
            lines.put_nowait("3\n")
            await wrote("You chose 3.")
            assert "bids" not in "".join(written)
            await ben.choose("0")
            await wrote("anna bids 3.")
            for line in ("/leave", "quit"):
                lines.put_nowait(f"{line}\n")
            async with asyncio.timeout(PATIENCE):
                await task

    run(work)
