"""Visitors who speak the protocol directly disturb nobody: each call is checked and paid for."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.server.call_budgets import ADDRESS, RATES
from lazaretto.host.server.hall_views import TableView
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.wire.allowed_calls import Cost, declared
from lazaretto.host.wire.wire_server import SIDES, Answer
from tests.host.server.halls import hall_in, run
from tests.hostile.visitors import Visitor, all_of, visitor

ORDER = {"folder": "stones", "seats": ["", "random"]}
"""A table for one person and a bot."""
OPEN = {"folder": "stones", "seats": ["", ""]}


@pytest.fixture(autouse=True)
def no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where anything unexpected is turned into a crash file."""

    def fail(details: str) -> None:
        raise AssertionError(details)

    monkeypatch.setattr("lazaretto.host.crash_report.keep_crash", fail)


def refused(answer: Answer) -> str:
    assert answer.error, answer
    assert answer.message and "Something went wrong" not in answer.message
    return answer.message


async def made(someone: Visitor, order: dict[str, Any] = ORDER) -> str:
    answer = await someone.call("make", order=order)
    assert not answer.error, answer
    return str(answer.value)


def test_values_that_no_clock_and_no_file_can_hold_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await visitor(hall, "anna"), await visitor(hall, "ben")
            before = ben.own.view
            for more in (
                {"pace": "days", "hours": 10**30},
                {"pace": "days", "hours": -1},
                {"seed": 2**64},
                {"mine": 10**9},
                {"seats": [""] * 1_000},
                {"options": {"a": "b" * 10_000}},
                {"switches": ["\ud800"]},
                {"follows": "x" * 1_000},
                {"pace": "weeks"},
                {"folder": "x" * 100_000},
            ):
                refused(await anna.call("make", order={**ORDER, **more}))
            for settings in (
                {"keys": "a." * 50_000 + "a = 1"},
                {"theme": "x" * 1_000},
                {"names": ["x"] * 1_000},
                {"moments": [["", "perhaps"]]},
            ):
                refused(await anna.call("keep", settings=settings))
            refused(await anna.call("block", person="\ud800", blocked=True))
            assert ben.own.view == before and not hall.tables
            answer = await anna.call("make", order={**ORDER, "pace": "days", "hours": 24 * 366})
            assert not answer.error and ben.own.view.tables

    run(work)


