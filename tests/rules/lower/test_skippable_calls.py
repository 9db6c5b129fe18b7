"""Tests which procedures are skipped if a call would do nothing."""

import pytest

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import walk
from tests.rules.lower.small_games import SmallGame

BASE = """
kind Place is a place
    wet : flag = no

Place bank "Bank"

var n : number = 0

phase game()
    repeat forever
        for each player in Player
            look(player)
            dry(player, random of Place)

to ask(player)
    set bank.wet to yes
    confirm ok by player "Sure?"
    add 1 to n

to dry(player, place)
    if place.wet
        ask(player)

to drawn() : Place
    add 1 to n
    return bank

to all_drawn() : set of Place
    add 1 to n
    return Place
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if n > 3\n        ask(player)", True),
        ("if n > 3\n        ask(player)\n    if n > 5\n        ask(player)", True),
        ("repeat while n > 3\n        ask(player)", True),
        ("for each place in Place\n        if place.wet\n            ask(player)", True),
        ("for each place in Place where place.wet\n        dry(player, place)", True),
        ("if n > 3\n        add 1 to n\n    for each place in Place\n        dry(player, place)", True),
        ("ask(player)", False),
        ("if n > 3\n        ask(player)\n    else\n        add 1 to n", False),
        ("if n > 3\n        ask(player)\n    add 1 to n", False),
        ("repeat 3 times\n        ask(player)", False),
        ("for each place in Place\n        ask(player)", False),
        ("dry(player, drawn())", False),
        ("for each place in all_drawn()\n        dry(player, place)", False),
    ],
)
def test_what_consists_of_guards_can_be_skipped(text: str, expected: bool) -> None:
    game = SmallGame(f"{BASE}\nto look(player)\n    {text}\n")
    number = game.numbers["look"]
    assert (number in game.lowered.skippable) == expected
    assert (ir.Ref(ir.Role.SKIPPABLE, number) in game.lowered.functions) == expected
    calls = [each for block in game.segments("game") for each in walk(block)]
    looked = [call for call in calls if isinstance(call, ir.Call) and call.function.number == number]
    assert bool(looked) == expected


def test_arguments_that_act_are_evaluated_once() -> None:
    game = SmallGame(f"{BASE}\nto look(player)\n    ask(player)\n")
    number = game.numbers["dry"]
    assert number in game.lowered.skippable
    calls = [each for block in game.segments("game") for each in walk(block)]
    assert not [call for call in calls if isinstance(call, ir.Call) and call.function.number == number]
    picks = [call for call in calls if isinstance(call, ir.Apply) and call.name == "pick"]
    assert len(picks) == 1
