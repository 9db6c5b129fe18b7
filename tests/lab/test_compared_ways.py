"""Weights that plans use are learned from different ways to play the same turns."""

from array import array
from dataclasses import replace
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from statistics import correlation
from typing import Any

import pytest

from lazaretto.lab.playing.turn_search import Outlook, play_out
from lazaretto.lab.playing.use_judgement import form_of, without_idle_rows
from lazaretto.lab.training import learn_from_turns, parallel_self_play, train, value_turn_paths
from lazaretto.lab.training.distance_from_win import Progress
from lazaretto.lab.training.feature_recipe import recipe_for
from lazaretto.lab.training.fit import Family, decisive, families
from lazaretto.lab.training.learn_from_turns import FACTORS, LEVELS, PHASES, Tries, best_step, phases_of
from lazaretto.lab.training.parallel_self_play import Tried, Varied
from lazaretto.lab.training.refit_from_turns import Group, Weighing, batch_of, changed
from lazaretto.lab.training.self_play import LOST, Cell, Notes
from lazaretto.lab.training.temporal_differences import (
    CONSOLATION,
    LAST_CONSOLATION,
    LEAST,
    MOST,
    PositionWorths,
    consolation,
    position_worths,
)
from lazaretto.lab.training.train import Progress as TrainingProgress, Training, bare_form
from lazaretto.lab.training.value_turn_paths import AHEAD, BEST, PATHS, WHOLE_GAME, PathValues, Siblings
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.native_search import NativeSearch
from lazaretto.rules.engine.native_plans import search_natively
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from tests.lab.test_judgement import random_judgement
from tests.lab.test_native_plans import positions
from tests.rules.backends.native.native_twin import twin, usual_lane

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
CELL = Cell(2, {"epidemics": "4"})


def pandemic(native: bool = True) -> Program:
    """Return the game as if nobody had learned anything about it."""
    program = _loaded(native)
    program.machine.judge_by(None)
    return program


@cache
def _loaded(native: bool) -> Program:
    program = load(SCENARIOS / "pandemic").program
    assert program is not None
    if native:
        search_natively(program, usual_lane())
    return program


def test_features_that_differ_in_members_and_numbers_are_a_family() -> None:
    tables = pandemic(native=False).machine.tables
    recipe = recipe_for(tables)
    of = {recipe.names[feature]: family for family in families(recipe, tables) for feature in family.features}
    assert set(of) == set(recipe.names) and len(recipe.topics) == len(recipe.names)
    levels = of["City with 1 red cubes"]
    assert levels is of["City with 3 blue cubes"] and levels is not of["City with 3 cubes"]
    assert (levels.topic, sorted(set(levels.levels))) == ("cubes", [(1,), (2,), (3,)])
    most = of["hand city disease active most 5"]
    assert most is of["hand city disease active most 1"] and most.topic == "hand"
    assert most is not of["hand city disease cured most 5"]


def test_what_a_win_depends_on_is_decisive() -> None:
    program = pandemic(native=False)
    recipe = recipe_for(program.machine.tables)
    game = program.start(seed=1, players=("anna", "ben"))
    found = {recipe.names[each] for each in decisive(recipe, Progress(program.machine.tables).cells(game))}
    assert {"red status is cured", "hand city disease active values"} <= found
    assert all("status" in each or each.endswith("values") for each in found)


@pytest.mark.parametrize("name", ("pandemic", "voyage"))
def test_turns_are_played_natively_as_in_python(name: str) -> None:
    native, count = twin(name), 0
    search = NativeSearch(native.runner)
    budget = replace(WHOLE_GAME, width=2, later_width=2, horizon=1, fuel=10**9)
    native.machine.judge_by(random_judgement(native.machine.tables, 5))
    try:
        for game, _ in positions(native, range(4), depth=60):
            seat = game.seat
            assert seat is not None
            native.machine.plan_search = None
            alone = game.fork()
            ways = Outlook(game.fork(), seat, budget).ways()
            native.machine.plan_search = search
            search.set_judgement(native.machine.judgement)
            later = game.after_turns(seat, budget)
            assert (later is None) == (not ways)
            if later is not None:
                native.machine.plan_search = None
                assert play_out(alone, seat, ways[0].path, budget)
                assert (later.mark(), later.seat, later.question) == (
                    alone.mark(),
                    alone.seat,
                    alone.question,
                )
                count += 1
    finally:
        native.machine.plan_search = None
        native.machine.judge_by(None)
    assert count