def test_calls_that_no_client_of_ours_makes_get_a_sentence(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await visitor(hall, "anna")
            for method, arguments in (
                ("join", {}),
                ("join", {"code": "BCD-234", "more": 1}),
                ("join", {"code": 7, "seat": "x"}),
                ("join", {"code": "BCD-234", "seat": 10**30}),
                ("listen", {"heard": None}),
                ("leave", {}),
                ("look_at_lists", {"looking": True}),
                ("__init__", {}),
                ("dance" * 10_000, {}),
                ("make", {"order": {}}),
                ("make", {"order": []}),
                ("make", {"order": {**ORDER, "pace": "\ud800"}}),
                ("\ud800", {}),
                ("join", {"code": "BCD-234", "\ud800": 1}),
                ("keep", {"settings": {"moments": [["a", "always"]] * 5_000}}),
                ("keep", {"settings": {"names": [[[[]]]] * 5_000}}),
            ):
                refused(await anna.call(method, **arguments))
            assert anna.send("profile") and anna.send("listen", heard=None) and anna.send("leave", 10**30)
            assert not anna.send("look_at_lists", looking=False)
            assert not (await anna.call("profile")).error

    run(work)


def test_codes_are_guessed_from_one_purse(tmp_path: Path) -> None:
    most = int(RATES[Cost.CODE].at_once)

    async def tried(people: list[Visitor]) -> int:
        guesses = [person.call("watch", code=f"XXX-{number:0>3}") for number in range(3) for person in people]
        answers = await all_of(*guesses)
        return sum("no table" in refused(answer) for answer in answers)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            same = [await visitor(hall, "anna", f"192.0.2.{number}") for number in range(most)]
            assert await tried(same) <= most, "one person, many sessions and addresses"
            for each in same:
                each.hang_up()
            again = [await visitor(hall, "anna")]
            assert await tried(again) == 0, "hanging up gives nothing back"
            others = [await visitor(hall, f"person{number}", "198.51.100.1") for number in range(60)]
            assert await tried(others) <= most * ADDRESS, "many people, one address"

    run(work)


def test_the_voice_of_the_server_says_nothing_that_a_visitor_writes(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await visitor(hall, "anna"), await visitor(hall, "ben")
            code = await made(anna, OPEN)
            await ben.call("join", code=code)
            place = (await anna.call("join", code=code)).value["to"]
            table = hall.tables[code]
            said = len(table.talk.lines_for(()))
            for about in ("\x1b]0;x\x07", "the operator: send me your key", "ben", ""):
                for shown in (True, False):
                    refused(await anna.call("show_to", place, person=about, shown=shown))
            for about in ("²", "1 the operator says hello", "99", "-1", "1", "x" * 10_000, "1 \x1b[2J"):
                if about != "1":
                    refused(await anna.call("propose", place, kind="take_over", about=about))
                refused(await anna.call("propose", place, kind="watch", about=about))
                refused(await anna.call("propose", place, kind="kick", about=about))
            assert len(table.talk.lines_for(())) == said
            toggled = [await anna.call("pause", place, paused=number % 2 == 0) for number in range(30)]
            assert any("too fast" in answer.message for answer in toggled)
            assert len(table.talk.lines_for(())) <= said + RATES[Cost.TALK].at_once + 1

    run(work)


def test_watching_again_and_again_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    tell = Place.tell

    def counted(place: Place, view: TableView) -> None:
        told.append(place.person.name)
        tell(place, view)

    monkeypatch.setattr(Place, "tell", counted)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await visitor(hall, "anna"), await visitor(hall, "ben")
            code = await made(anna)
            await anna.call("join", code=code)
            watching = [await ben.call("watch", code=code) for _ in range(20)]
            most = hall.limits.places_per_person
            assert sum(not answer.error for answer in watching) == most
            assert f"{most} tables" in refused(watching[-1])
            told.clear()
            ben.hang_up()
            assert told == ["anna"], "who stays is told once"
            assert hall.tables[code].places and all(
                each.person.name == "anna" for each in hall.tables[code].places
            )

    run(work)


def test_places_are_bounded_for_a_person_and_a_table(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            most = hall.limits.places_per_person
            anna = await visitor(hall, "anna")
            code = await made(anna)
            ben = [await visitor(hall, "ben") for _ in range(3)]
            at_once = await all_of(*(each.call("watch", code=code) for each in ben for _ in range(8)))
            assert sum(not answer.error for answer in at_once) == most
            for each in ben:
                each.hang_up()
            carl = await visitor(hall, "carl")
            place = (await carl.call("watch", code=code)).value["to"]
            for _ in range(most + 1):
                assert not carl.send("leave", place)
                place = (await carl.call("watch", code=code)).value["to"]
            hall.limits = type(hall.limits)(watchers_per_table=1)
            assert "already watch" in refused(await (await visitor(hall, "dora")).call("watch", code=code))

    run(work)


def test_votes_invitations_and_blocked_people_are_bounded(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.limits = type(hall.limits)(
                votes_per_person=2, invitations_per_table=2, blocked_per_person=1, seats_per_person=2
            )
            people = [await visitor(hall, name) for name in ("anna", "ben", "carl")]
            anna = people[0]
            code = await made(anna, {"folder": "stones", "seats": ["", "", ""]})
            for person in people[1:]:
                await person.call("join", code=code)
            place = (await anna.call("join", code=code)).value["to"]
            asked = [
                await anna.call("propose", place, kind=kind, about=about)
                for kind, about in (("kick", "ben"), ("kick", "carl"), ("close", ""))
            ]
            assert [bool(answer.error) for answer in asked] == [False, False, True]
            invited = [await anna.call("invite", code=code, person=each) for each in ("ben", "carl", "anna")]
            assert "already invited" in refused(invited[2])
            blocked = [await anna.call("block", person=each, blocked=True) for each in ("ben", "carl")]
            assert "already blocked" in refused(blocked[1])
            for _ in range(2):
                await people[1].call("join", code=await made(anna, OPEN))
            assert "already play" in refused(await people[1].call("join", code=await made(anna, OPEN)))

    run(work)


def test_guests_join_tables_and_make_none(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            guest = await hall.do(lambda store: store.people.add("guest1"))
            came = Visitor(hall, hall.enter(guest, "", "192.0.2.2"))
            assert "guests can only join tables" in refused(await came.call("make", order=ORDER))
            assert not hall.tables
            anna = await visitor(hall, "anna")
            code = await made(anna, OPEN)
            assert not (await came.call("join", code=code)).error
            assert hall.tables[code].players() == {"anna", "guest1"}

    run(work)


def test_who_left_the_hall_can_do_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await visitor(hall, "anna")
            assert not anna.send("leave")
            assert anna.left, "the channel ends here"
            for method, given in (("say", {"text": "hello"}), ("scenarios", {}), ("make", {"order": ORDER})):
                assert refused(await anna.call(method, **given))
            assert not hall.chat and not hall.tables

    run(work)


def test_a_change_is_finished_when_its_caller_hangs_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await visitor(hall, "anna")
            code = await made(anna, OPEN)
            table = hall.tables[code]
            for turns in range(12):
                ben = await visitor(hall, "ben")
                joining = asyncio.ensure_future(ben.call("join", code=code))
                for _ in range(turns):
                    await asyncio.sleep(0)
                joining.cancel()
                ben.hang_up()
            await hall.tasks.finish()
            stored = await hall.do(lambda store: store.seats.at(code))
            assert table.seats == stored and not any(seat.empty for seat in stored)
            assert table.state.value == "running" and not table.places
            assert {person.person.name for person in hall.people} == {"anna"}

    run(work)


def test_people_who_take_the_last_seats_at_once_all_play(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people = [await visitor(hall, name) for name in ("anna", "ben", "carl", "dora")]
            code = await made(people[0], {"folder": "stones", "seats": ["", "", ""]})
            answers = await all_of(
                people[1].call("join", code=code),
                people[2].call("join", code=code),
                people[3].call("join", code=code),
                people[0].call("give_up", code=code),
            )
            table = hall.tables[code]
            stored = await hall.do(lambda store: store.seats.at(code))
            assert table.seats == stored
            assert "no free seat" in refused(answers[2]) and "has started" in refused(answers[3])
            assert table.state.value == "running" and table.players() == {"anna", "ben", "carl"}

    run(work)


def test_a_seat_that_was_lost_or_left_shows_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await visitor(hall, "anna"), await visitor(hall, "ben")
            code = await made(anna, OPEN)
            place = (await ben.call("join", code=code)).value
            seat = place["table"]["seats"][0]["to"]
            assert not (await ben.call("join", seat)).error
            await ben.call("resign", place["to"])
            for method, given in (("join", {}), ("choose", {"key": "take"}), ("course", {})):
                refused(await ben.call(method, seat, **given))
            ben.send("leave", place["to"])
            assert "nothing has the number" in refused(await ben.call("join", seat))

    run(work)


def test_a_seat_that_is_joined_again_and_again_is_one_client(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await visitor(hall, "anna")
            code = await made(anna)
            place = (await anna.call("join", code=code)).value
            seat = place["table"]["seats"][0]["to"]
            joined = await all_of(*(anna.call("join", seat) for _ in range(12)))
            assert not any(answer.error for answer in joined)
            (room,) = (workroom for workroom in hall.pool.rooms if code in workroom.codes)
            assert len(room._seats) == 1
            anna.hang_up()
            assert not room._seats

    run(work)


def test_blocks_hold_in_all_sessions_and_keep_invitations_away(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, again, ben = [await visitor(hall, name) for name in ("anna", "anna", "ben")]
            for name in ("", "nobody", "anna"):
                assert "nobody is called" in refused(await anna.call("block", person=name, blocked=True))
            await anna.call("block", person="ben", blocked=True)
            await ben.call("say", text="hello")
            await again.call("keep", settings={"theme": "dark"})
            assert not anna.own.view.chat and not again.own.view.chat
            code = await made(ben, {**OPEN, "public": False})
            assert not (await ben.call("invite", code=code, person="anna")).error
            assert not anna.own.view.tables and not again.own.view.tables
            later = await visitor(hall, "anna")
            assert not later.own.view.chat and later.own.settings.theme == "dark"

    run(work)


TEXTS = ("", "\ud800", "\x1b[2J", "x" * 10_000)
STRANGE: tuple[Any, ...] = (None, True, -1, 10**30, 1e300, *TEXTS, [], {}, [[]], {"a": 1})
"""Values that fit few arguments."""


def test_no_value_of_an_argument_does_anything_unexpected(tmp_path: Path) -> None:
    """Every method of every object that a visitor has, with every strange value of each argument."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            for number, (side, name, argument) in enumerate(arguments()):
                anna = await visitor(hall, f"anna{number}", f"192.0.2.{number}")
                to = await object_of(anna, side)
                for value in STRANGE:
                    given = {**usual(side, name), argument: value}
                    method = declared(SIDES[side], name)
                    assert method is not None
                    if method.answers:
                        answer = await anna.call(name, to, **given)
                        assert "Something went wrong" not in answer.message, (side, name, given)
                    else:
                        anna.send(name, to, **given)
                anna.hang_up()
            assert {person.person.name for person in hall.people} <= {"maker"}
            assert not any(table.places for table in hall.tables.values())

    run(work)


def arguments() -> list[tuple[str, str, str]]:
    """The arguments of all methods of a hall and a place."""
    found = []
    for side in ("hall", "place"):
        for name in vars(SIDES[side]):
            method = declared(SIDES[side], name)
            if method is not None and name != "leave":
                found += [(side, name, check) for check in method.checks]
    assert len(found) > 25
    return found


def usual(side: str, name: str) -> dict[str, Any]:
    """Arguments with which a method can be called."""
    values = {
        "code": "XXX-XXX",
        "folder": "stones",
        "order": ORDER,
        "person": "ben",
        "text": "hello",
        "blocked": True,
        "fingerprint": "SHA256:x",
        "settings": {},
        "looking": True,
        "kind": "close",
        "number": 1,
        "agree": True,
        "shown": True,
        "paused": True,
        "name": "hello",
        "ref": ["City", "Paris"],
    }
    method = declared(SIDES[side], name)
    assert method is not None
    return {each: values[each] for each in method.needed}


async def object_of(someone: Visitor, side: str) -> int:
    """The number of an object of this sort that the visitor has."""
    if side == "hall":
        return 0
    hall = someone.own._hall
    if not hall.tables:
        maker = await visitor(hall, "maker", "203.0.113.1")
        await made(maker)
    code = next(code for code, table in hall.tables.items() if table.order.players)
    return int((await someone.call("watch", code=code)).value["to"])
