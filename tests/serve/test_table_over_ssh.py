"""Three people at one table over real SSH: each sees a screen of their own, and what the others do on it."""

import asyncio
import re
from pathlib import Path

from lazaretto.host.server.hall_views import TableOrder
from tests.patience import PATIENCE
from tests.serve.served import Screen, Served
from tests.serve.test_hall_play import Drawn, hall_served
from tests.soak import soak

FAIR = Path(__file__).resolve().parents[1] / "tui" / "table" / "fair"
PLAIN = {"LAZARETTO_PACE": "off"}
NAMES = ("anna", "ben", "carl")


async def seated(server: Served, *names: str, size: tuple[int, int] = (120, 40)) -> tuple[str, list[Screen]]:
    """A table for some people, and the screen of each; the first is asked."""
    for number, name in enumerate(names):
        await server.know(number, name)
    maker = await server.connect(0)
    _, hall = await Drawn.open(maker)
    code = await hall.make(TableOrder(FAIR, ("",) * len(names), seed=7))
    screens: list[Screen] = []
    for number, name in enumerate(names):
        connection = await server.connect(number, username=code)
        screens.append(await server.open(connection, size=size, env=PLAIN))
        await screens[-1].shows(name)
    maker.abort()
    for screen in screens:
        await screen.shows(f"{code}")
        await screen.shows("Players ─")
    return code, screens


async def walk(screen: Screen, stall: str) -> None:
    """Walk to a stall by its name."""
    await screen.shows("What do you do?")
    await asyncio.sleep(0.3)  # a new question is read before it is answered
    screen.type("w")
    await screen.shows("on the board")
    screen.type(f"{stall}\r")


async def gone(screen: Screen, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while text in screen.text:
            await asyncio.sleep(0.02)


@soak
def test_people_choose_talk_point_and_undo_together(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path, FAIR.parent) as server:
            _, (anna, ben, carl) = await seated(server, *NAMES)
            # Two are offered an interrupt at the same time: first come, first served, and nothing is lost.
            for screen in (ben, carl):
                await screen.shows("choice, but you may")
            await asyncio.sleep(0.3)
            letters = [re.search(r"(\S) Shout", screen.text) for screen in (ben, carl)]
            for screen, letter in zip((ben, carl), letters, strict=True):
                assert letter is not None
                screen.type(letter[1])
            await anna.shows("shouts.")
            async with asyncio.timeout(PATIENCE):
                while not all(
                    f"{name} shouts." in screen.text or "somebody else chose first" in screen.text.lower()
                    for name, screen in (("ben", ben), ("carl", carl))
                ):
                    await asyncio.sleep(0.02)
            await walk(anna, "di")
            await ben.shows("anna walks to Dice.")
            await ben.shows("▸ ben: What do you do?")
            await carl.shows("ben thinking")
            # Talk.
            ben.type(",")
            await ben.shows("To all:")
            ben.type("shall I follow?\r")
            await anna.shows("ben: shall I follow?")
            await carl.shows("ben: shall I follow?")
            # Point.
            carl.type("\t\x1b[C.")
            await carl.shows("You point at")
            await anna.shows("▼ carl")
            await ben.shows("▼ carl")
            # Undo needs the consent of who has seen what followed.
            anna.type("u")
            await anna.shows("0 of 1 agreed")
            await ben.shows("y agree, n refuse")
            assert "y agree" not in carl.text
            await asyncio.sleep(1.2)  # a vote is answered only when it could be read
            ben.type("y")
            await anna.shows("▸ anna: What do you do?")
            await carl.shows("anna thinking")

    asyncio.run(work())


def test_a_seat_left_empty_is_taken_over_and_the_owner_gets_it_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path, FAIR.parent) as server:
            code, (anna, ben) = await seated(server, "anna", "ben", size=(100, 30))
            await walk(anna, "di")
            await ben.shows("▸ ben: What do you do?")
            server.connections[-1].abort()
            await anna.shows("○ ben away")
            anna.type(";")
            await anna.shows("Ask to let a bot play for ben")
            anna.type("\x1b[B" * 3)
            anna.type("\r")
            await anna.shows("▸ anna: What do you do?")
            # Its owner comes back from a smaller window, and the seat is theirs again.
            again = await server.open(await server.connect(1, username=code), env=PLAIN)
            await again.shows("anna thinking")
            await anna.shows("● ben")
            await walk(anna, "ap")
            await again.shows("▸ ben: What do you do?")
            again.resize(160, 50)
            await again.shows("Piles ─")
            await again.shows("▸ ben: What do you do?")

    asyncio.run(work())
