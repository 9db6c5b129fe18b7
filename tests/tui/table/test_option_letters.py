"""Each option gets a letter that means nothing else, and the same one the next time."""

from hypothesis import given
from hypothesis import strategies as st

from tui.table.option_letters import RESERVED, SPARE, Letters, digits

names = st.lists(st.text("abcdefghijklmnopqrstuvwxyzÄé 1-", max_size=12), max_size=40, unique=True)
USABLE = 26 - len(RESERVED) + len(SPARE)


@given(st.lists(names, max_size=5))
def test_no_letter_is_given_twice_or_means_something_else(rounds: list[list[str]]) -> None:
    letters = Letters()
    for each in rounds:
        given = [letter for letter in letters.give([(name, name) for name in each]) if letter]
        assert len(set(given)) == len(given) == min(len(each), USABLE)
        assert not RESERVED & set(given)
        assert all(letter.isascii() and letter.isalnum() and len(letter) == 1 for letter in given)


@given(names)
def test_the_same_options_get_the_same_letters(each: list[str]) -> None:
    letters = Letters()
    options = [(name, name) for name in each]
    assert letters.give(options) == letters.give(options)


def test_first_letters_are_liked_best() -> None:
    options = [("go", "Drive or ferry"), ("fly", "Direct flight"), ("end", "Élan vital"), ("say", "!?")]
    assert Letters().give(options) == ("d", "f", "a", "1")


def test_a_letter_is_kept_for_who_had_it() -> None:
    letters = Letters()
    assert letters.give([("drive", "Drive")]) == ("d",)
    assert letters.give([("dance", "Dance"), ("drive", "Drive")]) == ("a", "d")
    assert letters.give([("dance", "Dance"), ("draw", "Draw")]) == ("a", "r")


def test_digits_for_the_first_ten() -> None:
    assert digits(12) == (*"1234567890", "", "")


def test_a_name_that_begins_with_a_number_gets_its_digit() -> None:
    letters = Letters()
    hand = [(f"{number}", f"{number}th mask") for number in range(1, 13)]
    assert letters.give(hand)[:10] == tuple("1234567890")
    assert letters.give([("stop", "Stop"), ("x", "1st mask of ben"), ("y", "1st mask of cleo")])[:2] == (
        "s",
        "1",
    )
    assert letters.give([("x", "2nd mask of ben"), ("year", "1848")])[0] == "2"