def test_ways_of_one_turn_differ_and_have_values() -> None:
    program = pandemic()
    form = bare_form(recipe_for(program.machine.tables))
    judgement = random_judgement(program.machine.tables, 3)
    values, siblings = PathValues(program, form, [CELL], seed=5), Siblings(form.features)
    worths = PositionWorths((0.001,) * form.features, 0.2)
    for number in range(2):
        values.value(number, judgement, worths, siblings)
    turns = list(siblings.positions)
    assert turns and len(siblings.numbers) == form.features * len(turns)
    assert all(2 <= turns.count(turn) <= PATHS for turn in turns) and BEST < PATHS
    assert all(LEAST <= value <= MOST for value in siblings.values) and len(set(siblings.values)) > 1
    again = Siblings(form.features)
    for number in range(2):
        values.value(number, judgement, worths, again)
    assert again == siblings


def test_ways_are_worth_what_the_positions_after_them_are_worth() -> None:
    program = pandemic()
    recipe = recipe_for(program.machine.tables)
    form, judgement = bare_form(recipe), random_judgement(program.machine.tables, 3)
    values = PathValues(program, form, [CELL], seed=5)
    found = list[list[float]]()
    for weight in (0.0, 0.01):
        turns = tuple(weight * (name == "turns") for name in recipe.names)
        siblings = Siblings(form.features)
        for number in range(2):
            values.value(number, judgement, PositionWorths(turns, 0.5), siblings)
        found.append(list(siblings.values))
    before = [numbers_at(siblings, each)[recipe.names.index("turns")] for each in range(len(found[0]))]
    later = [
        (more - less) / 0.01 - turn
        for less, more, turn in zip(*found, before, strict=True)
        if less == pytest.approx(0.5)
    ]
    assert later and set(map(round, later)) == {AHEAD + 1}, "the turn itself, and those after it"


def numbers_at(siblings: Siblings, index: int) -> list[int]:
    return siblings.numbers[index * siblings.features : (index + 1) * siblings.features].tolist()


def test_noted_games_are_those_whose_ends_are_valued() -> None:
    program = pandemic()
    form = bare_form(recipe_for(program.machine.tables))
    judgement = random_judgement(program.machine.tables, 3)
    values, notes = PathValues(program, form, [CELL], seed=5), Notes(form.features)
    for number in range(3):
        values.note(number, judgement, notes)
    assert set(notes.games) == {0, 1, 2} and len(notes.numbers) == form.features * len(notes.games)
    for number in range(3):
        worth = values.end(number, judgement)
        rows = [each for each, game in enumerate(notes.games) if game == number]
        reached = {notes.worths[row] / 1_000 for row in rows}
        assert len(reached) == 1 and worth == pytest.approx(CONSOLATION * reached.pop(), abs=0.001)
        assert 0 < worth < CONSOLATION and {notes.results[row] for row in rows} == {LOST}
        assert [notes.turns[row] for row in rows] == list(range(len(rows)))


def test_the_beam_width_decides_how_whole_games_are_played() -> None:
    program = pandemic()
    form = bare_form(recipe_for(program.machine.tables))
    judgement = random_judgement(program.machine.tables, 3)
    ends = [
        [PathValues(program, form, [CELL], seed=5, width=width).end(each, judgement) for each in range(2)]
        for width in (1, 10, 10)
    ]
    assert ends[0] != ends[1] == ends[2]


def test_the_more_games_are_won_the_less_a_lost_one_is_worth() -> None:
    worths = [consolation(won) for won in (0.0, 0.05, 0.15, 0.9)]
    assert worths[0] == CONSOLATION > worths[1] > worths[2] == worths[3] == LAST_CONSOLATION > 0


