"""Screens and plain lines of people who wait at a table."""

from lazaretto.host.server.hall_views import TableOrder
from tests.tui.hall.conftest import Play, World
from tests.tui.hall.fake_hall import FAIR
from tests.tui.hall.test_line_hall import Reader


def test_people_who_wait_talk_to_each_other(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), Reader(world.server.enter("ben"))
        await anna.hall.make(TableOrder(FAIR, ("", "", ""), seed=7))
        anna.app.join("BCD-234")
        await anna.sees("You have a seat at BCD-234")
        assert "You are not waiting at a table" in await ben.type("table hello")
        await ben.type("join BCD-234")
        await anna.press(",")
        await anna.sees("To the players at BCD-234:")
        await anna.type("who else")
        await anna.press("enter")
        await ben.sees("BCD-234: anna: who else")
        assert ben.text.count("who else") == 1
        await ben.type("table carl is late", "say hello hall")
        await anna.sees("ben: hello hall", "While you wait at BCD-234:", "ben: carl is late")
        assert "You gave up your seat at BCD-234." in await ben.type("resign bcd-234")
        await anna.press("x")
        await anna.sees("You gave up your seat at BCD-234.")
        assert world.server.tables["BCD-234"].people == ["", "", ""]
        await ben.type("quit")

    play(script)
