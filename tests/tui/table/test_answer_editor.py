"""Every kind of question can be answered completely, and is refused with a reason."""

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from lazaretto.rules import (
    AnswerForm,
    Confirm,
    DecisionView,
    Option,
    PickNumber,
    PickOne,
    PickSome,
    PutInOrder,
    Ref,
)
from lazaretto.tui.table.answers.answer_editor import (
    NumberQuestion,
    Question,
    Refused,
    Sent,
    Stays,
    question_of,
)
from lazaretto.tui.table.answers.name_typing import meant
from lazaretto.tui.table.answers.option_letters import Letters
from tests.unhurried import unhurried

PLACES = tuple(Ref("Town", each) for each in ("Aa", "Bb", "Cc"))


def option(key: str, why_not: str | None = None, of: Ref | None = None, label: str = "") -> Option:
    return Option(key, label or key.capitalize(), 0, why_not, "", of)


def asked(form: AnswerForm, options: Sequence[Option]) -> Question:
    decision = DecisionView(0, "anna", "What?", form, tuple(options))
    return question_of(decision, Letters(), PLACES)


def keys(question: Question) -> list[str]:
    return [row.option.key for row in question.rows]


# --- one -----------------------------------------------------------------------------------------


def test_a_letter_chooses_at_once() -> None:
    question = asked(PickOne(), [option("walk"), option("rest")])
    assert question.typed("r") == Sent("rest", 0)
    assert question.typed("x") is None


def test_a_closed_option_tells_its_reason_and_stands_last() -> None:
    question = asked(PickOne(), [option("walk", "Nobody can"), option("rest")])
    assert keys(question) == ["rest", "walk"]
    assert question.typed("w") == Refused("Nobody can")
    question.cursor = 1
    assert question.confirm() == Refused("Nobody can")


def test_the_cursor_begins_on_no_option_and_goes_round() -> None:
    question = asked(PickOne(), [option("play"), option("go on"), option("more")])
    assert question.current is None
    assert isinstance(question.confirm(), Refused) and isinstance(question.space(), Refused)
    question.move(1)
    assert question.confirm() == Sent("play", 0)
    question.move(-1)
    assert question.confirm() == Sent("more", 0)
    other = asked(PickOne(), [option("play"), option("go on")])
    other.move(-1)
    assert other.confirm() == Sent("go on", 0)


def test_columns_are_stepped_over_without_going_round() -> None:
    question = asked(PickOne(), [option(each) for each in "abcde"])
    question.move(1)
    question.move(3)
    assert question.cursor == 3
    question.move(3)
    assert question.cursor == 3
    question.move(-3)
    assert question.cursor == 0


def test_an_interrupt_is_sent_for_its_own_seat() -> None:
    question = asked(PickOne(), [Option("shout", "Shout", 1, None, "")])
    assert question.confirm() == Sent("shout", 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [("dr", 0), ("ferry", 0), ("DIRECT", 1), ("séoul", 3), ("closed", 4), ("nothing", None), ("", None)],
)
def test_rows_are_found_by_name(text: str, found: int | None) -> None:
    labels = ("Drive or ferry", "Direct flight", "A closed door", "Séoul")
    options = [option(label, label=label) for label in labels]
    options += [option("shut", "It is shut", label="Closed")]
    assert asked(PickOne(), options).find(text) == found


# --- on the board --------------------------------------------------------------------------------


def on_board(*extra: Option, form: AnswerForm | None = None) -> Question:
    places = [option("Aa", of=PLACES[0]), option("Bb", of=PLACES[1]), option("Cc", "Too far", of=PLACES[2])]
    return asked(form or PickOne(), [*places, *extra])


def test_places_are_chosen_on_the_board_and_the_rest_by_digits() -> None:
    question = on_board(option("stay"))
    assert question.on_board
    assert question.lit == frozenset({PLACES[0], PLACES[1]})
    assert [(row.option.key, row.letter) for row in question.rows] == [
        ("Aa", ""),
        ("Bb", ""),
        ("stay", "1"),
        ("Cc", ""),
    ]
    assert question.typed("1") == Sent("stay", 0)
    assert question.take_option(question.spots[PLACES[2]]) == Refused("Too far")


def test_a_list_with_few_places_in_it_stays_a_list() -> None:
    question = on_board(*(option(f"other {number}") for number in range(3)))
    assert not question.on_board
    assert question.lit is None
    assert all(row.letter for row in question.rows)


def test_two_options_for_one_place_can_both_be_chosen() -> None:
    question = on_board(option("enter Aa", of=PLACES[0]))
    assert question.on_board
    assert question.typed("1") == Sent("enter Aa", 0)


def test_a_question_without_an_open_place_stays_a_list() -> None:
    assert not asked(PickOne(), [option("Cc", "Too far", of=PLACES[2])]).on_board


# --- some ----------------------------------------------------------------------------------------


def test_several_are_picked_and_then_sent_in_their_order() -> None:
    question = asked(PickSome(2, 2), [option(each) for each in ("red", "tan", "sky")])
    assert question.amount == "pick 2: 0 picked"
    assert question.typed("s") == Stays()
    assert question.confirm() == Refused("Pick 2 with space; 1 picked so far")
    assert question.typed("r") == Stays()
    assert question.typed("t") == Refused("No more than 2 can be picked")
    assert [row.picked for row in question.rows] == [2, 0, 1]
    assert question.confirm() == Sent("sky, red", 0)
    question.typed("s")
    assert question.amount == "pick 2: 1 picked"
    assert question.clear()
    assert not question.clear()
    assert [row.picked for row in question.rows] == [0, 0, 0]


