"""A full table with a long chat: whatever happens there costs little, and everybody sees the same as ever."""

from pathlib import Path

from lazaretto.host.server.hall_protocol import TableHeard, TableSeat
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.tables.person_at_table import TOLD
from lazaretto.host.server.tables.person_table_actions import Place
from tests.host.server.halls import STONES, entered, hall_in, run, until
from tests.host.server.test_hall_wire import Wire

LINES = 250
"""More than are shown."""


async def fill(place: Place) -> None:
    for number in range(LINES):
        await place._table.say(place.person, f"{number} " + "\N{GRINNING FACE}" * 390)


def test_a_line_of_chat_is_sent_alone(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TableOrder(STONES, ("", "random")))
            own = await anna.join(code)
            assert own is not None
            wire = Wire(ben)
            early: TableSeat = await wire.hall.watch(code)
            await fill(own)
            late: TableSeat = await wire.hall.watch(code)
            places = [place for place in hall.tables[code].places if place.person.name == "ben"]

            def same() -> bool:
                return early.view == places[0].view and late.view == places[1].view

            await until(same)
            assert len(late.view.chat) == hall.limits.lines_shown
            await anna.say("in the hall")
            await until(lambda: wire.hall.view == ben.view and bool(wire.hall.view.chat))
            del wire.sent[:]
            for number in range(5):
                await own.say(f"line {number}")
            await until(same)
            assert late.view.chat[-1].text == "line 4"
            news = [each for each in wire.sent if b"line 4" in each]
            assert news and all(len(each) < 4_000 for each in wire.sent)
            await ben.block("anna", True)
            await until(lambda: same() and not late.view.chat)
            await own.say("nobody hears it")
            await ben.block("anna", False)
            await until(lambda: same() and bool(late.view.chat))
            assert late.view.chat[-1].text == "nobody hears it"

    run(work)


def test_a_flood_of_changes_is_told_now_and_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TableOrder(STONES, ("", "random")))
            own = await anna.join(code)
            watching = await ben.watch(code)
            assert own is not None
            told: list[str] = []
            watching.listen(TableHeard(lambda view: told.append(view.notice), lambda _: None))
            flood = 200
            for number in range(flood):
                hall.tables[code].say_notice(f"notice {number}")
            _, burst = TOLD
            assert len(told) <= burst + 2
            assert watching.view.notice == f"notice {flood - 1}", "who asks sees the latest"
            await until(lambda: told[-1] == f"notice {flood - 1}")

    run(work)


def test_what_somebody_may_not_see_delays_nothing(tmp_path: Path) -> None:
    """Otherwise its delay would tell that others did something."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TableOrder(STONES, ("", "random")))
            assert await anna.join(code) is not None
            watching = await ben.watch(code)
            told: list[str] = []
            watching.listen(TableHeard(lambda view: told.append(view.notice), lambda _: None))
            for _ in range(200):
                hall.tables[code].tell()
            assert not told
            hall.tables[code].say_notice("at once")
            assert told == ["at once"]

    run(work)
