"""Points and ranks are counted at the end: recorded, saved, read again and counted in simulations."""

from pathlib import Path

import pytest

from lazaretto.host import replay
from lazaretto.lab.simulate import simulate
from lazaretto.rules import Program, RuleError, load
from lazaretto.rules.run.machine import places, ranked_by_points
from lazaretto.rules.run.records import record_file
from lazaretto.rules.run.records.record_file import RecordError
from lazaretto.rules.run.state import load_state, save_state
from lazaretto.tui.line.ending_words import standings

RACE = """
extend kind Player
    laps : number = 0

menu moves "What now?"

action run in moves "Run"
    choose number n from 1 to 3 "How far?"
    add n to my.laps

value points(player) : number 0..6 = player.laps

phase game()
    repeat 2 times
        for each player in Player
            offer moves to player
    win "Fastest" for those player in Player where all other in Player where other.laps <= player.laps
    lose "Slower"
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return made(tmp_path_factory.mktemp("race"), RACE)


def made(folder: Path, text: str) -> Program:
    manifest = 'name = "race"\ntitle = "Race"\nplayers = [1, 3]\nmodules = ["race"]'
    (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
    (folder / "race.rules").write_text(text, encoding="utf-8")
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def test_a_record_holds_points_and_ranks_and_replays_to_them(race: Program) -> None:
    game = race.start(seed=1, players=("anna", "ben"))
    for steps in ("1", "2", "1", "3"):
        assert game.record().points == ()
        game.choose(f"run > {steps}")
    record = game.record()
    assert (record.points, record.ranks) == ((2, 5), (2, 1))
    assert load_state(save_state(game._state), game._state).snapshot() == game.snapshot()
    again = record_file.read(record_file.write(record), "race")
    assert again == record
    assert replay(race, again).faithful
    text = record_file.write(record).replace("    5,\n", "    6,\n")
    with pytest.raises(RecordError, match="checksum"):
        record_file.read(text, "race")
    other = record_file.read(text.replace(text.split('checksum = "')[1][:16], "none"), "race")
    assert other.points == (2, 6) and not replay(race, other).faithful


def test_what_is_shown_is_ordered_by_rank(race: Program) -> None:
    game = race.start(seed=1, players=("anna", "ben", "carl"))
    for steps in ("1", "2", "3", "1", "1", "2"):
        game.choose(f"run > {steps}")
    assert game.outcome is not None
    assert standings(game.outcome, game.players) == (
        "1. carl: 5 of 6 points",
        "2. ben: 3 of 6 points",
        "3. anna: 2 of 6 points",
    )


def test_points_of_all_together_and_a_rank_without_points_are_shown(tmp_path: Path) -> None:
    shared = made(tmp_path, RACE.replace("points(player) : number 0..6 = player.laps", "points() = 1"))
    ranked = made(tmp_path, RACE.replace("points(player) : number 0..6", "rank(player) : number"))
    found = []
    for program in (shared, ranked):
        game = program.start(seed=1, players=("anna", "ben"))
        for steps in ("2", "1", "1", "1"):
            game.choose(f"run > {steps}")
        assert game.outcome is not None
        found.append(standings(game.outcome, game.players))
    assert found == [("together: 1 point",), ("1. ben", "2. anna")]


def test_a_fault_in_points_refuses_the_last_choice(tmp_path: Path) -> None:
    program = made(tmp_path, RACE.replace("0..6 = player.laps", "0..6 = 6 / (player.laps - 2)"))
    game = program.start(seed=1, players=("anna",))
    game.choose("run > 1")
    before = game.snapshot()
    with pytest.raises(RuleError, match=r"race\.rules:11.*zero"):
        game.choose("run > 1")
    assert game.snapshot() == before
    game.choose("run > 2")
    assert game.record().points == (6,)


def test_simulations_count_mean_and_spread(race: Program, tmp_path: Path) -> None:
    report = simulate(race, 200, 1, 2)
    data = report.data()["points"]
    assert isinstance(data, dict) and [*data] == ["anna", "ben"]
    for name in ("anna", "ben"):
        assert data[name]["lowest"] == 2 and data[name]["highest"] == 6
        assert 3.7 < data[name]["mean"] < 4.3
        assert 1.0 < data[name]["spread"] < 1.3  # two numbers of 1 to 3: the square root of 4/3
    assert 200 <= data["anna"]["first"] + data["ben"]["first"] < 260  # equal points share the first rank
    shared = made(tmp_path, RACE.replace("points(player) : number 0..6 = player.laps", "points() = 7"))
    assert simulate(shared, 3, 1, 2).data()["points"] == {
        "": {"mean": 7.0, "spread": 0.0, "lowest": 7, "highest": 7}
    }


def test_ranks() -> None:
    assert places((-3, 4, -3, 0)) == (1, 4, 1, 3)
    assert places((1, 1, 3)) == (1, 1, 3)
    assert ranked_by_points(("won", "lost", "won"), (1, 9, 1)) == (1, 3, 1)
    assert ranked_by_points(("lost", "drawn", "won"), (5, 0, -5)) == (3, 2, 1)