def test_none_may_be_enough() -> None:
    question = asked(PickSome(0, 1), [option("red")])
    assert question.amount == "pick up to 1: 0 picked"
    assert question.confirm() == Sent("none", 0)


def test_another_pick_takes_the_place_of_the_only_one() -> None:
    question = asked(PickSome(1, 1), [option("red"), option("tan")])
    question.take(0)
    question.take(1)
    assert question.confirm() == Sent("tan", 0)


def test_what_is_picked_on_the_board_is_shown_there() -> None:
    question = on_board(form=PickSome(1, 2))
    question.take_option(question.spots[PLACES[1]])
    assert question.chosen == {PLACES[1]}
    assert question.confirm() == Sent("Bb", 0)


# --- order, number, yes or no --------------------------------------------------------------------


def test_an_order_is_made_by_carrying() -> None:
    question = asked(PutInOrder(3), [option(each) for each in ("one", "two", "three")])
    question.carry(-1)
    question.carry(1)
    question.carry(1)
    question.carry(1)
    assert [(row.picked, row.option.key) for row in question.rows] == [(1, "two"), (2, "three"), (3, "one")]
    assert question.take(0) == Stays()
    assert question.confirm() == Sent("two, three, one", 0)


def test_an_order_of_some_leaves_the_last_ones_out() -> None:
    question = asked(PutInOrder(2), [option(each) for each in ("one", "two", "three")])
    assert [question.mark(row) for row in question.rows] == ["1. ", "2. ", "   "]
    question.cursor = 2
    question.carry(-1)
    assert [(row.picked, row.option.key) for row in question.rows] == [(1, "one"), (2, "three"), (0, "two")]
    assert question.confirm() == Sent("one, three", 0)


@unhurried
@given(st.permutations(["a", "b", "c", "d"]))
def test_every_order_can_be_made(wanted: list[str]) -> None:
    question = asked(PutInOrder(4), [option(each) for each in "abcd"])
    for place, key in enumerate(wanted):
        question.cursor = keys(question).index(key)
        while question.cursor > place:
            question.carry(-1)
    assert question.confirm() == Sent(", ".join(wanted), 0)


def numbers(*values: int) -> NumberQuestion:
    question = asked(PickNumber(), [option(str(value)) for value in values])
    assert isinstance(question, NumberQuestion)
    return question


def test_changing_an_answer_begins_with_it() -> None:
    def again(form: AnswerForm, chosen: str) -> Question:
        options = tuple(option(each) for each in ("1", "2", "3"))
        decision = DecisionView(1, "ben", "What?", form, options, ("ben",), chosen)
        return question_of(decision, Letters(), PLACES)

    for form, chosen in ((PickNumber(), "3"), (PickOne(), "2"), (PickSome(1, 2), "1, 3")):
        assert again(form, chosen).confirm() == Sent(chosen, 0)
    assert again(PutInOrder(3), "2, 3, 1").confirm() == Sent("2, 3, 1", 0)
    number = again(PickNumber(), "3")
    number.typed("2")
    assert number.confirm() == Sent("2", 0), "the first digit replaces the number"


def test_a_number_is_typed_or_counted() -> None:
    question = numbers(*range(2, 15))
    assert question.limits == (2, 14)
    assert question.confirm() == Sent("2", 0)
    for character in "13":
        question.typed(character)
    assert question.confirm() == Sent("13", 0)
    question.move(-1)
    question.move(-1)
    assert question.confirm() == Sent("14", 0)
    question.typed("-")
    assert question.confirm() == Sent("13", 0)
    question.erase()
    assert question.confirm() == Refused("The number must be from 2 to 14")
    assert question.clear()
    question.move(1)
    assert question.confirm() == Sent("2", 0)
    assert not numbers(2).clear()


def test_a_number_that_cannot_be_given_is_stepped_over_and_refused() -> None:
    question = numbers(0, 1, 4)
    question.move(-1)
    question.move(-1)
    assert question.confirm() == Sent("4", 0)
    question.clear()
    question.typed("3")
    assert question.confirm() == Refused("3 is not allowed here")
    question.move(1)
    assert question.confirm() == Sent("1", 0)


def test_numbers_below_nothing() -> None:
    question = numbers(-2, -1, 0)
    assert question.confirm() == Sent("-2", 0)
    question.move(-1)
    assert question.confirm() == Sent("-1", 0)
    question.erase()
    assert question.confirm() == Sent("-2", 0)


def test_yes_and_no_have_their_letters() -> None:
    question = asked(Confirm(), [option("yes"), option("no")])
    assert isinstance(question.confirm(), Refused)
    assert question.typed("y") == Sent("yes", 0)
    assert question.typed("n") == Sent("no", 0)


def test_options_that_read_alike_have_their_own_names_beside() -> None:
    options = [option("b1", label="Water"), option("a2", label="Water"), option("c3", label="Reef")]
    question = asked(PickOne(), options)
    assert [row.option.label for row in question.rows] == ["Water [b1]", "Water [a2]", "Reef"]
    assert question.take(0) == Sent("b1", 0)


def test_the_own_name_of_a_place_is_found_before_a_link_that_begins_with_it() -> None:
    names = [(Ref("Water", "a1"), "Water", "WAT"), (Ref("Water", "b1"), "Water", "W01")]
    names += [(Ref("Current", "b1 b2"), "b1 to b2", "")]
    assert meant(names, "b1") == Ref("Water", "b1")
    names = [(Ref("Water", "comb b1"), "Reef", "REE"), (Ref("Current", "x"), "comb b1 to comb b2", "")]
    assert meant(names, "comb") == meant(names, "ree") == Ref("Water", "comb b1"), "also its beginning"
    assert meant(names, "b2") == Ref("Current", "x"), "a link is found if no place is meant"
