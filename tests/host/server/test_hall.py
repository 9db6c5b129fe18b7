"""People meet in the hall of a server and play at its tables."""

import asyncio
import os
import shutil
import signal
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.server import admin
from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, LateRule, Pace, Presence, State, TableOrder, VoteKind
from lazaretto.host.server.server_hall import CHAT
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_rows import TableState
from lazaretto.host.server.tables.turn_limits import Reminder, Why, be_late, is_late
from lazaretto.rules import ChoiceError, Ref
from tests.host.server.halls import (
    PANDEMIC,
    STONES,
    asked,
    behind_gate,
    decision,
    entered,
    hall_in,
    play,
    run,
    seated,
    sit_all,
    table_for,
    until,
)
from tests.patience import PATIENCE


def test_a_bot_that_begins_begins(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            code = await anna.make(TableOrder(STONES, ("random", ""), seed=5, mine=1))
            place = await anna.join(code)
            assert place is not None
            client = await seated(place)
            await until(lambda: decision(client).seat == 1)
            assert any(line.text.startswith("random") for line in client.look().view.log)

    run(work)


def test_a_table_begins_when_all_seats_are_taken(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TableOrder(PANDEMIC, ("", "")))
            assert await anna.join(code) is None
            (listed,) = ben.view.tables
            assert (listed.state, listed.yours, [seat.player for seat in listed.seats]) == (
                State.OPEN,
                False,
                ["anna", ""],
            )
            assert await ben.join(code) is not None
            assert ben.view.tables[0].state is State.RUNNING
            assert ben.view.here == ("anna", "ben")
            with pytest.raises(HallError, match="no free seat"):
                await (await entered(hall, "carl")).join(code)

    run(work)


def test_each_plays_on_a_screen_of_their_own(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 12)
            views = [client.look() for client in clients]
            assert len(views[0].view.log) == len(views[1].view.log) > 3
            assert decision(asked(clients)).options
            other = next(client for client in clients if client is not asked(clients))
            with pytest.raises(ChoiceError):
                await other.choose(decision(asked(clients)).options[0].key)

    run(work)


def test_who_watches_sees_and_cannot_choose(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            _, clients = await sit_all(people, code)
            place = await (await entered(hall, "carl")).watch(code)
            watcher = await seated(place)
            await play(clients, Random(1), 4)
            assert watcher.look().view.log == clients[0].look().view.log
            with pytest.raises(ChoiceError, match="only watch"):
                await watcher.choose("drive")
            assert people[0].view.tables[0].watchers == 1

    run(work)


def test_nothing_is_lost_when_the_rules_process_dies(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            await play(clients, Random(1), 7)
            before = [client.look().view for client in clients]
            (room,) = hall.pool._rooms
            os.kill(room.process_id, signal.SIGKILL)
            await until(lambda: hall.pool._rooms != [room] and len(hall.pool._rooms) == 1)
            await until(lambda: not places[0].view.notice)
            assert [client.look().view for client in clients] == before
            await play(clients, Random(2), 3)

    run(work)


def test_a_server_that_starts_again_goes_on_where_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            await play(clients, Random(1), 9)
            await places[0].say("back tomorrow")
            before = [client.look().view for client in clients]
        async with hall_in(tmp_path) as hall:
            again = [await entered(hall, name) for name in ("anna", "ben")]
            await until(lambda: sum(person_hall.view.tables[0].your_turn for person_hall in again) == 1)
            assert not hall.pool._rooms[0].codes, "a table that nobody is at is not kept in memory"
            places, clients = await sit_all(again, code)
            assert [client.look().view for client in clients] == before
            assert "back tomorrow" in [line.text for line in places[1].view.chat]

    run(work)


def test_undo_belongs_to_who_chose_and_others_agree(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            chooser = asked(clients).number
            await play(clients, Random(1), 2)
            made = clients[0].look().view
            other = places[1 - chooser]
            await other.undo()
            assert clients[0].look().view == made, "it is not undone before the others agree"
            (vote,) = places[chooser].view.votes
            assert (vote.kind, vote.by) == (VoteKind.UNDO, other.person.name)
            with pytest.raises(HallError, match="for others"):
                await other.vote(vote.number, True)
            await places[chooser].vote(vote.number, True)
            assert clients[0].look().view != made
            assert places[0].view.votes == ()

    run(work)


def test_chat_and_pointing_reach_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, _ = await sit_all(people, code)
            pointed: list[str] = []
            places[1].listen(TableHeard(lambda _: None, lambda pointer: pointed.append(pointer.person)))
            await places[0].say("  hello\x1b[31m there ")
            assert places[1].view.chat[-1].text == "hello [31m there"
            places[0].point(Ref("City", "Paris"))
            assert pointed == ["anna"]
            await people[1].block("anna", True)
            assert all(line.person != "anna" for line in places[1].view.chat)
            hurried = await behind_gate(people[0]).watch(code)
            with pytest.raises(HallError, match="too fast"):
                for _ in range(20):
                    await hurried.say("again")

    run(work)


def test_a_seat_can_be_handed_to_a_bot_if_the_table_agrees(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", "carl")
            places, _ = await sit_all(people, code)

            def third() -> Presence:
                return places[0].view.listing.seats[2].presence

            places[2].leave()
            await places[0].propose(VoteKind.TAKE_OVER, "2 random")
            assert third() is Presence.AWAY
            (vote,) = places[1].view.votes
            assert vote.needed == 1, "who is away is not asked"
            await places[1].vote(vote.number, True)
            assert third() is Presence.BOT
            assert people[2].view.tables[0].yours, "the seat stays its owner's"
            back = await people[2].join(code)
            assert back is not None
            assert third() is Presence.HERE

    run(work)


def test_who_is_alone_with_somebody_can_replace_them_only_while_they_are_away(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, _ = await sit_all(people, code)
            with pytest.raises(HallError, match="ben is here"):
                await places[0].propose(VoteKind.KICK, "ben")
            places[1].leave()
            shown: list[Presence] = []
            for kind, about in ((VoteKind.KICK, "ben"), (VoteKind.TAKE_OVER, "1 random")):
                await places[0].propose(kind, about)
                shown.append(places[0].view.listing.seats[1].presence)
            assert shown == [Presence.EMPTY, Presence.BOT]
            assert places[0].view.chat[-1].text == "random plays for ben from now on"

    run(work)


def test_who_lost_a_seat_neither_plays_it_nor_sees_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", "carl")
            places, clients = await sit_all(people, code)
            lost = asked(clients).number
            before = clients[lost].look().view
            key = next(option.key for option in decision(clients[lost]).options if option.why_not is None)
            await places[lost].resign()
            with pytest.raises(ChoiceError):
                await clients[lost].choose(key)
            again = await (await entered(hall, "dora")).join(code)
            assert again is not None
            await (await seated(again)).choose(key)
            assert clients[lost].look().view == before

    run(work)


def test_a_seat_cannot_undo_past_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            for client in clients:
                with pytest.raises(ChoiceError, match="must agree to an undo"):
                    await client.undo()

    run(work)


def test_a_bot_stands_in_after_the_rules_process_died(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            late = 1 - asked(clients).number
            places[late].leave()
            await hall.tables[code].stand_in(late, "random")
            (room,) = hall.pool._rooms
            os.kill(room.process_id, signal.SIGKILL)
            await until(lambda: hall.pool._rooms != [room] and len(hall.pool._rooms) == 1)
            await until(lambda: not places[1 - late].view.notice)
            running = hall.tables[code]
            job = await running.services.job(running.row, running.order, running.seats)
            assert not any(job.bots), "the store knows of no bot"
            here = clients[1 - late]
            turns = here.look().turn
            async with asyncio.timeout(PATIENCE):
                while here.look().turn < turns + 2:
                    if decision(here).seat == here.number and decision(here).form is not None:
                        await play([here, here], Random(3), 1)
                    await asyncio.sleep(0.01)

    run(work)


def test_no_bot_stands_in_for_who_was_removed(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            anna, ben = (await sit_all(people, code))[0]
            anna.leave()
            await ben.propose(VoteKind.TAKE_OVER, "0 random")
            shown = [ben.view.listing.seats[0].presence]
            await ben.propose(VoteKind.KICK, "anna")
            shown.append(ben.view.listing.seats[0].presence)
            assert shown == [Presence.BOT, Presence.EMPTY]
            assert not hall.tables[code].players_and_bots()[0].bot

    run(work)


def test_two_terminals_of_one_person_show_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            _, clients = await sit_all(people, code)
            second = await (await entered(hall, "anna")).join(code)
            assert second is not None
            twin = await seated(second)
            await play(clients, Random(1), 5)
            assert twin.look().view == clients[0].look().view
            second.leave()
            await play(clients, Random(2), 2)
            assert people[1].view.tables[0].seats[0].presence is Presence.HERE

    run(work)


def test_a_paused_table_refuses_choices(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            await places[0].pause(True)
            with pytest.raises(ChoiceError, match="anna has paused the table"):
                await play(clients, Random(1), 1)
            await places[1].pause(False)
            await play(clients, Random(1), 1)
            await asyncio.sleep(0)

    run(work)


def test_a_table_keeps_the_texts_it_began_with(tmp_path: Path) -> None:
    own = tmp_path / "own" / "stones"
    shutil.copytree(STONES, own)

    async def work() -> None:
        async with hall_in(tmp_path, own.parent) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(own, ("", ""), seed=5))
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 3)
            before = [client.look().view for client in clients]
        for text in own.glob("*.rules"):
            text.write_text('lose "nobody knows" when true\n' + text.read_text(encoding="utf-8"))
        async with hall_in(tmp_path, own.parent) as hall:
            people = [await entered(hall, name) for name in ("anna", "ben")]
            _, clients = await sit_all(people, code)
            assert [client.look().view for client in clients] == before
            await play(clients, Random(2), 3)

    run(work)


def test_a_finished_game_is_kept_and_can_be_replayed_by_who_played(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(STONES, ("", ""), seed=5)
            people, code = await table_for(hall, "anna", "ben", order=order)
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 500)
            assert clients[0].look().outcome is not None
            assert people[0].view.tables[0].state is State.OVER
            (game,) = (await people[0].profile()).history
            assert (game.code, game.players) == (code, ("anna", "ben"))
            showing = await people[1].replay(code)
            assert showing.replay.info.over
            with pytest.raises(HallError, match="only those who played"):
                await (await entered(hall, "carl")).replay(code)

    run(work)


def test_what_the_operator_changes_is_seen(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            other = SqliteStore(tmp_path / "server.db")
            other.chat.append(None, None, "", "the server stops at noon", datetime.now(UTC))
            await until(lambda: people[0].view.announcement == "the server stops at noon")
            admin.clear_announcement(other)
            await until(lambda: not people[0].view.announcement)
            assert people[0].view.announced_at is None
            assert people[0].view.chat == ()
            admin.announce(other, "the server stops later")
            other.people.rename(people[1].person.id, "bella")
            other.tables.set_state(code, TableState.CLOSED, "closed for repair")
            other.close()
            await until(lambda: people[0].view.announcement == "the server stops later")
            await until(lambda: places[0].view.notice == "closed for repair")
            assert people[1].view.person == "bella" and "bella" in people[0].view.here
            with pytest.raises(ChoiceError):
                await play(clients, Random(1), 1)
            with pytest.raises(HallError, match="was closed: closed for repair"):
                await people[1].join(code)

    run(work)


def test_a_line_that_is_said_while_the_store_is_read_is_shown_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            await asyncio.gather(anna.say("hello"), hall.catch_up(), anna.say("again"), hall.catch_up())
            assert [line.text for line in anna.view.chat] == ["hello", "again"]

    run(work)


def test_who_sits_down_while_the_operator_closes_another_table_keeps_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            closed = await anna.make(TableOrder(STONES, ("",)))
            joined = await anna.make(TableOrder(STONES, ("", "", "")))
            asked, goes_on = asyncio.Event(), asyncio.Event()

            async def put_away() -> None:
                asked.set()
                await goes_on.wait()

            monkeypatch.setattr(hall.tables[closed].run, "put_away", put_away)
            with closing(SqliteStore(tmp_path / "server.db", maintain=False)) as other:
                admin.close_table(other, closed, "closed")
            catching = asyncio.create_task(hall.catch_up())
            await asked.wait()
            await ben.join(joined)
            goes_on.set()
            await catching
            assert [seat.name for seat in hall.tables[joined].seats] == ["anna", "ben", ""]
            assert hall.tables[closed].state is State.CLOSED and hall.tables[closed].notice == "closed"

    run(work)


def test_an_announcement_outlives_the_server_but_not_a_day(tmp_path: Path) -> None:
    async def work(told: str = "") -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            assert anna.view.announcement == told
            assert (anna.view.announced_at is not None) is bool(told)
            hall.announcement, hall.announced_at = "old", datetime.now(UTC) - timedelta(days=1)
            hall.drop_old_announcement()
            assert anna.view.announcement == ""

    with closing(SqliteStore(tmp_path / "server.db")) as store:
        store.chat.append(None, None, "", "an old one", datetime.now(UTC) - timedelta(days=2))
    run(work)
    with closing(SqliteStore(tmp_path / "server.db")) as store:
        store.chat.append(None, None, "", "a new one", datetime.now(UTC) - timedelta(hours=2))
    run(lambda: work("a new one"))


def test_what_people_say_hides_no_announcement_from_the_next_start(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            assert anna.view.announcement == "new"
            assert [line.text for line in anna.view.chat] == [str(number) for number in range(CHAT)]

    now = datetime.now(UTC)
    with closing(SqliteStore(tmp_path / "server.db")) as store, store.transaction():
        ben = store.people.add("ben").id
        for by, said in ((None, "old"), (None, "new"), *((ben, str(number)) for number in range(CHAT))):
            store.chat.append(None, by, "", said, now)
    run(work)


def test_over_days_a_bot_plays_for_who_is_late_until_they_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(PANDEMIC, ("", ""), seed=5, pace=Pace.DAYS, hours=24, late=LateRule.BOT)
            people, code = await table_for(hall, "anna", "ben", order=order)
            places, clients = await sit_all(people, code)
            late = asked(clients).number
            places[late].leave()
            table = hall.tables[code]
            assert not is_late(table, datetime.now(UTC) + timedelta(hours=23))
            assert is_late(table, datetime.now(UTC) + timedelta(hours=25))
            before = len(clients[1 - late].look().view.log)
            await be_late(table, ("random",), None)
            await until(lambda: len(clients[1 - late].look().view.log) > before)
            again = await people[late].join(code)
            assert again is not None
            assert table.standing_in == {}

    run(work)


def test_over_days_people_are_reminded(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(PANDEMIC, ("", ""), seed=5, pace=Pace.DAYS, hours=24, late=LateRule.REMIND)
            people, code = await table_for(hall, "anna", "ben", order=order)
            _, clients = await sit_all(people, code)
            told: list[Reminder] = []
            await be_late(hall.tables[code], hall.bots, told.append)
            assert [(reminder.person, reminder.code, reminder.why) for reminder in told] == [
                (asked(clients).name, code, Why.LATE)
            ]

    run(work)