def test_turns_in_which_much_is_at_stake_count_less() -> None:
    pytest.importorskip("numpy")
    siblings = Siblings(1)
    for turn, stake in enumerate((0.0, 0.1, 1.0)):
        for side in (-1, 1):
            siblings.numbers.append(side)
            siblings.positions.append(turn)
            siblings.values.append(stake * side)
    trust = batch_of(siblings).trust[::2]
    assert trust[0] > trust[1] > trust[2] > 0 and trust[0] < 15 * trust[2]
    assert trust.mean() == pytest.approx(1)


def test_weights_that_explain_values_are_found() -> None:
    np = pytest.importorskip("numpy")
    tables = pandemic(native=False).machine.tables
    recipe, chance = recipe_for(tables), np.random.default_rng(1)
    names = recipe.names
    wanted = {"City with 3 cubes": -2.0, "hand city disease active most 4": 1.0, "own hand": 0.5}
    now = np.zeros(len(names))
    now[names.index("City with 3 cubes")] = now[names.index("red status is cured")] = -0.1
    kept = {names.index("red status is cured")}
    siblings = Siblings(len(names))
    for turn in range(300):
        luck = chance.normal()
        for _ in range(8):
            numbers = np.zeros(len(names), np.int16)
            moving = [names.index(each) for each in (*wanted, "City with 1 cubes", "outbreaks")]
            numbers[moving] = chance.integers(0, 4, len(moving))
            numbers[names.index("turns")] = turn
            siblings.numbers.extend(numbers.tolist())
            siblings.positions.append(turn)
            worth = sum(weight * numbers[names.index(each)] for each, weight in wanted.items())
            siblings.values.append(float(worth + 3 * luck + chance.normal()))
    weighing = Weighing(now, families(recipe, tables), kept)
    found = weighing.learn(batch_of(siblings))
    right = np.array([wanted.get(name, 0.0) for name in names])
    free = np.array([each not in kept for each in range(len(names))])
    assert (found[free] @ right[free]) / np.linalg.norm(found[free]) / np.linalg.norm(right) > 0.95
    assert found[names.index("turns")] == 0, "it is the same for all ways"
    assert (
        found[names.index("red status is cured")] == weighing.scaled(now)[names.index("red status is cured")]
    )


def test_rows_without_weights_change_nothing() -> None:
    pytest.importorskip("numpy")
    program = pandemic(native=False)
    whole = random_judgement(program.machine.tables, 9)
    idle = (0,) * len(whole.biases)
    starts = {row[1] for row in whole.rows[::2]}
    ends = [row[1] for row in whole.rows[1:]] + [whole.features]
    gone = {
        each
        for row, end in zip(whole.rows, ends, strict=True)
        if row[1] in starts
        for each in range(row[1], end)
    }
    weights = tuple(idle if each in gone else row for each, row in enumerate(whole.weights))
    whole = replace(whole, weights=weights)
    less = without_idle_rows(whole)
    assert (
        less.fits and len(less.rows) == len(whole.rows) // 2 and less.features == whole.features - len(gone)
    )
    game, chance = program.start(seed=4, players=("anna", "ben")), Random(4)
    for _ in range(30):
        assert game.seat is not None
        assert game.log_odds(less, game.seat) == game.log_odds(whole, game.seat)
        game.answer(game.sample(chance.randrange))


def test_the_best_step_is_where_games_are_worth_most() -> None:
    pytest.importorskip("numpy")
    sure, unsure = 0.001, 1.0
    assert best_step([0.1, 0.3, 0.3, 0.0], sure) == pytest.approx(0.44, abs=0.05)
    assert best_step([0.5, 0.3, 0.2, 0.1], sure) == 0.05
    assert best_step([0.1, 0.2, 0.4, 0.9], sure) == 1.0
    assert best_step([0.5, 0.3, 0.2, 0.1], unsure) == pytest.approx(0.5, abs=0.05)


