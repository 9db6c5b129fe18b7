"""The key of an option follows from the program and the player's keys, and means nothing else."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from lazaretto.rules import ActionView, Option
from lazaretto.tui.table.answers.option_letters import (
    DIGITS,
    RESERVED,
    Letters,
    are_rivals,
    letters_of_actions,
)
from tests.soak import TIMES, longer
from tests.tui.played import program_of
from tests.unhurried import unhurried

names = st.lists(st.text("abcdefghijklmnopqrstuvwxyzÄé 1-", max_size=12), max_size=40, unique=True)

GAMES = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war")


def options(*labels: str) -> list[Option]:
    return [Option(label, label, 0, None, "") for label in labels]


def acts(*letters: str, between: bool = False, only_if: tuple[str, str] | None = None) -> list[ActionView]:
    return [ActionView(letter, letter, "", (0,), between, only_if) for letter in letters]


@unhurried
@given(names)
def test_no_letter_is_given_twice_or_means_something_else(labels: list[str]) -> None:
    marks = Letters().give(options(*labels))
    given = [letter for letter in marks if letter]
    assert len(set(given)) == len(given) == min(len(labels), 62 - len(RESERVED))
    assert not RESERVED & set(given)
    assert all(letter.isascii() and letter.isalnum() and len(letter) == 1 for letter in given)
    assert Letters().give(options(*labels)) == marks


def test_first_letters_are_liked_best() -> None:
    labels = ("Drive or ferry", "Direct flight", "Élan vital", "!?")
    assert Letters().give(options(*labels)) == ("o", "d", "l", "a")


def test_first_letters_come_before_all_others_and_do_not_depend_on_the_order() -> None:
    labels = ("Osaka", "Bogotá", "Sydney", "Algiers", "Shanghai", "Lagos")
    given = dict(zip(labels, Letters().give(options(*labels)), strict=True))
    assert given == {
        "Osaka": "o",
        "Bogotá": "b",
        "Sydney": "y",
        "Algiers": "a",
        "Shanghai": "s",
        "Lagos": "l",
    }
    turned = Letters().give(options(*labels[::-1]))
    assert dict(zip(labels[::-1], turned, strict=True)) == given


def test_dice_of_one_owner_have_the_letters_of_what_they_show() -> None:
    labels = ("Pilot: Sail", "Pilot: Fly", "Pilot: Treat")
    assert Letters().give(options(*labels)) == ("s", "f", "t")


def test_a_card_has_the_key_of_what_it_allows() -> None:
    view = program_of("pandemic").start(seed=1, players=("anna", "ben")).view(0)
    letters = Letters(RESERVED, view)
    events = [action for action in view.actions if action.between]
    assert len(events) > 3
    given = letters.give(options("Chicago", *(event.label for event in events)))
    assert given[0] == "c"
    assert given[1:] == tuple(letters.actions[event.key] for event in events)


def test_no_option_takes_the_first_letter_of_another() -> None:
    labels = ("Santander", "Sevilla", "Badajoz", "Almería", "Lisboa")
    assert Letters().give(options(*labels)) == ("s", "i", "b", "a", "l")


def test_letters_are_given_in_the_order_of_the_definitions() -> None:
    found = letters_of_actions([*acts("dance", "drive"), *acts("shout", "sing", between=True)], RESERVED)
    assert found == {"dance": "d", "drive": "r", "shout": "1", "sing": "2"}
    many = letters_of_actions(acts(*(f"event {number}" for number in range(14)), between=True), RESERVED)
    assert "".join(many.values()) == f"{DIGITS}EVNT"


def test_a_declared_letter_comes_first_unless_it_is_a_key_or_a_sign() -> None:
    declared = [
        *acts("dance"),
        ActionView("drive", "drive", "d", (0,), False),
        ActionView("quit", "quit", "q", (0,), False),
        ActionView("shout", "shout", "!", (0,), False),
    ]
    assert letters_of_actions(declared, RESERVED) == {"dance": "a", "drive": "d", "quit": "i", "shout": "s"}
    own = letters_of_actions(declared, RESERVED, {"dance": "d", "shout": "u"})
    assert own == {"dance": "d", "drive": "r", "quit": "i", "shout": "s"}


def test_actions_that_never_meet_may_share_a_letter() -> None:
    (pilot,) = acts("fly", only_if=("role", "1"))
    (fisher,) = acts("fish", only_if=("role", "2"))
    (friend,) = acts("find", only_if=("friend", "2"))
    assert letters_of_actions([pilot, fisher], ()) == {"fly": "f", "fish": "f"}
    assert letters_of_actions([pilot, friend], ()) == {"fly": "f", "find": "i"}
    assert are_rivals(*acts("fly", "fish", between=True, only_if=("role", "1")))


def test_unknown_pieces_have_letters_by_their_place() -> None:
    assert Letters().give(options("1st mask", "Stop", "3rd mask")) == ("a", "s", "c")
    assert Letters().give(options("2nd mask of ben", "2nd mask of cleo", "1848")) == ("b", "n", "a")


def test_an_option_that_two_seats_have_is_told_apart() -> None:
    letters = Letters()
    letters.actions |= {"shout": "1", "sing": "2"}
    assert letters.give([Option("shout", "Shout", seat, None, "") for seat in (0, 1)]) == ("1", "3")
    assert letters.give_ways(["sing > Paris", "sing > Rome", "fly > Paris"])[0] == "2"


# --- the shipped games -----------------------------------------------------------------------------------


@longer
@pytest.mark.parametrize("name", GAMES)
def test_an_option_has_one_letter_in_every_game(name: str) -> None:
    """At every moment of random games, for every seat: the same key for the same option, and no key twice."""
    program = program_of(name)
    known: dict[str, str] = {}
    for seed in range(2 * TIMES):
        game = program.start(seed=seed, players=("anna", "ben", "carl")[: 2 + seed % 2])
        letters, chance = Letters(RESERVED, game.view(seed % 2)), Random(seed)
        for _ in range(50 if TIMES == 1 else 100):
            if game.decision is None:
                break
            asked = [each for each in game.decision.options if each.seat == game.seat]
            marks = letters.give(asked)
            shown = [mark for mark in marks if mark]
            assert len(set(shown)) == len(shown) == min(len(marks), 62 - len(RESERVED))
            assert not RESERVED & set(shown)
            for option, mark in zip(asked, marks, strict=True):
                what = option.key if game.offers_actions else f"{option.of}"
                if game.offers_actions or (option.of is not None and option.of.kind in ("Player", "Disease")):
                    assert known.setdefault(what, mark) == mark
            game.answer(game.sample(chance.randrange))
    assert len(known) > 5


def test_the_games_declare_letters_that_are_no_keys_in_any_layout() -> None:
    """What a text declares is what players press, with the default keys."""
    same: dict[str, set[str]] = {}
    for name in GAMES:
        actions = program_of(name).start(seed=1, players=("anna", "ben")).view(0).actions
        found = letters_of_actions(actions, RESERVED)
        assert {action.key: action.letter for action in actions if action.letter} == {
            action.key: found[action.key] for action in actions if action.letter
        }
        for action in actions:
            same.setdefault(action.label, set()).add(found[action.key])
            if action.between and action.letter == "":
                assert found[action.key].isdecimal() or found[action.key].isupper()
    assert same["Drive or ferry"] == {"d"} and same["Airlift"] >= {"1"} and same["Pass"] == {"p"}
