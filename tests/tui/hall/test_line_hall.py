"""A session in plain lines: the hall, a game with somebody else, talk, votes and watching."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host.server.hall_views import Pace, TableOrder
from lazaretto.tui.hall.line_hall import LineHall
from tests.patience import PATIENCE
from tests.tui.hall.fake_hall import FAIR, FakeHall, FakeServer

TWO = TableOrder(FAIR, ("", ""), seed=7)


class Reader:
    """Somebody who types and reads lines."""

    def __init__(self, hall: FakeHall, code: str = "") -> None:
        self.hall = hall
        self.lines: asyncio.Queue[str] = asyncio.Queue()
        self.written: list[str] = []
        self.session = LineHall(hall, self.lines.get, self.written.append, code=code)
        self.task = asyncio.ensure_future(self.session.run())

    @property
    def text(self) -> str:
        return "".join(self.written)

    async def type(self, *lines: str) -> str:
        """Type lines; return what was written meanwhile."""
        before = len(self.text)
        for line in lines:
            self.lines.put_nowait(f"{line}\n")
            while not self.lines.empty():
                await asyncio.sleep(0)
        await self.rest()
        return self.text[before:]

    async def rest(self) -> None:
        """Wait until nothing more is written."""
        length = -1
        while length != len(self.text):
            length = len(self.text)
            for _ in range(10):
                await asyncio.sleep(0.005)

    async def sees(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.text:
                await asyncio.sleep(0.01)


Play = Callable[[Callable[[FakeServer], Awaitable[None]]], None]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    def play(script: Callable[[FakeServer], Awaitable[None]]) -> None:
        async def main() -> None:
            await script(FakeServer(tmp_path))

        asyncio.run(main())

    return play


def test_a_session_reads_well(play: Play, snapshot: SnapshotAssertion) -> None:
    found: list[str] = []

    async def script(server: FakeServer) -> None:
        server.announcement = "Restart at 22:00."
        ben = server.enter("ben")
        await ben.make(TWO)
        anna = Reader(server.enter("anna"))
        await anna.rest()
        for line in (
            "help",
            "who",
            "say hello",
            "say",
            "list",
            "join",
            "dance",
            "join xyz",
            "invite BCD-234",
        ):
            anna.written.append(f"{line}\n")
            await anna.type(line)
        anna.written.append("join bcd-234\n")
        await anna.type("join bcd-234")
        await anna.sees("In between you may")
        for line in (
            "/who",
            "/say hi",
            "help",
            "/undo",
            "/yes",
            "/side x",
            "/dance",
            "/show honey",
            "/leave",
        ):
            anna.written.append(f"{line}\n")
            await anna.type(line)
        anna.written.append("quit\n")
        await anna.type("quit")
        await anna.task
        assert anna.hall.left
        found.append(anna.text)

    play(script)
    assert all(len(line) <= 80 for line in found[0].splitlines())
    assert found[0] == snapshot


def test_two_people_play_in_plain_lines(play: Play) -> None:
    async def script(server: FakeServer) -> None:
        anna, ben = Reader(server.enter("anna")), Reader(server.enter("ben"))
        await anna.hall.make(TWO)
        assert "The game starts when 1 more player has" in await anna.type("join BCD-234")
        await ben.type("join BCD-234")
        await anna.sees("anna: What do you do?")
        assert anna.text.endswith("\n> ")
        assert ben.text.endswith("> ") and ben.text.count("Waiting for anna.") == 1
        assert await anna.type("why shout") == await anna.type(":why shout") != ""
        before = len(anna.text)
        await anna.type("walk dice")
        await anna.sees("anna walks to Dice.")
        await ben.sees("ben: What do you do?")
        told = anna.text[before:]
        assert told.count("anna walks to Dice.") == 1
        assert "ben: What do you do?" not in told
        assert ben.text.count("anna walks to Dice.") == 1
        assert ben.text.count("ben: What do you do?") == 1
        await ben.type("/say now I")
        await anna.sees("> \nben: now I\n> ")
        await anna.type("undo")
        await ben.sees('anna asks to undo "walks to Dice". Type /yes to agree or /no to refuse.')
        before = len(anna.text)
        await ben.type("/yes")
        async with asyncio.timeout(PATIENCE):
            while "anna: What do you do?" not in anna.text[before:]:
                await asyncio.sleep(0.02)
        assert anna.text.count("anna: What do you do?") == 2
        await ben.type("/show honey")
        await anna.sees("ben points at Honey.")
        for reader in (anna, ben):
            reader.lines.put_nowait("")
            await reader.task

    play(script)


def test_a_whole_game_ends_in_plain_lines(play: Play) -> None:
    async def script(server: FakeServer) -> None:
        anna = Reader(server.enter("anna"))
        await anna.hall.make(TableOrder(FAIR, ("", "random"), seed=7))
        await anna.type("join BCD-234")
        for _ in range(40):
            if "The game is over." in anna.text:
                break
            await anna.type("1", "1")
        await anna.sees("The game is over.")
        assert anna.text.count("The game is over.") == 1
        await anna.type("/leave")
        assert "You are back in the hall." in anna.text
        anna.lines.put_nowait("")
        await anna.task

    play(script)


def test_somebody_watches_in_plain_lines(play: Play) -> None:
    async def script(server: FakeServer) -> None:
        anna, ben = server.enter("anna"), Reader(server.enter("ben"))
        await anna.make(TWO)
        await ben.type("join BCD-234")
        carl = Reader(server.enter("carl"))
        await carl.type("watch BCD-234", "walk dice", "status", "hand", "help")
        assert "bell: 0 of 6" in carl.text and "You hold nothing." in carl.text
        assert "You are watching table BCD-234" in carl.text
        assert "It is not your turn. Waiting for anna." in carl.text
        place = await anna.join("BCD-234")
        assert place is not None
        await place.table.seats[0].choose("walk")
        await place.table.seats[0].choose("Dice")
        await carl.sees("anna walks to Dice.")
        assert "What do you do?" not in carl.text
        for reader in (ben, carl):
            reader.lines.put_nowait("")
            await reader.task

    play(script)


def test_a_lost_seat_leads_back_to_the_hall(play: Play) -> None:
    async def script(server: FakeServer) -> None:
        anna, ben = Reader(server.enter("anna")), Reader(server.enter("ben"))
        await anna.hall.make(TWO)
        await ben.type("join BCD-234")
        await anna.type("join BCD-234")
        server.tables["BCD-234"].people[1] = ""
        server.tables["BCD-234"].tell()
        await ben.sees("You no longer have a seat at BCD-234.")
        assert "You are back in the hall." in ben.text
        server.tables["BCD-234"].closed = True
        server.tables["BCD-234"].tell()
        await anna.sees("The table was closed.")
        assert "BCD-234" not in await anna.type("list")
        for reader in (anna, ben):
            reader.lines.put_nowait("")
            await reader.task

    play(script)


def test_a_table_is_made_with_words(play: Play) -> None:
    async def script(server: FakeServer) -> None:
        anna = Reader(server.enter("anna"))
        assert "Games: " in await anna.type("new")
        assert "There is no game called chess." in await anna.type("new chess")
        assert "`often` is not a valid word here." in await anna.type("new pandemic often")
        told = await anna.type("new pandemic 3 Keen epidemics=6 private days=24 free-undo no-hints")
        assert "The new table is BCD-234." in told and "ssh -p 2222 BCD-234@play.example.org" in told
        order = server.tables["BCD-234"].order
        assert (order.seats, order.options) == (("", "", "", "keen"), {"epidemics": "6"})
        assert (order.public, order.pace, order.hours, order.free_undo) == (False, Pace.DAYS, 24, True)
        assert not order.hints
        anna.lines.put_nowait("")
        await anna.task

    play(script)


def test_what_others_write_cannot_control_the_terminal(play: Play) -> None:
    async def script(server: FakeServer) -> None:
        anna = Reader(server.enter("anna"))
        await server.enter("ben\x1b[2J").say("\x1b]2;title\x07gone")
        await anna.sees("gone")
        assert "\x1b" not in anna.text and "\x07" not in anna.text
        anna.lines.put_nowait("")
        await anna.task

    play(script)
