"""Everybody sees when a turn ends, and what happens then."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from lazaretto.host.server.hall_views import LateRule, Pace, State, TableListing, TableOrder
from lazaretto.tui.hall.table_description import turn_end, until
from tests.tui.hall.conftest import Play, World
from tests.tui.hall.fake_hall import FAIR
from tests.tui.hall.test_hall_table import seated
from tests.tui.hall.test_line_hall import Reader

NOW = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
LISTED = TableListing(
    "BCD-234", "fair", "Fair", {}, (), State.RUNNING, Pace.DAYS, True, "anna", NOW, late=LateRule.BOT
)


@pytest.mark.parametrize(
    ("ends", "late", "told", "short"),
    [
        (
            NOW + timedelta(hours=3),
            LateRule.BOT,
            "the turn ends today 15:00 UTC, then a bot",
            "until 15:00",
        ),
        (NOW + timedelta(days=2), LateRule.REMIND, "ends 4 Jan 12:00 UTC, then a reminder", "until 4 Jan"),
        (NOW + timedelta(days=2), LateRule.WAIT, "ends 4 Jan 12:00 UTC, then the others wait", "until 4 Jan"),
        (NOW - timedelta(hours=3), LateRule.WAIT, "the time was up today 09:00 UTC", "until 09:00"),
        (None, LateRule.WAIT, "", ""),
    ],
)
def test_the_end_of_a_turn_in_words(ends: datetime | None, late: LateRule, told: str, short: str) -> None:
    table = replace(LISTED, ends=ends, late=late)
    assert told in turn_end(table, NOW)
    assert until(table, NOW) == short


def test_it_is_on_every_screen(play: Play) -> None:
    async def script(world: World) -> None:
        order = TableOrder(FAIR, ("", ""), seed=7, pace=Pace.DAYS, hours=24, late=LateRule.BOT)
        people = await seated(world, "anna", "ben", order=order)
        watcher = await world.enter("carl", (130, 40))
        table = world.server.tables["BCD-234"]
        lines = Reader(world.server.enter("dora"))
        await lines.type("watch BCD-234")
        table.ends = datetime.now(UTC) + timedelta(days=3)
        table.tell()
        day = f"{table.ends.day} "
        for person in people:
            await person.sees(f"the turn ends {day}")
        await watcher.sees(f"until {day}", f"the turn ends {day}", "a bot plays until")
        await lines.sees(f"The turn ends {day}")
        before = lines.text.count("The turn ends")
        table.tell()
        assert "The turn ends" in await lines.type("/who")
        assert lines.text.count("The turn ends") == before + 1
        assert "; the turn ends" in " ".join((await lines.type("/leave", "list")).split())
        await lines.type("quit")

    play(script)
