"""All looking at one decision shares one tank of fuel, and all planning of one move another."""

import threading
from pathlib import Path

import pytest

from lazaretto.host import Store, open_table
from lazaretto.host.records import autosaved_game
from lazaretto.lab.playing import lookahead_bot
from lazaretto.lab.playing.bots import BOTS, COMPANIONS
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.rules import Game, Ration, SpentError, StoppedError
from lazaretto.rules.run.limits import LOOKING
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from tests.hostile.small_games import LOOK, Clock, program

PEBBLES = "kind Pebble is a piece times 2000\npile heap of Pebble seen by nobody\n    starts with Pebble\n"
COSTLY = "count a in Pebble where any b in Pebble where b = a and total > 9"


def game(text: str) -> Game:
    return program(PEBBLES + text).start(seed=1, players=["anna", "ben"])


def test_three_hundred_costly_reasons_take_as_long_as_one() -> None:
    closed = "".join(
        f'action a{each} in moves\n    needs total > {each} else "{{{COSTLY}}} needed"\n    nothing\n'
        for each in range(300)
    )
    started = game(f"action free in moves\n    nothing\n{closed}")
    clock = Clock()
    _, (anna, _) = started.views()
    assert clock.seconds() < LOOK
    assert anna.decision is not None
    first, *others = anna.decision.options
    assert (first.key, first.why_not) == ("free", None)
    assert {other.why_not for other in others} == {"The rules take too long to say why this is not available"}
    assert len(others) == 300
    started.choose("free")
    assert started.seat == 1, "the game goes on"


def test_a_question_that_takes_too_long_to_word_is_asked_in_general_words() -> None:
    started = game(
        "before turn(player)\n    choose town in Town by player "
        f'"Which of {{{COSTLY}}} {{{COSTLY}}} {{{COSTLY}}}?"\n'
    )
    decision = started.decision
    assert decision is not None
    assert decision.prompt == "Which town?"
    assert [option.key for option in decision.options] == ["Aden", "Bern", "Cork"]


def test_looking_again_does_not_evaluate_again() -> None:
    started = game(
        "action free in moves\n    nothing\n"
        f'action a in moves\n    needs total > 1 else "{{{COSTLY}}}"\n    nothing\n'
    )
    first = started.decision
    used = started._state.looked
    assert used > LOOKING
    assert [started.view(seat).decision for seat in (0, 1)] == [view.decision for view in started.views()[1]]
    assert started.decision is first
    assert started._state.looked == used


def test_tries_of_a_choice_of_several_share_one_tank() -> None:
    started = game(
        "before turn(player)\n    trial(player)\nto trial(player)\n"
        "    choose 2 to 9 a in Pebble by player as some such that odd(count(some))\n"
        "value odd(n: number) : flag = total > n + (count a in Pebble where a in heap)\n"
    )
    clock = Clock()
    with pytest.raises(Exception, match="runs forever"):
        started.sample(lambda limit: 0)
    assert clock.seconds() < LOOK


# --- bots --------------------------------------------------------------------------------------


WIDE = (
    "".join(f"action a{each} in moves\n    add 1 to total\n    turn(me)\n" for each in range(60))
    + "value score(player) : number = total\n"
)


def test_a_bot_plans_with_one_tank(monkeypatch: pytest.MonkeyPatch) -> None:
    started = game(WIDE)
    made: list[Ration] = []

    def counted(fuel: float) -> Ration:
        made.append(Ration(fuel))
        return made[-1]

    monkeypatch.setattr(lookahead_bot, "Ration", counted)
    ThinkerBot(1, Budget(fuel=3_000)).play(started)
    assert started.answered == 0, "it takes the best path that it has found"
    assert len(made) == 1
    assert -started._machine.fuel < made[0].left <= 0


def test_work_that_nobody_waits_for_stops() -> None:
    started = game(WIDE)
    left = threading.Event()
    before = started.snapshot()
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        if len(asked) == 50:
            left.set()
        return left.is_set()

    with pytest.raises(StoppedError), started.rationed(Ration(stopped=stopped)):
        BOTS["thinker"](1).play(started)
    assert started.snapshot() == before
    assert len(asked) == 50


def test_copies_share_the_ration() -> None:
    started = game(WIDE)
    with started.rationed(Ration(1_000)), pytest.raises(SpentError):
        while True:
            copy = started.fork()
            copy.answer(copy.sample(lambda _: 0))
    assert started.fork() is not None, "outside there is no limit"


def test_a_bot_stops_planning_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step costs little fuel for its time: the tank alone would last for more than half a minute."""
    again = "count(neighbours(Aden)) - count(neighbours(Aden))"
    made = program(
        "before turn(player)\n    repeat 12 times\n        offer moves to player\n"
        + "".join(
            f"action a{each} in moves\n    add {each} to total\n    repeat 20000 times\n"
            f"        set total to {each} + (total - total / 3 * 3) + {again}\n"
            for each in range(60)
        )
        + "value score(player) : number = total\n"
    )
    monkeypatch.setattr(autosaved_game, "PLANNING", 0.2)
    started = made.start(seed=1, players=["anna", "ben"])
    table = open_table(made, started, Store(tmp_path), ("thinker", ""), COMPANIONS)
    clock = Clock()
    assert table.play_bot()
    assert clock.seconds() < LOOK
    assert table.game.answered == 0, "it takes the best path that it has found"


def test_a_ration_inside_another_ends_with_it() -> None:
    started = game(WIDE)
    late = [False]
    with started.rationed(Ration(plans_end=lambda: late[0])):
        with started.rationed(Ration(1_000_000)):
            started.fork()
            late[0] = True
            with pytest.raises(SpentError):
                started.fork()
        assert started.fork() is not None, "the outer one has fuel left"
