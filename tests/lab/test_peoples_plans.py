"""A bot helps what a person seems to be after, if that costs it little."""

import pytest

from lazaretto.lab.playing.hints import AdvisingThinker, raised_by
from lazaretto.rules import Game, Program
from tests.lab.test_lookahead_bot import made

TOWERS = """
var red : number = 0
var blue : number = 0
var left : number = 40

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer deeds to player

menu deeds "What now?"
    pay
        add -1 to left

action build_red in deeds "Build the red tower"
    add 1 to red

action build_blue in deeds "Build the blue tower"
    add 1 to blue

action rest in deeds "Rest"
    nothing

lose "It is late" when left <= 0
win "Both towers are high" when red > 20 and blue > 20

value score(player) : number = red_tower() + blue_tower()

value red_tower() : number = 10 * red
    because "the red tower has {red} floors"

value blue_tower() : number = 10 * blue
    because "the blue tower has {blue} floors"
"""


@pytest.fixture(scope="module")
def towers(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return made(tmp_path_factory.mktemp("towers") / "towers", TOWERS)


def after(program: Program, *choices: str) -> Game:
    """A person and a bot play in turn; the person does as a script says, the bot has rested so far."""
    game = program.start(seed=1, players=("anna", "ben"))
    for choice in choices:
        game.choose(choice)
        game.choose("rest")
    return game


@pytest.mark.parametrize("wish", ["build_red", "build_blue"])
def test_a_bot_builds_what_the_person_builds(towers: Program, wish: str) -> None:
    game = after(towers, wish, wish)
    game.choose(wish)
    bot = AdvisingThinker(3)
    bot.help([0])
    bot.play(game)
    assert game.record().choices[-1] == (1, wish)


def test_a_bot_says_whom_it_helps_with_what(towers: Program) -> None:
    game = after(towers, "build_red", "build_red")
    game.choose("build_red")
    bot = AdvisingThinker(3)
    bot.help([0])
    bot.plan(game, 1)
    (help,) = bot.remark(game, 1).helps
    assert help.seat == 0
    assert (help.reason.now, help.reason.then) == (
        "the red tower has 3 floors",
        "the red tower has 4 floors",
    )
    alone = AdvisingThinker(3)
    alone.plan(game, 1)
    assert alone.remark(game, 1).helps == ()


def test_without_people_nothing_is_guessed(towers: Program) -> None:
    game = after(towers, "build_blue")
    assert raised_by(game, ()) == {}
    assert raised_by(game, (1,)) == {}
    (wish,) = raised_by(game, (0,)).values()
    assert [*wish.values()] == [10]


def test_only_what_was_done_lately_counts(towers: Program) -> None:
    game = after(towers, "build_blue", "rest", "rest", "rest")
    assert raised_by(game, (0,)) == {}