def test_positions_are_worth_what_comes_after_them() -> None:
    np = pytest.importorskip("numpy")
    notes, chance = Notes(3), np.random.default_rng(2)
    for game in range(1_500):
        good = int(chance.integers(0, 2))
        for turn in range(6):
            luck = int(chance.integers(-5, 6))
            notes.add_start(game, turn, turn % 2, (good if turn >= 3 else 0, luck, 7), bool(good), 0.5)
    worths = position_worths(notes, consolation=0.2)
    assert worths.of((1, 0, 7)) > 0.8 and worths.of((0, 0, 7)) < 0.6
    assert abs(worths.of((0, 5, 7)) - worths.of((0, -5, 7))) < 0.05
    assert worths.of((1_000, 0, 7)) == MOST and worths.of((-1_000, 0, 7)) == LEAST


def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (learn_from_turns, parallel_self_play):
        monkeypatch.setattr(module, "GAMES", 2)
    for module in (learn_from_turns, parallel_self_play):
        monkeypatch.setattr(module, "VARIED", 2)
    for name, number in {"AHEAD": 1, "BEST": 3, "PATHS": 5, "WORLDS": 1}.items():
        monkeypatch.setattr(value_turn_paths, name, number)
    monkeypatch.setattr(learn_from_turns, "WIDTH", 3)
    monkeypatch.setattr(learn_from_turns, "NOTED", 4)
    monkeypatch.setattr(learn_from_turns, "COMPARED", 2)
    monkeypatch.setattr(learn_from_turns, "TRIAL", 2)
    monkeypatch.setattr(learn_from_turns, "FACTORS", replace(FACTORS, tries=2))
    monkeypatch.setattr(learn_from_turns, "LEVELS", replace(LEVELS, tries=2))
    monkeypatch.setattr(train, "FEWEST_GAMES", 4)


def test_training_without_a_score_compares_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    short_rounds(monkeypatch)
    told = list[TrainingProgress]()
    training = Training(pandemic(), [CELL], seed=2, with_score=False, lane=usual_lane())
    ticks = iter([*[0.0] * 12, *[34.0] * 9, *[45.0] * 4, *[80.0] * 4, *[100.0] * 999])
    training._clock = ticks.__next__
    judgement = training.run(100, told.append)
    compared = training._compared
    assert compared is not None and compared.ways >= 4 and compared.rounds >= 1
    assert judgement.figures["ways"] == compared.ways and "City with 3 cubes" in judgement.names
    assert any(progress.ways for progress in told)
    assert compared.tries and compared.tries >= 2 and judgement.figures["tries"] == compared.tries
    assert any(progress.tries for progress in told)
    form, _ = form_of(judgement, training._program.machine.tables)
    assert form is not None and form.for_plans != form and len(form.phases) == PHASES - 1
    assert_same_plans(training._program, compared.plans, form)


def assert_same_plans(program: Program, plans: JudgementForm, form: JudgementForm) -> None:
    """Check that positions compare alike by what was found and by a form that was made of it."""
    game, chance, worths = program.start(seed=4, players=("anna", "ben")), Random(4), list[list[int]]()
    for _ in range(40):
        if game.seat is None:
            break
        worths.append(
            [game.log_odds(judgement_form, 0) for judgement_form in (plans.for_plans, form.for_plans, form)]
        )
        game.answer(game.sample(chance.randrange))
    found, kept, judged = zip(*worths, strict=True)
    assert correlation(found, kept) > 0.999 > correlation(found, judged)


def test_where_no_ways_can_be_compared_training_goes_on_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(learn_from_turns, "NOTED", 8)
    monkeypatch.setattr(learn_from_turns, "FRUITLESS", 2)
    monkeypatch.setattr(PathValues, "value", lambda *_: None)
    monkeypatch.setattr(train, "FEWEST_GAMES", 4)
    training = Training(pandemic(), [CELL], seed=2, with_score=False, lane=usual_lane())
    ticks = iter([*[0.0] * 12, *[40.0] * 9, *[100.0] * 999])
    training._clock = ticks.__next__
    judgement = training.run(100)
    assert training._compared is None and judgement.figures["ways"] == 0
    games = judgement.figures["games"]
    assert isinstance(games, int) and games > 4, "games before count, too"


