"""A rule that fails while a table opens is told with its place to its people, without a crash file."""

import os
import signal
from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import HallError, TableOrder
from tests.host.server.halls import decision, entered, hall_in, run, seated, until

MANIFEST = """
name = "faulty"
title = "Faulty"
description = "It fails where one does not expect it."
players = [1, 4]
modules = ["faulty"]
"""
RULES = """
"A game in which rules fail."

kind Spot is a place

Spot Here

option fault : nowhere | start | decision | offered | side | question | bot | later = nowhere "Where?"

menu moves "What do you do?"

var steps : number = 0

value fails(n : number) : number = 1 / n

value team() : set of Player = those player in Player where fault != side or fails(0) = 1

action step in moves "Step"
    needs fault != offered or fails(0) = 1 else "No."
    set steps to steps + 1
    if fault = bot
        set steps to fails(0)

phase game()
    if fault = start
        set steps to fails(0)
    repeat forever
        for each player in Player
            if fault = decision
                choose number n from 1 to (0 - 1) by player "How many?"
            if fault = question
                confirm sure by player "Really {fails(0)}?"
            offer moves to player
"""
PLACE = r"faulty/faulty\.rules:\d+:\d+: "


def scenario_in(folder: Path) -> Path:
    """A folder with the game."""
    own = folder / "own" / "faulty"
    own.mkdir(parents=True)
    (own / "scenario.toml").write_text(MANIFEST)
    (own / "faulty.rules").write_text(RULES)
    return own


@pytest.fixture(name="crashes", autouse=True)
def crash_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where crash files would be written; there must be none."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_its_people_read_where_a_rule_fails_also_after_a_restart(tmp_path: Path, crashes: Path) -> None:
    own = scenario_in(tmp_path)
    codes: list[str] = []

    async def work() -> None:
        async with hall_in(tmp_path, own.parent) as hall:
            anna = await entered(hall, "anna")
            for fault in ("start", "decision", "offered", "question"):
                code = await anna.make(TableOrder(own, ("",), {"fault": fault}, seed=3))
                codes.append(code)
                for _ in range(2):
                    with pytest.raises(HallError, match=PLACE):
                        await anna.join(code)
            assert not hall.pool.blame.is_apart(codes[0]), "no process has paid for it"
            fine = await anna.make(TableOrder(own, ("",), {"fault": "side"}, seed=3))
            place = await anna.join(fine)
            assert place is not None and decision(await seated(place)).options
        async with hall_in(tmp_path, own.parent) as hall:
            await until(lambda: all(hall.tables[code].notice for code in codes))
            anna = await entered(hall, "anna")
            for code in codes:
                with pytest.raises(HallError, match=PLACE):
                    await anna.join(code)

    run(work)
    assert not crashes.exists()


def test_a_bot_whose_first_move_fails_is_told_also_when_the_table_is_restored(
    tmp_path: Path, crashes: Path
) -> None:
    own = scenario_in(tmp_path)

    async def work() -> None:
        async with hall_in(tmp_path, own.parent) as hall:
            anna = await entered(hall, "anna")
            code = await anna.make(TableOrder(own, ("random", ""), {"fault": "bot"}, seed=3, mine=1))
            place = await anna.join(code)
            assert place is not None
            with pytest.raises(Exception, match=PLACE):
                await seated(place)
            client = await seated(place)
            assert decision(client).seat == 0, "the second time the table is seen as it is"
            (room,) = hall.pool.rooms
            os.kill(room.process_id, signal.SIGKILL)
            await until(lambda: "divides by zero" in place.view.notice)
            await until(lambda: not hall.tables[code].clients[0].is_lost)
            assert decision(client).seat == 0

    run(work)
    assert not crashes.exists()
