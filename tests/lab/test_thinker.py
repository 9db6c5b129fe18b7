"""The bot that thinks: it plays by the rules, does the same again, and knows no more than its seat."""

from pathlib import Path

import pytest

from lab.bots import BOTS, COMPANIONS
from lab.thinker import ThinkerBot
from rules import Game, Program, load

GREEDY = """
extend kind Player
    points : number = 0

var left : number = 6

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer deeds to player

menu deeds "What now?"

action wait in deeds "Wait"
    add -1 to left

action waste in deeds "Waste"
    if my.points > 0
        add -1 to my.points
    add -1 to left

action earn in deeds "Earn"
    add 1 to my.points
    add -1 to left

win "Rich" when any player in Player where player.points >= 3
lose "Poor" when left <= 0

value score(player) : number = 100 * player.points
"""


@pytest.fixture(scope="module")
def greedy(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("greedy") / "greedy"
    folder.mkdir()
    (folder / "greedy.rules").write_text(GREEDY, encoding="utf-8")
    (folder / "scenario.toml").write_text(
        'name = "greedy"\ntitle = "Greedy"\nplayers = [1, 2]\nmodules = ["greedy"]\n', encoding="utf-8"
    )
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def played(program: Program, seed: int, bot: ThinkerBot) -> Game:
    game = program.start(seed=seed, players=("anna",))
    while game.outcome is None:
        bot.play(game)
    return game


def test_it_does_what_its_score_praises(greedy: Program) -> None:
    game = played(greedy, 1, ThinkerBot(1))
    assert game.outcome is not None and game.outcome.results == ("won",)
    assert [key for _, key in game.record().choices] == ["earn", "earn", "earn"]


def test_the_same_seed_thinks_the_same() -> None:
    program = load(Path("scenarios/pandemic")).program
    assert program is not None
    keys = []
    for _ in range(2):
        game, bot = program.start(seed=3, players=("anna", "ben")), ThinkerBot(5, width=3)
        for _ in range(12):
            bot.play(game)
        keys.append(game.record().choices)
    assert keys[0] == keys[1]


def test_it_knows_no_more_than_its_seat() -> None:
    """Two games that differ only in what the seat cannot see are thought over alike."""
    program = load(Path("scenarios/pandemic")).program
    assert program is not None
    game = program.start(seed=4, players=("anna", "ben"), options={"hands": "private"})
    assert game.seat is not None
    other = game.imagine(game.seat, seed=99)
    assert other.snapshot() != game.snapshot()
    for each in (game, other):
        ThinkerBot(7, width=4).play(each)
    assert game.record().choices[-1] == other.record().choices[-1]


def test_thinkers_can_be_asked_for_by_name() -> None:
    assert "thinker" in BOTS
    assert "thinker" in COMPANIONS
