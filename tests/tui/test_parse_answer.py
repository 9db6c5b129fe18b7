"""Tests what a typed line means: a number, a key, a prefix, a path; or an error message."""

from collections.abc import Callable

import pytest

from lazaretto.host.table.actions_on import Ahead, ahead
from lazaretto.rules import (
    AnswerForm,
    DecisionView,
    Game,
    Option,
    PickNumber,
    PickOne,
    PickSome,
    Program,
    PutInOrder,
)
from lazaretto.tui.line.parse_answer import Asked, Misread, Step, listed, understand as understood_soon
from lazaretto.tui.safe_output import clean
from tests.sitting import at_once


def understood(
    asked: Asked, text: str, trial: Callable[[int, tuple[str, ...]], Ahead]
) -> tuple[Step, ...] | Misread:
    """Return the meaning of a line, where trying the steps never waits."""

    async def tried(seat: int, keys: tuple[str, ...]) -> Ahead:
        return trial(seat, keys)

    return at_once(understood_soon(asked, text, tried))


def understand(game: "Game | Fake", text: str) -> tuple[Step, ...] | Misread:
    """Return the meaning of a line for the current question, at a keyboard that all players share."""
    if isinstance(game, Fake):
        return understood(game.asked, text, game.trial)
    decision = game.decision
    assert decision is not None
    asked = Asked(decision.seat, decision.form, decision.options, game.players)
    return understood(asked, text, lambda seat, keys: ahead(game, seat, keys))


@pytest.fixture
def game(program: Program) -> Game:
    return program.start(seed=7, players=("anna", "ben"))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("take", ["take"]),
        ("1", ["take"]),
        ("TA", ["take"]),
        ("take stones", ["take"]),
        ("take > two", ["take", "two"]),
        ("t>tw", ["take", "two"]),
        ("take two", ["take", "two"]),
        ("take stones two", ["take", "two"]),
        ("1 2", ["take", "two"]),
        ("täke", ["take"]),
    ],
)
def test_a_line_is_understood(game: Game, text: str, steps: list[str]) -> None:
    before = game.record()
    meant = understand(game, text)
    assert isinstance(meant, tuple), meant
    assert [step.key for step in meant] == steps
    assert game.record() == before, "nothing happens yet"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Type the number"),
        ("99", "The numbers here go from 1 to"),
        ("dance", "Nothing here is called `dance`."),
        ("take nine", "`nine` cannot be chosen here. Possible: one, two. Take stones: Takes stones off"),
        ("take > nine", "`nine` cannot be chosen here. Possible: one, two. Take stones: Takes stones off"),
        ("take two > rest", "After `two` there is nothing left to choose; leave out `rest`."),
        ("x" * 1000, "That is longer than any choice."),
        ("9" * 400, "The numbers here go from 1 to"),
    ],
)
def test_a_line_that_means_nothing_gets_a_sentence(game: Game, text: str, words: str) -> None:
    meant = understand(game, text)
    assert isinstance(meant, Misread)
    assert meant.words.startswith(words)


def test_a_closed_option_gives_its_reason(program: Program) -> None:
    game = program.start(seed=7, players=("anna", "ben"), options={"start": "3"})
    for typed in ("rest", "rest > two"):
        assert understand(game, typed) == Misread("`Rest` is not available: Nobody rests now")


def test_a_step_with_one_answer_may_be_named_or_left_out(program: Program) -> None:
    game = program.start(seed=7, players=("anna", "ben"), options={"start": "3"})
    game.choose("take > two", 0)
    assert understand(game, "take") == (Step(1, "take"),)
    assert understand(game, "take one") == (Step(1, "take"),)
    assert understand(game, "take > one") == (Step(1, "take"),)
    assert isinstance(understand(game, "take two"), Misread)


class Fake:
    """A game that only asks."""

    players = ("anna", "ben")

    def __init__(self, form: AnswerForm, *keys: str) -> None:
        options = tuple(Option(key, key, 0, None, "") for key in keys)
        self.asked = Asked(0, form, (*options, Option("call", "Call", 1, None, "")), self.players)

    def trial(self, seat: int, keys: tuple[str, ...]) -> Ahead:
        raise AssertionError("one step is enough")


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        (PickSome(1, 2), "red, gr", "red, green"),
        (PickSome(1, 2), "1 2", "red, green"),
        (PickSome(1, 2), "2", "green"),
        (PickSome(1, 2), "red, green, blue", "Choose 1 to 2 of them, separated by commas; you chose 3."),
        (PickSome(2, 2), "red", "Choose 2 of them, separated by commas; you chose 1."),
        (PickSome(0, 2), "none", ""),
        (PickSome(0, 3), "all", "red, green, blue"),
        (PickSome(1, 2), "red, red", "You typed `red` twice."),
        (PickSome(1, 2), "red, pink", "Nothing here is called `pink`."),
        (PickSome(1, 2), "call", "call"),
        (PutInOrder(3), "blue, red, green", "blue, red, green"),
        (PutInOrder(2), "blue, red", "blue, red"),
        (
            PutInOrder(3),
            "blue, red",
            "Choose 3 of them in the order you want, separated by commas; you chose 2.",
        ),
    ],
)
def test_several_are_named_with_commas(form: AnswerForm, text: str, expected: str) -> None:
    game = Fake(form, "red", "green", "blue")
    meant = understand(game, text)
    assert (meant.words if isinstance(meant, Misread) else meant[0].key) == expected