def test_if_the_last_games_all_end_alike_earlier_ones_teach(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    short_rounds(monkeypatch)
    training = Training(pandemic(), [CELL], seed=2, with_score=False, lane=usual_lane())
    ticks = iter([*[0.0] * 12, *[34.0] * 9, *[95.0] * 9, *[101.0] * 999])
    training._clock = ticks.__next__
    play = training._play

    def alike(*how: Any) -> None:
        play(*how)
        if training._compared is not None:
            notes = training._notes
            notes.worths = array("h", [0] * len(notes.worths))

    monkeypatch.setattr(training, "_play", alike)
    judgement = training.run(100)
    played = judgement.figures["games"]
    assert training._compared is not None and isinstance(played, int) and played > 4


@pytest.mark.parametrize("when", ("ways", "tries"))
def test_interrupted_comparisons_keep_what_they_have_learned(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    short_rounds(monkeypatch)
    training = Training(pandemic(), [CELL], seed=2, with_score=False, lane=usual_lane())
    ticks = iter([*[0.0] * 12, *[34.0] * 9, *[45.0] * 999])
    training._clock = ticks.__next__

    def tell(progress: TrainingProgress) -> None:
        if progress.tries > 2 or (when == "ways" and progress.ways and progress.round > 3):
            raise KeyboardInterrupt

    judgement = training.run(100, tell)
    compared = training._compared
    assert training.interrupted and compared is not None and compared.rounds >= 1
    assert judgement.figures["ways"] == compared.ways > 0
    assert bool(judgement.figures["tries"]) == (when == "tries")


def test_groups_go_where_games_are_worth_most() -> None:
    np = pytest.importorskip("numpy")
    chance, tries, place = np.random.default_rng(4), Tries(FACTORS), np.zeros(3)
    wanted, bends = np.array([0.6, -0.2, 0.0]), np.array([0.1, 0.8, 0.2])
    places = list[list[float]]()
    for _ in range(8):
        for changes in chance.uniform(-0.6, 0.6, (FACTORS.tries, 3)):
            gain = changes @ (bends * (wanted - place)) + chance.normal(0, 0.1)
            tries.add(place.tolist(), Tried(changes.tolist(), float(gain)))
        place = np.array(tries.best())
        places.append(place.tolist())
    assert place == pytest.approx(wanted, abs=0.1)
    assert {round(each[1], 1) for each in places[2:]} == {-0.2}, "it does not swing to and fro"


def test_a_few_tries_change_little() -> None:
    pytest.importorskip("numpy")
    tries = Tries(FACTORS)
    for side in (-1.0, 1.0):
        tries.add([0.0], Tried([0.5 * side], 0.1 * side))
    once = tries.best()[0]
    for _ in range(500):
        tries.add([0.0], Tried([0.5], 0.1))
        tries.add([0.0], Tried([-0.5], -0.1))
    assert 0 < once < tries.best()[0] / 10


def test_left_out_tries_tell_how_far_levels_may_move() -> None:
    np = pytest.importorskip("numpy")
    farthest = list[float]()
    for slope in (0.0, 0.02):
        chance, tries = np.random.default_rng(4), Tries(LEVELS)
        for changes in chance.uniform(-0.3, 0.3, (2_000, 40)):
            gain = changes @ (slope * np.array([1, -1] * 20)) + chance.normal(0, 0.1)
            tries.add([0.0] * 40, Tried(changes.tolist(), float(gain)))
        farthest.append(float(np.abs(tries.best()).mean()))
    luck, real = farthest
    assert luck < 0.03 and 0.2 < real < 0.7


def test_weights_of_groups_are_multiplied() -> None:
    groups = (Group.even((0, 1)), Group((1, 2), (-1.0, 1.0)))
    found = changed([[1.0, 1.0, 1.0, 1.0]], groups, (0.5, 0.1))
    assert found == [pytest.approx([exp(0.5), exp(0.4), exp(0.1), 1.0])]


def test_weights_of_groups_may_change_more_in_later_phases() -> None:
    groups = (Group.even((0,)), Group((0, 1), (1.0, 1.0), (-1.0, 0.0, 1.0)))
    found = changed([[1.0, 1.0, 1.0]] * 3, groups, (0.5, 0.2))
    assert found[0] == pytest.approx([exp(0.3), exp(-0.2), 1.0])
    assert found[1] == pytest.approx([exp(0.5), 1.0, 1.0])
    assert found[2] == pytest.approx([exp(0.7), exp(0.2), 1.0])


def test_something_may_be_added_to_weights() -> None:
    groups = (Group.even((0, 1)), Group((1, 2), (0.5, 0.2), added=True))
    found = changed([[1.0, 1.0, -0.1], [2.0, 0.0, 0.0]], groups, (0.5, 2.0))
    assert found[0] == pytest.approx([exp(0.5), exp(0.5) + 1.0, 0.3])
    assert found[1] == pytest.approx([2 * exp(0.5), 1.0, 0.4])


def test_plans_change_as_their_weights_do() -> None:
    np = pytest.importorskip("numpy")
    recipe, chance = recipe_for(pandemic(native=False).machine.tables), np.random.default_rng(3)
    weights, mean = chance.normal(size=(3, len(recipe.names))), [0.0] * len(recipe.names)
    every = range(len(recipe.names))
    groups = (
        Group.even(every[::2]),
        Group(tuple(every[::3]), (1.0,) * len(every[::3]), (-1.0, 0.0, 1.0)),
        Group(tuple(every[::5]), (3.0,) * len(every[::5]), added=True),
    )
    varied = Varied(weights.tolist(), groups, 0.3, mean, (1.0, 2.0, 1.0), (5, 9))
    plans = varied.plans(bare_form(recipe), (-0.4, 0.3, 0.5))
    found, wanted = np.array(plans.weights), np.array(changed(weights.tolist(), groups, (-0.4, 0.3, 0.5)))
    for now, then in zip(found[:, 2:8:2].T, wanted, strict=True):
        assert np.corrcoef(now, then)[0, 1] > 0.999_99
    assert plans.phases == (5, 9) and plans.fits and not found[:, :2].any() and not found[:, 8:].any()
    assert not any(plans.outputs) and plans.plan_outputs[2] > 0


def test_levels_of_families_change_alone_the_less_they_differ_the_more() -> None:
    np = pytest.importorskip("numpy")
    chance, siblings = np.random.default_rng(5), Siblings(5)
    for turn in range(400):
        for _ in range(4):
            often, seldom, hardly = (int(chance.random() < each) for each in (0.5, 0.02, 0.0001))
            siblings.numbers.extend((often, seldom, hardly, 1, int(chance.integers(0, 9))))
            siblings.values.append(0.0)
            siblings.positions.append(turn)
    cubes = Family("cubes", [0, 1, 2, 3], [(1,), (2,), (3,), (3,)])
    weighing = Weighing([1.0] * 5, [cubes, Family("won", [4], [()])], {4})
    weighing.take(batch_of(siblings))
    one, two = weighing.levels()
    assert (one.features, two.features) == ((0,), (1,)) and one.added
    assert 0.1 < one.strengths[0] < 0.2 < two.strengths[0] < 0.6
    evened = weighing.evened(np.array([[2.0, 0.0, 0.0, 0.0, 7.0], [0.0, 3.0, 0.0, 0.0, 1.0]]))
    assert all(weighing.spread(np.where(np.arange(5) == 4, 0, each)) == pytest.approx(1) for each in evened)
    assert evened[0][4] / evened[0][0] == pytest.approx(3.5)


def test_phases_have_about_as_many_turns() -> None:
    pytest.importorskip("numpy")
    notes = Notes(1)
    for game in range(10):
        for turn in range(8 + 4 * (game % 2)):
            notes.add_start(game, turn, 0, (0,), False, 0.5)
    assert phases_of(notes) == (3, 6, 8)


def test_only_the_latest_positions_are_remembered() -> None:
    notes = Notes(2)
    for turn in range(5):
        notes.add_start(1, turn, 0, (turn, -turn), False, 0.5)
    notes.forget(2)
    assert list(notes.turns) == [3, 4] and list(notes.numbers) == [3, -3, 4, -4]
    notes.forget(2)
    assert list(notes.games) == [1, 1] and list(notes.worths) == [500, 500]
