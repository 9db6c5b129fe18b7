"""Whoever follows a hint with Enter finds the cursor on its answers, question by question."""

from dataclasses import replace

from lazaretto.rules import Option, PickNumber, PickSome, PutInOrder
from lazaretto.rules.run.planning.hint_types import HintMove
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.tui.table.advice import select
from lazaretto.tui.table.answers.answer_editor import NumberQuestion, Question, question_of
from tests.tui.table.conftest import At, Play
from tests.tui.table.test_advice import PANDEMIC, final


async def advised(at: At) -> tuple[HintMove, list[str]]:
    """Ask for a hint, and select it."""
    await final(at)
    advice = at.table.advice.pane.advice
    assert advice is not None and advice.hint is not None
    await at.press("enter")
    return advice.hint.moves[0], advice.hint.moves[0].key.split(STEP)


def selected(at: At) -> str:
    """The key of the option under the cursor."""
    desk = at.table.desk
    question = desk.question
    assert question is not None
    if desk.on_board:
        option = None if desk.cursor is None else question.spots.get(desk.cursor)
        return "" if option is None else option.key
    return "" if question.current is None else question.current.option.key


def test_enter_follows_a_hint_to_the_end_of_its_action(play: Play) -> None:
    async def script(at: At) -> None:
        move, keys = await advised(at)
        assert len(keys) > 1 and move.of
        for number, key in enumerate(keys):
            assert selected(at) == key
            assert at.table.desk.sight.inside == (number > 0)
            await at.press("enter")
        assert not at.table.desk.sight.inside and len(at.log) > 0

    play(script, PANDEMIC, seed=1)


def test_whoever_does_something_else_does_not_follow(play: Play) -> None:
    async def script(at: At) -> None:
        _, keys = await advised(at)
        question = at.table.desk.question
        assert question is not None and selected(at) == keys[0]
        await at.press("down", "enter")
        assert at.table.advice._followed._left == []

    play(script, PANDEMIC, seed=1)


def test_a_step_back_ends_it(play: Play) -> None:
    async def script(at: At) -> None:
        _, keys = await advised(at)
        await at.press("enter")
        assert selected(at) == keys[1]
        await at.press("escape")
        assert not at.table.desk.sight.inside
        assert at.table.advice._followed._left == []

    play(script, PANDEMIC, seed=1)


def test_numbers_orders_and_picks_are_filled_in(play: Play) -> None:
    async def script(at: At) -> None:
        desk = at.table.desk
        decision = desk.sight.view.decision
        assert decision is not None
        options = tuple(Option(key, key, 0, None, "") for key in ("1", "2", "3"))

        def asked(form: PickNumber | PickSome | PutInOrder) -> Question:
            question = question_of(replace(decision, options=options, form=form), desk.letters, ())
            desk.question = question
            return question

        number = asked(PickNumber())
        assert isinstance(number, NumberQuestion)
        select(desk, number, "3")
        assert number.dial == ("3", 1, 3)
        order = asked(PutInOrder(3))
        select(desk, order, "2, 3, 1")
        assert [row.option.key for row in order.rows] == ["2", "3", "1"]
        some = asked(PickSome(1, 2))
        select(desk, some, "3, 1")
        assert some.picked == ["3", "1"]
        select(desk, some, "none")
        assert some.picked == []

    play(script)
