"""Training plays, fits, and writes a file that judges the same game again."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.lab.playing.finished_game_chances import WinChance
from lazaretto.lab.playing.judgement_file import Judgement, JudgementError, read_judgement, write_judgement
from lazaretto.lab.playing.use_judgement import (
    FEWEST,
    MOST_MISSING,
    doubt,
    find_judgement,
    form_of,
    own_file,
    use_judgement,
)
from lazaretto.lab.training.distance_from_win import Progress
from lazaretto.lab.training.estimate_win_chances import chances_with
from lazaretto.lab.training.parallel_self_play import GAMES
from lazaretto.lab.training.self_play import Cell, Notes
from lazaretto.lab.training.temporal_differences import _following
from lazaretto.lab.training.train import NothingLearnedError, Progress as TrainingProgress, Training
from lazaretto.rules import Program, load

DATA = Path(__file__).resolve().parents[1] / "data"
SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


def program_of(name: str) -> Program:
    found = load(DATA / name).program
    assert found is not None
    return found


@pytest.fixture(scope="module")
def learned() -> Judgement:
    pytest.importorskip("numpy")
    return Training(program_of("fugitive"), [Cell(2), Cell(3)], seed=4).run(0)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("lazaretto.lab.playing.use_judgement.data_folder", lambda: tmp_path)


def test_figures_are_of_games_that_were_held_out(learned: Judgement) -> None:
    figures = learned.figures
    assert figures["games"] == 40 and figures["players"] == [2, 3]
    positions, held_out, brier = figures["positions"], figures["held_out"], figures["brier"]
    assert isinstance(positions, int) and isinstance(held_out, int) and isinstance(brier, float)
    assert 0 < held_out < positions / 2 and 0 < brier < 0.5
    games, won, base = (
        figures[each] for each in ("held_out_games", "held_out_won", "brier_of_one_chance_for_all")
    )
    assert isinstance(games, int) and isinstance(won, int) and isinstance(base, float)
    assert 0 < won <= games <= 8 and 0 < base <= 0.25


def trusted(judgement: Judgement) -> Judgement:
    good = {"won": FEWEST, "not_won": FEWEST, "brier": 0.1, "brier_of_one_chance_for_all": 0.2}
    return replace(judgement, figures={**judgement.figures, **good})


def test_few_games_are_a_reason_to_doubt(learned: Judgement) -> None:
    assert learned.figures["won"] == learned.figures["not_won"] == 40
    assert "of the 40 games that were learned from, 40 were won" in doubt(learned)
    few = {**trusted(learned).figures, "not_won": FEWEST - 1}
    assert f"learned from, {FEWEST - 1} were not won" in doubt(replace(learned, figures=few))
    assert doubt(trusted(learned)) == doubt(replace(learned, figures={})) == ""
    misleading = {**trusted(learned).figures, "brier": 0.21}
    assert "one chance for all positions would have been better" in doubt(
        replace(learned, figures=misleading)
    )
    write_judgement(own_file("fugitive"), learned)
    found = find_judgement(program_of("fugitive").machine)
    assert (found.note, found.brief) == (doubt(learned), "learned from too few games")


def test_an_interruption_leaves_what_earlier_rounds_taught(learned: Judgement) -> None:
    def interrupted(progress: TrainingProgress) -> None:
        if progress.round == stop:
            raise KeyboardInterrupt

    training, stop = Training(program_of("fugitive"), [Cell(2), Cell(3)], seed=4), 2
    training._clock = iter([0.0, *[59.0] * 500]).__next__
    assert training.run(60, interrupted).figures["rounds"] == 1 and training.interrupted
    with pytest.raises(KeyboardInterrupt):
        stop = 1
        Training(program_of("fugitive"), [Cell(2)], seed=4).run(60, interrupted)


def test_the_same_seed_teaches_the_same(learned: Judgement) -> None:
    again = Training(program_of("fugitive"), [Cell(2), Cell(3)], seed=4).run(0)
    assert again == learned


def test_a_file_says_all_there_is(learned: Judgement, tmp_path: Path) -> None:
    write_judgement(tmp_path / "one.json", learned)
    assert read_judgement(tmp_path / "one.json") == learned
    assert (tmp_path / "one.json").stat().st_size < 100_000


def test_a_file_beside_a_scenario_is_never_written_through_a_link(learned: Judgement, tmp_path: Path) -> None:
    folder, own = tmp_path / "strange", tmp_path / "own.txt"
    folder.mkdir()
    own.write_text("mine")
    for target in (own, folder / "one.json", tmp_path / "new"):
        (folder / "one.json").symlink_to(target)
        with pytest.raises(OSError, match="link"):
            write_judgement(folder / "one.json", learned, folder)
        (folder / "one.json").unlink()
    (folder / "one.json").mkdir()
    with pytest.raises(OSError, match="regular"):
        write_judgement(folder / "one.json", learned, folder)
    (folder / "one.json").rmdir()
    assert own.read_text() == "mine" and not (tmp_path / "new").exists()
    write_judgement(folder / "one.json", learned, folder)
    assert read_judgement(folder / "one.json", folder) == learned


def test_a_file_keeps_what_plans_are_compared_by(learned: Judgement, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    other = replace(learned, plan_outputs=learned.outputs[::-1])
    write_judgement(path, other)
    assert read_judgement(path) == other
    path.write_text(path.read_text().replace('"plan_outputs": [', '"plan_outputs": [1, '))
    with pytest.raises(JudgementError, match=r"no learned judgement|larger than"):
        read_judgement(path)


def test_a_file_keeps_the_phases_of_a_game(learned: Judgement, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    phased = replace(learned, phases=(5, 9, 14))
    write_judgement(path, phased)
    assert read_judgement(path) == phased
    for harm in ("[" + "1, " * 30, '["x", ', '{"a": '):
        write_judgement(path, phased)
        path.write_text(path.read_text().replace('"phases": [', f'"phases": {harm}'))
        with pytest.raises(JudgementError, match=r"no learned judgement|larger than"):
            read_judgement(path)


@pytest.mark.parametrize("harm", ["", "{}", '{"judgement": 1}', "[" * 100_000, "x" * 300_000])
def test_a_damaged_file_is_none(harm: str, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(harm)
    with pytest.raises(JudgementError, match=r"no learned judgement|larger than"):
        read_judgement(tmp_path / "one.json")


def test_weights_of_another_size_are_refused(learned: Judgement, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    write_judgement(path, learned)
    text = (
        path.read_text()
        .replace('"features": [', '"features": ["more", ')
        .replace('"means": [', '"means": [1, ')
    )
    path.write_text(text)
    with pytest.raises(JudgementError, match=r"no learned judgement|larger than"):
        read_judgement(path)


def test_games_are_judged_by_what_lies_in_the_own_folder(learned: Judgement) -> None:
    program = program_of("fugitive")
    assert use_judgement(program.machine).form is None
    write_judgement(own_file("fugitive"), trusted(learned))
    found = use_judgement(program.machine)
    assert found.note == found.brief == "" and program.machine.judgement == found.form is not None
    game = program.start(seed=1, players=("anna", "ben"))
    assert game.seat is not None
    before, after = chances_with(game, game.seat, (game.answers(game.seat, 1)[0],), 1) or (0, 0)
    assert 0 < before < 1 and 0 <= after <= 1


def test_earlier_rules_are_noted_and_other_features_refused(learned: Judgement) -> None:
    machine = program_of("fugitive").machine
    write_judgement(own_file("fugitive"), replace(learned, digest="other"))
    found = find_judgement(machine)
    assert (
        found.form is not None
        and "earlier version" in found.note
        and "`lazaretto train fugitive`" in found.note
    )
    use_judgement(machine)
    assert machine.judgement_note == "learned from earlier rules", "players need no command"
    count = int(len(learned.names) * 2 * MOST_MISSING)
    names = (*(f"gone {number}" for number in range(count)), *learned.names[count:])
    write_judgement(own_file("fugitive"), replace(learned, names=names))
    found = find_judgement(machine)
    assert found.form is None and "changed too much" in found.note


def test_a_feature_that_is_gone_counts_as_on_average(learned: Judgement) -> None:
    machine = program_of("fugitive").machine
    whole, none = form_of(learned, machine.tables)
    less, some = form_of(replace(learned, names=("gone", *learned.names[1:])), machine.tables)
    assert whole is not None and less is not None and none == 0 < some
    change = [round(learned.means[0] * weight) for weight in learned.weights[0]]
    assert [one - other for one, other in zip(less.biases, whole.biases, strict=True)] == change


def test_a_finished_game_is_judged_without_playing_on(learned: Judgement) -> None:
    write_judgement(own_file("fugitive"), learned)
    game = program_of("fugitive").start(seed=1, players=("anna", "ben"))
    positions = [game.fork()]
    while game.seat is not None:
        game.answer(game.sample(lambda most: 0))
        positions.append(game.fork())
    estimate = WinChance(positions, 0)
    estimate.work(lambda: False)
    chances = estimate.chances()
    assert estimate.done and estimate.playouts == 0 and len(chances) == len(positions)
    assert game.outcome is not None and chances[-1] == (game.outcome.results[0] == "won")
    assert len(set(chances)) > 2


def test_games_that_end_alike_teach_nothing() -> None:
    pytest.importorskip("numpy")
    training = Training(program_of("stones"), [Cell(2)])
    training._notes.worths.extend([0, 0])
    with pytest.raises(NothingLearnedError, match="ended alike"):
        training._fitted()


def test_processes_note_the_same_games() -> None:
    pytest.importorskip("numpy")
    training = Training(program_of("fugitive"), [Cell(2)], seed=4)
    alone = [notes for _, (_, notes) in zip(range(GAMES), training._noted(), strict=False)]
    crew = Training(program_of("fugitive"), [Cell(2)], seed=4, jobs=2)
    following, together = next(iter(crew._noted()))
    whole = Notes(together.features)
    for each in alone:
        whole.extend(each)
    assert following == GAMES and together == whole and whole.played == GAMES


def test_progress_to_a_win_is_found_from_the_rules() -> None:
    program = load(SCENARIOS / "pandemic").program
    assert program is not None
    game, chance = program.start(seed=3, players=("anna", "ben")), Random(3)
    while game.outcome is None:
        game.answer(game.sample(chance.randrange))
    progress = Progress(program.machine.tables)
    assert progress.reached(game) == [0.0, 0.0]
    (status,) = (variable for variable in program.machine.tables.variables if variable.name == "status")
    game._state.v[status.offset + 1] = game._state.v[status.offset + 3] = 1
    assert progress.reached(game) == [0.5, 0.5]


def test_what_follows_is_what_the_same_side_judges_next() -> None:
    pytest.importorskip("numpy")
    notes = Notes(1)
    for turn, seat, start in ((1, 0, 1), (1, 0, 0), (2, 1, 1), (2, 1, 0), (3, 0, 1)):
        notes.games.append(7)
        notes.turns.append(turn)
        notes.seats.append(seat)
        notes.starts.append(start)
    assert _following(notes, slice(None), sides=False).tolist() == [2, 2, 4, 4, -1]
    assert _following(notes, slice(None), sides=True).tolist() == [4, 4, -1, -1, -1]


def test_log_odds_follow_results_but_not_far_from_what_positions_are_worth() -> None:
    numpy = pytest.importorskip("numpy")
    from lazaretto.lab.training.fit import _sharpened  # noqa: PLC0415

    random = numpy.random.default_rng(1)
    rows = random.normal(size=(4_000, 3)).astype(numpy.float32)
    result = (rows[:, 0] + random.logistic(size=len(rows)) > 0).astype(numpy.float32)
    nothing, all_count = numpy.zeros(3), numpy.ones(len(rows), numpy.float32)
    weights, _ = _sharpened(nothing, 0.0, rows, result, all_count)
    few, _ = _sharpened(nothing, 0.0, rows, result, all_count * (numpy.arange(len(rows)) < 100))
    assert 0 < few[0] < weights[0] / 5 and 0.3 < weights[0] < 0.8
    assert abs(weights[1:]).max() < 0.1
    alike, bias = _sharpened(weights, 0.5, rows, 0 * result, all_count)
    assert (alike == weights).all() and bias == 0.5


def test_plans_follow_what_positions_are_worth_and_not_the_chance(learned: Judgement) -> None:
    pytest.importorskip("numpy")
    chances, plans = ([row[unit] for row in learned.weights] for unit in (0, 2))
    assert any(chances) and any(plans)
    assert learned.outputs[2] == 0 and learned.plan_outputs[0] == 0 and learned.plan_outputs[2] > 0
    ratio = sum(map(abs, plans)) / sum(map(abs, chances))
    assert any(abs(plan - ratio * chance) > 1 for plan, chance in zip(plans, chances, strict=True))
