"""People of one side talk among themselves; the others see nothing of it, not even that they do."""

from pathlib import Path

import pytest

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, TableOrder, TableView
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.server.tables.table_talk import TableTalk
from lazaretto.rules.link.find_scenarios import built_in
from tests.host.server.halls import PANDEMIC, entered, hall_in, run, sit_all, table_for

TERRORIST = built_in() / "bio_terrorist"
COLD_WAR = built_in() / "cold_war"


SHOWN = HallLimits().lines_shown


async def against_carl(hall: ServerHall) -> list[Place]:
    """Anna and ben play against carl."""
    order = TableOrder(TERRORIST, ("", "", ""), seed=5, options={"terrorist_seat": "3"})
    people, code = await table_for(hall, "anna", "ben", "carl", order=order)
    places, _ = await sit_all(people, code)
    return places


def test_a_table_with_options_that_do_not_fit_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(TERRORIST, ("", "", ""), seed=5, options={"terrorist_seat": "5"})
            with pytest.raises(HallError, match="Nobody has seat 5: this table has 3 players"):
                await (await entered(hall, "anna")).make(order)

    run(work)


def texts(place: Place) -> list[str]:
    return [line.text for line in place.view.chat]


def test_a_side_talks_among_itself(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben, carl = await against_carl(hall)
            dora = await (await entered(hall, "dora")).watch(anna.code)
            assert [place.view.side for place in (anna, ben, carl, dora)] == ["the team", "the team", "", ""]
            told: list[TableView] = []
            for place in (carl, dora):
                place.listen(TableHeard(told.append, lambda _: None))
            await anna.say("he is in Lima", "the team")
            assert texts(ben)[-1] == "he is in Lima"
            assert ben.view.chat[-1].side == "the team"
            for place in (carl, dora):
                assert "he is in Lima" not in texts(place)
            assert told == [], "not even that somebody said something"
            await ben.say("hello all")
            for place in (carl, dora):
                numbers = [line.number for line in place.view.chat]
                assert numbers == [*range(1, len(numbers) + 1)], "there is no gap"
            for place in (carl, dora):
                with pytest.raises(HallError, match="no sides"):
                    await place.say("let me in", "the team")
            with pytest.raises(HallError, match="no sides"):
                await anna.say("hello carl", "carl")

    run(work)


def test_what_a_side_said_is_still_its_own_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, *_ = await against_carl(hall)
            await anna.say("he is in Lima", "the team")
            await anna.say("hello all")
            code = anna.code
        async with hall_in(tmp_path) as hall:
            people = [await entered(hall, name) for name in ("anna", "ben", "carl")]
            (_, ben, carl), _ = await sit_all(people, code)
            assert texts(ben)[-2:] == ["he is in Lima", "hello all"]
            assert "he is in Lima" not in texts(carl)
            numbers = [line.number for line in carl.view.chat]
            assert numbers == [*range(1, len(numbers) + 1)]

    run(work)


@pytest.mark.parametrize(("folder", "options"), [(PANDEMIC, {}), (COLD_WAR, {"double_agent": "yes"})])
def test_without_sides_that_everybody_knows_there_is_no_channel(
    tmp_path: Path, folder: Path, options: dict[str, str]
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(folder, ("", "", ""), seed=6, options=options)
            people, code = await table_for(hall, "anna", "ben", "carl", order=order)
            places, _ = await sit_all(people, code)
            assert [place.view.side for place in places] == ["", "", ""]
            with pytest.raises(HallError, match="no sides"):
                await places[0].say("psst", "the team")

    run(work)


def test_numbers_go_on_when_old_lines_are_dropped(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, _, carl = await against_carl(hall)
            talk: TableTalk = hall.tables[anna.code].talk
            before = carl.view.chat[-1].number
            for number in range(SHOWN + 20):
                side = "the team" if number % 3 else ""
                await talk.say(hall, anna.person, f"line {number}", False, side)
            shown = talk.lines_for((), "")
            assert shown[-1].number == before + sum(number % 3 == 0 for number in range(SHOWN + 20))
            assert [line.number for line in shown] == [*range(shown[0].number, shown[-1].number + 1)]
            public = [f"line {number}" for number in range(SHOWN + 20) if number % 3 == 0]
            assert [line.text for line in shown][-len(public) :] == public, "a side pushes out nothing"
            assert len(talk.lines_for((), "the team")) == SHOWN

    run(work)
