"""Tests how procedures are split into segments."""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import statements, walk
from tests.rules.lower.small_games import SmallGame

BASE = """
var n : number = 0

phase game()
    for each player in Player
        start(player)
"""


def test_locals_of_statements_live_in_the_frame_and_those_of_expressions_do_not() -> None:
    game = SmallGame(
        BASE
        + """
to start(player)
    let most = highest seat_of(other) over other in Player
    for each one in Player
        confirm ok by one "Is it {most}?"
        for each two in Player where two != one
            add 1 to n

value seat_of(player) : number = count other in Player where other = player
"""
    )
    slots = game.resumable("start").slots
    names = [slot.name.rpartition("_")[0] or slot.name for slot in slots]
    assert names == ["next", "player", "other", "most", "one", "ok", "two", "items", "index"]
    loops = [
        for_each
        for block in game.segments("start")
        for for_each in walk(block)
        if isinstance(for_each, ir.ForEach)
    ]
    assert [type(loop.target) for loop in loops] == [ir.Slot]
    searched = [
        select for block in game.segments("start") for select in walk(block) if isinstance(select, ir.Select)
    ]
    assert [select.variable.name.rpartition("_")[0] for select in searched] == ["other"]


def test_only_a_question_with_one_answer_is_answered_alone() -> None:
    game = SmallGame(
        BASE
        + """
to start(player)
    choose one in Player by player "Who?"
    choose up to 2 others in Player by player "Who else?"
    choose another in Player or none by player "And who?"
    add 1 to n
"""
    )
    found = [statement for block in game.segments("start") for statement in statements(block)]
    assert [alone.question for alone in found if isinstance(alone, ir.AnswerAlone)] == [0]
    assert {ask.question for ask in found if isinstance(ask, ir.Ask)} == {0, 1, 2}
