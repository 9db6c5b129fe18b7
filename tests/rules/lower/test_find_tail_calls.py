"""A frame with nothing left to do is popped before its last call; cycles of calls are found."""

import pytest

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import statements
from tests.rules.lower.small_games import SmallGame

BASE = """
var n : number = 0
menu moves "What?"

action wait in moves "Wait"
    add 1 to n

phase game()
    for each player in Player
        offer moves to player
        start(player)

to ask(player)
    choose other in Player by player "Who?"
    choose another in Player by player "And who?"
    set n to count(Player)

to get(player) : number
    choose number k from 0 to 3 by player "How many?"
    return k
"""


def tails(text: str, name: str = "start") -> list[bool]:
    """Return for each call of a procedure whether its frame is popped first."""
    game = SmallGame(BASE + text)
    found = [statement for block in game.segments(name) for statement in statements(block)]
    return [each.tail for each in found if isinstance(each, ir.Enter | ir.Act)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ask(player)", [True]),
        ("ask(player)\n    add 1 to n", [False]),
        ("add 1 to n\n    ask(player)\n    ask(player)", [False, True]),
        ("if n > 3\n        ask(player)\n    else\n        add 1 to n", [True]),
        ("if n > 3\n        ask(player)\n    else\n        ask(player)", [True, True]),
        ("if n > 3\n        ask(player)\n    add 1 to n", [False]),
        ("if n > 3\n        if n > 5\n            ask(player)", [True]),
        ("for each other in Player\n        ask(other)", [False]),
        ("repeat while n > 3\n        ask(player)", [False]),
        ("let k = get(player)\n    set n to k", [False]),
        ("offer moves to player", [True]),
        ("offer moves to player\n    add 1 to n", [False]),
        ("window moves for player", [False]),
    ],
)
def test_the_last_call_takes_the_place_of_its_caller(text: str, expected: list[bool]) -> None:
    assert tails(f"\nto start(player)\n    {text}\n") == expected


def test_what_is_left_to_do_keeps_the_frame() -> None:
    phase = "\nphase start(player)\n    ask(player)\n"
    assert tails(phase) == [False]
    gives = "\nto start(player)\n    let k = twice(player)\n    set n to k\nto twice(player) : number\n"
    assert tails(f"{gives}    ask(player)\n    return 3\n", "twice") == [False]
    action = "\nto start(player)\n    add 1 to n\naction ponder in moves\n    ask(me)\n"
    assert tails(action, "action ponder") == [True]
    settling = f"{action}\nto settle()\n    add 1 to n\n"
    assert tails(settling, "action ponder") == [False]


def test_cycles_of_calls_are_found() -> None:
    game = SmallGame(
        BASE
        + """
to start(player)
    ping(player)

to ping(player)
    ask(player)
    pong(player)

to pong(player)
    if n > 3
        ping(player)
    add 1 to n

to alone(player)
    choose other in Player by player "Who?"
    if n > 3
        alone(player)
"""
    )
    found = {name for name, number in game.numbers.items() if _recursive(game, number)}
    assert found == {"ping", "pong", "alone"}
    calls = [statement for block in game.segments("ping") for statement in statements(block)]
    recursive = {call.procedure: call.recursive for call in calls if isinstance(call, ir.Enter)}
    assert recursive == {game.numbers["ask"]: False, game.numbers["pong"]: True}


def _recursive(game: SmallGame, number: int) -> bool:
    resumable = game.lowered.resumables.get(number)
    return resumable is not None and resumable.recursive


def test_a_procedure_that_begins_with_a_question_says_so() -> None:
    game = SmallGame(
        BASE
        + """
to start(player)
    confirm ok by player "Sure?"
    if ok
        later(player)

to later(player)
    set n to 1
    confirm ok by player "Sure?"
    if ok
        one(player)

to one(player)
    choose other in Player by player "Who?"
    set n to 2
"""
    )
    start = game.resumable("start")
    assert start.question is not None
    then, question = start.question
    asked = [statement for block in game.segments("start") for statement in statements(block)]
    assert [(ask.then, ask.question) for ask in asked if isinstance(ask, ir.Ask)] == [(then, question)]
    assert game.resumable("later").question is None
    assert game.resumable("one").question is None, "it is answered alone where only one can be chosen"
