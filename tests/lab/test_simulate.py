"""Simulations count every game, and the same seed gives the same counts."""

from collections import Counter
from pathlib import Path

from lazaretto.lab import KeenBot, RandomBot, names_for, seed_of
from lazaretto.lab.simulate import simulate
from lazaretto.rules import Program, load

BELLS = """
menu ropes "Which rope?"

action ring in ropes "Ring"
    look weight 3
    say "Ring"

action chime in ropes "Chime"
    say "Chime"

action doze in ropes "Doze"
    look weight 0
    say "Doze"

menu evening "And now?"

action sleep in evening "Sleep"
    look weight 0
    say "Sleep"

phase game()
    for each player in Player
        repeat 200 times
            offer ropes to player
        offer evening to player
    draw "Silence"
"""


def test_every_game_is_counted_once(program: Program) -> None:
    report = simulate(program, 50, 1, 3)
    assert report.errors == 0, report.first_error
    assert report.wins + report.losses.total() + report.splits.total() + report.draws == 50
    assert report.wins
    assert report.turns >= 50
    assert report.decisions >= report.turns


def test_the_same_seed_counts_the_same(program: Program) -> None:
    timed = ("seconds", "games_per_second")
    one, other = (simulate(program, 20, 5, 2).data() for _ in range(2))
    assert {key: one[key] for key in one if key not in timed} == {
        key: other[key] for key in one if key not in timed
    }


def test_options_reach_the_games(program: Program) -> None:
    short, long = (simulate(program, 30, 1, 2, options={"start": each}).decisions for each in ("3", "9"))
    assert short < long


def test_a_game_without_end_is_an_error(program: Program) -> None:
    report = simulate(program, 3, 1, 2, most=2)
    assert (report.errors, report.first_error.endswith("no end after 2 decisions")) == (3, True)


def test_seeds_of_games_differ() -> None:
    assert len({seed_of(seed, number) for seed in range(20) for number in range(50)}) == 1000
    assert seed_of(1, 2) == 238841293112644


def test_a_bot_answers_the_same_for_the_same_seed() -> None:
    one, other = RandomBot(3), RandomBot(3)
    draws = [one.below(6) for _ in range(100)]
    assert draws == [other.below(6) for _ in range(100)]
    assert set(draws) == set(range(6))


def test_there_are_names_for_any_table() -> None:
    assert len(set(names_for(12))) == 12


def test_a_keen_bot_weighs_actions_and_takes_those_without_weight_last(tmp_path: Path) -> None:
    folder = tmp_path / "bells"
    folder.mkdir()
    (folder / "scenario.toml").write_text(
        'name = "bells"\ntitle = "Bells"\nplayers = [1, 1]\nmodules = ["bells"]'
    )
    (folder / "bells.rules").write_text(BELLS)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    said = {}
    for bot in (RandomBot(1), KeenBot(1)):
        game = loaded.program.start(seed=1, players=("anna",))
        while game.seat is not None:
            bot.play(game)
        said[type(bot)] = Counter(game.log(None))
    assert min(said[RandomBot][each] for each in ("Ring", "Chime", "Doze")) > 50
    assert said[KeenBot]["Doze"] == 0
    assert said[KeenBot]["Sleep"] == 1
    assert said[KeenBot]["Ring"] > 2 * said[KeenBot]["Chime"] > 60


def test_campaigns_hand_on_and_are_counted_by_game() -> None:
    voyage = load(Path(__file__).resolve().parents[1] / "data" / "voyage").program
    assert voyage is not None
    report = simulate(voyage, 40, 1, 2, campaign=4)
    assert (report.errors, report.games, report.campaign) == (0, 160, 4), report.first_error
    assert [each.games for each in report.by_game] == [40] * 4
    assert sum(each.wins for each in report.by_game) == report.wins
    assert sum(each.decisions for each in report.by_game) == report.decisions
    wins = [each.wins for each in report.by_game]
    assert wins[0] > 2 * wins[3]  # what is charted stays charted, so there is ever less to chart
    data = report.data()["by_game"]
    assert isinstance(data, list) and [each["wins"] for each in data] == wins
    alone = simulate(voyage, 40, 1, 2)
    assert alone.by_game == [] and alone.data()["by_game"] == []


def test_a_campaign_ends_with_an_error() -> None:
    voyage = load(Path(__file__).resolve().parents[1] / "data" / "voyage").program
    assert voyage is not None
    report = simulate(voyage, 5, 1, 2, campaign=3, most=3)
    assert (report.errors, report.games) == (5, 5)
    assert [each.errors for each in report.by_game] == [5, 0, 0]
    assert [each.games for each in report.by_game] == [5, 0, 0]
