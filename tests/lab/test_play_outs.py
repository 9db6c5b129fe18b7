"""Play-outs go on where a path ends, and to the end of the game if it is near."""

from pathlib import Path

import pytest

from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.lab.playing.turn_search import play_out
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from tests.lab.test_lookahead_bot import made, played

REAPER = """
extend kind Player
    points : number = 0
    sown   : flag = no

var left : number = 0

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    set left to 2
    repeat while left > 0
        offer deeds to player

menu deeds "What now?"

action beg in deeds "Beg"
    add 1 to my.points
    add -1 to left

action sow in deeds "Sow"
    set my.sown to yes
    add -1 to left

action reap in deeds "Reap"
    needs my.sown else "Nothing is sown"
    add 9 to my.points
    add -1 to left

win "Rich" when any player in Player where player.points >= 99

value score(player) : number = player.points
"""


def test_a_play_out_plans_the_rest_of_a_turn_for_which_it_has_no_answers(tmp_path: Path) -> None:
    game = made(tmp_path / "reaper", REAPER).start(seed=1, players=("anna",))
    assert play_out(game, 0, ())
    assert game.score(0) == 9


SOWER = """
extend kind Player
    glitter : number = 0

var sown : flag = no
var left : number = 4

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer deeds to player

menu deeds "What now?"

action shine in deeds "Shine"
    add 1 to my.glitter
    add -1 to left

action sow in deeds "Sow"
    needs left > 2 else "It is too late"
    set sown to yes
    add -1 to left

win "Harvest" when left <= 0 and sown
lose "Hunger" when left <= 0 and not sown

value score(player) : number = 100 * player.glitter
"""


@pytest.mark.parametrize(("end_horizon", "results"), [(0, ("lost",)), (4, ("won",))])
def test_if_the_end_is_near_results_count_more_than_scores(
    end_horizon: int, results: tuple[str, ...], tmp_path: Path
) -> None:
    budget = Budget(final=2, rounds=(2,), end_horizon=end_horizon)
    outcome = played(made(tmp_path / "sower", SOWER), 1, ThinkerBot(1, budget)).outcome
    assert outcome is not None and outcome.results == results


def test_if_the_end_is_far_away_scores_count(tmp_path: Path) -> None:
    program = made(tmp_path / "sower", SOWER.replace("= 4", "= 40"))
    game = program.start(seed=1, players=("anna",))
    ThinkerBot(1, Budget(final=2, rounds=(2,), end_horizon=4)).play(game)
    assert [key for _, key in game.record().choices] == ["shine"]