def test_a_number_is_a_value_and_never_a_place_in_the_list() -> None:
    game = Fake(PickNumber(), *(str(each) for each in range(13) if each != 4))
    assert understand(game, "0") == (Step(0, "0"),)
    assert understand(game, "1") == (Step(0, "1"),), "and not the beginning of 10"
    for wrong in ("4", "13", "-1", "3.5", "2,5", "1" * 20):
        assert understand(game, wrong) == Misread("Type a number: 0 to 3, 5 to 12.")


def test_an_unclear_beginning_is_asked_again() -> None:
    game = Fake(PickOne(), "green", "grey", "red")
    meant = understand(game, "gr")
    assert meant == Misread("That could be `green`, `grey`; type a little more.")


def test_the_options_of_others_come_last_and_can_be_named_with_their_owner() -> None:
    game = Fake(PickOne(), "call", "red")
    assert [option.seat for option in listed(game.asked)] == [0, 0, 1]
    assert understand(game, "call") == (Step(0, "call"),)
    assert understand(game, "ben: call") == (Step(1, "call"),)


def test_foreign_text_cannot_steer_the_terminal() -> None:
    assert clean("a\x1b[2Jb\x9bc\u202ed\r") == "a\ufffd[2Jb\ufffdc\ufffdd\ufffd"
    assert clean("größe\n\tok") == "größe\n\tok"


def test_what_lies_behind_a_revelation_is_understood_later() -> None:
    asked = Asked(0, PickOne(), (Option("look", "Look", 0, None, ""),), ("anna", "ben"))
    tried: list[tuple[str, ...]] = []

    def trial(seat: int, keys: tuple[str, ...]) -> Ahead:
        tried.append(keys)
        return Ahead(False)

    assert understood(asked, "look > red > 2", trial) == (Step(0, "look", "red > 2"),)
    assert understood(asked, "look red", trial) == (Step(0, "look", "red"),)
    assert tried == [("look",), ("look",)]


def test_a_path_never_goes_on_into_another_action() -> None:
    menu = tuple(Option(key, key.title(), 0, None, "") for key in ("walk", "rest"))
    again = DecisionView(0, "anna", "What now?", PickOne(), menu)

    def trial(seat: int, keys: tuple[str, ...]) -> Ahead:
        return Ahead(True, again, new_action=True)

    asked = Asked(0, PickOne(), menu, ("anna",))
    for typed, tail in (("walk rest", "rest"), ("walk > rest > x", "rest > x"), ("walk > x", "x")):
        words = f"The action ends with `walk`. Leave out `{tail}`: that is a choice of its own."
        assert understood(asked, typed, trial) == Misread(words, final=True)


BEGUN = ("dig old", "dig > du", "dig St. Gall", "dig > st_g")
"""Beginnings, and an old name."""


def test_a_step_that_takes_itself_may_be_named_in_every_way() -> None:
    def trial(seat: int, keys: tuple[str, ...]) -> Ahead:
        return Ahead(True, None, (("Dunes", "Old ruin", "Old_Ruin", "st_gall"),))

    options = (Option("dig", "Dig", 0, None, ""),)
    asked = Asked(0, PickOne(), options, ("anna",))
    for line in ("dig", "dig dunes", "dig > Dunes", "dig old ruin", "dig > Old Ruin", "dig Old_Ruin", *BEGUN):
        found = understood(asked, line, trial)
        assert isinstance(found, tuple), found
        assert [step.key for step in found] == ["dig"]
    wrong = understood(asked, "dig > Nonsense", trial)
    assert isinstance(wrong, Misread)
    assert wrong.words == "Nothing here is called `Nonsense`."
    late = understood(asked, "dig > Dunes > Nonsense", trial)
    assert isinstance(late, Misread)
    assert "nothing left to choose" in late.words


def test_a_label_that_several_options_share_is_asked_again_and_a_key_is_not() -> None:
    for many in (2, 9):
        options = (
            *(Option(f"c{each}", "Hut", 0, None, "") for each in range(many)),
            Option("hut", "Inn", 0, None, ""),
        )
        asked = Asked(0, PickOne(), options[:-1], ("anna",))
        meant = understood(asked, "hut", Fake(PickOne()).trial)
        assert isinstance(meant, Misread)
        assert meant.words.startswith("Several options have this name: `c0`, `c1`")
        assert meant.words.endswith(
            "`c7` and more. Type one of these names." if many > 8 else "Type one of these names."
        )
        assert understood(Asked(0, PickOne(), options, ("anna",)), "hut", Fake(PickOne()).trial) == (
            Step(0, "hut"),
        )


def test_dice_are_called_by_what_they_show_and_options_by_their_labels() -> None:
    dice = [
        Option(key, label, 0, None, "")
        for key, label in (
            ("d_1", "Pilot: Fly"),
            ("d_2", "Pilot: Sail"),
            ("in_the_region", "In the region"),
            ("in_the_centre", "In the centre"),
        )
    ]
    asked = Asked(0, PickOne(), tuple(dice), ("anna",))

    def trial(seat: int, keys: tuple[str, ...]) -> Ahead:
        raise AssertionError

    assert understood(asked, "sail", trial) == (Step(0, "d_2"),)
    assert understood(asked, "in", trial) == Misread(
        "That could be `In the region`, `In the centre`; type a little more."
    )
