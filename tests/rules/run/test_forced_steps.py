"""A step that has only one answer need not be named, also if the next step has an answer of the same name."""

import pytest

from lazaretto.rules import ChoiceError, Game
from tests.hostile.small_games import program

RULES = """
action travel in moves
    choose old in [Bern]
    choose new in Town
    set wish to new
    set total to total + old.size
"""


@pytest.fixture
def game() -> Game:
    return program(RULES).start(seed=1, players=("anna", "ben"))


@pytest.mark.parametrize(
    ("choice", "wish"),
    [("travel > Bern", "Bern"), ("travel > Cork", "Cork"), ("travel > Bern > Cork", "Cork")],
)
def test_a_forced_step_may_be_named_or_left_out(game: Game, choice: str, wish: str) -> None:
    game.choose(choice, 0)
    assert not game.inside
    assert game.view(None).variables["wish"] == wish


def test_a_record_with_such_a_choice_leads_to_the_same_end(game: Game) -> None:
    game.choose("travel > Bern", 0)
    record = game.record()
    again = program(RULES).start(seed=record.seed, players=record.players)
    for seat, key in record.choices:
        again.choose(key, seat)
    assert again.snapshot() == game.snapshot()


LABELLED = """
extend kind Town
    guest: Town?
    look label "{this.guest}"

action leave in moves
    choose town in Town where town.guest != none
    set town.guest to none

before game()
    set Bern.guest to Cork
"""


@pytest.mark.parametrize("name", ["Bern", "bern", "Cork"])
def test_a_forced_step_may_be_named_by_its_computed_label(name: str) -> None:
    game = program(LABELLED).start(seed=1, players=("anna", "ben"))
    game.choose(f"leave > {name}", 0)
    assert game.record().choices == ((0, "leave"),)


def test_a_wrong_name_of_a_forced_step_is_not_offered() -> None:
    game = program(LABELLED).start(seed=1, players=("anna", "ben"))
    with pytest.raises(ChoiceError, match=r"^`Nonsense` is not offered$"):
        game.choose("leave > Nonsense", 0)


CLOSED = """
action travel in moves
    choose town in Town
        needs room(town) > 1 else "{town} is too small"
    set wish to town

action gamble in moves
    shuffle deck
    choose town in Town by me
        needs room(town) > 1 else "{town} is too small"
    set wish to town

action send in moves
    choose town in Town by next(me)
        needs room(town) > 1 else "{town} is too small"
    set wish to town

value room(town) : number = 2 if town = Bern else 1
"""


@pytest.fixture(scope="module", params=["python", "interpret"])
def closed(request: pytest.FixtureRequest) -> Game:
    return program(CLOSED, request.param).start(seed=1, players=("anna", "ben"))


def test_a_closed_candidate_of_a_forced_step_is_refused_with_its_reason(closed: Game) -> None:
    before = closed.snapshot()
    for name in ("Cork", "cork"):
        with pytest.raises(ChoiceError, match=r"^Cork is too small$"):
            closed.choose(f"travel > {name}", 0)
    assert closed.snapshot() == before
    assert [(option.key, option.why_not) for option in closed.closed_after("travel", 0)] == [
        ("Aden", "Aden is too small"),
        ("Cork", "Cork is too small"),
    ]
    game = closed.fork()
    game.choose("travel > Bern", 0)
    assert game.record().choices == ((0, "travel"),)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (
            "gamble",
            "something is revealed or drawn at random before `Cork`; .*",
        ),
        ("send", "`Cork` is not offered"),
    ],
)
def test_what_is_revealed_or_asked_of_others_tells_no_reason(closed: Game, action: str, why: str) -> None:
    with pytest.raises(ChoiceError, match=rf"^{why}$"):
        closed.choose(f"{action} > Cork", 0)
    assert closed.closed_after(action, 0) == ()


SEVERAL = """
action drop in moves
    choose 2 card in next(me).hand as cards
    choose town in Town
        needs town = Bern else "{town} is too small"
    for each card in cards
        move card to discard

before game()
    for each player in Player
        move top player.points of deck to player.hand
        set next(player).points to 2
"""


def test_a_step_that_takes_all_pieces_hides_no_reason_behind_it() -> None:
    game = program(SEVERAL).start(seed=1, players=("anna", "ben"))
    with pytest.raises(ChoiceError, match=r"^Cork is too small$"):
        game.choose("drop > Cork", 0)
    assert [option.key for option in game.closed_after("drop", 0)] == ["Aden", "Cork"]


NAMED = """
kind Mood
    strength : number = 2
    look label "{this.strength} times glad"

Mood glad "Very glad"

action cheer in moves
    choose mood in Mood
    set total to mood.strength
"""


def test_the_label_that_players_read_comes_first_behind_the_key() -> None:
    game = program(NAMED).start(seed=1, players=("anna", "ben"))
    earlier = game.fork()
    game.choose("cheer", 0)
    assert game.forced(earlier)[0] == ("glad", "2 times glad", "Very glad")
