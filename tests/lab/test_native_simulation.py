"""Simulations count the same on every engine, and say which one played."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lazaretto.lab import series
from lazaretto.lab.game_rows import GameRow
from lazaretto.lab.simulate import Means, simulate
from lazaretto.rules import Program, StartError, load
from lazaretto.rules.backends.native.helpers.many_games import LATELY, WHOLE
from lazaretto.rules.backends.native.load_machine_code import find_compiler, has_wasmtime
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.engine.choose_engine import native_runner
from lazaretto.rules.engine.engine_names import Engine, EngineError, MissingEngineError
from lazaretto.rules.engine.many_games import Played
from lazaretto.rules.version_and_extras import how_to_install
from lazaretto.tui.__main__ import main

pytestmark = pytest.mark.usefixtures("quick_c")

DATA = Path(__file__).resolve().parents[1] / "data"
NOT_COMPARED = ("engine", "fallback", "seconds", "compiling", "games_per_second")
LANES = [
    pytest.param("wasm", marks=pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")),
    pytest.param("cc", marks=pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")),
]
needs_wasm = pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")


def program_of(folder: Path) -> Program:
    program = load(folder).program
    assert program is not None
    return program


def counts(
    program: Program, engine: Engine, bots: str, players: int, most: int = 3_000, games: int = 40
) -> dict[str, object]:
    report = simulate(program, games, 1, players, bots=bots, engine=engine, most=most)
    assert (report.engine, report.fallback) == (engine, None)
    return {name: value for name, value in report.data().items() if name not in NOT_COMPARED}


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(
    "name", ["stones", "auction", "voyage"]
)  # an end with gaps in its text; points; ranks
def test_every_engine_counts_the_same(name: str, lane: Engine) -> None:
    program = program_of(DATA / name)
    for bots in ("random", "keen"):
        assert counts(program, "python", bots, 3) == counts(program, lane, bots, 3)


@needs_wasm
def test_keen_bots_play_by_weight_on_every_engine(tmp_path: Path) -> None:
    program = program_of(scenario(tmp_path, WEIGHTS))
    assert counts(program, "python", "keen", 1) == counts(program, "wasm", "keen", 1)
    assert counts(program, "wasm", "random", 1) != counts(program, "wasm", "keen", 1)


def rows_of(program: Program, engine: Engine, players: int, most: int, games: int) -> list[GameRow]:
    rows: list[GameRow] = []
    simulate(program, games, 3, players, most=most, means=Means(engine, keep=rows))
    return rows


@pytest.mark.parametrize("lane", LANES)
def test_every_engine_tells_the_same_of_each_game(tmp_path: Path, lane: Engine) -> None:
    """Games end before anybody acts, fail, do not end, and end with other words each time."""
    program = program_of(scenario(tmp_path, PARTS))
    python, native = (rows_of(program, engine, 2, 6, 600) for engine in ("python", lane))
    assert python == native
    assert {row.opening is None for row in native} == {True, False}
    assert {row.result for row in native} == {"won", "lost", "split", "drawn", "error"}
    assert len({row.outcome.reason for row in native if row.outcome is not None}) > LATELY
    assert len({row.problem.partition(": ")[2] for row in native}) == 3  # no mistake, a fault, no end
    openings = [row.opening for row in native if row.opening is not None]
    assert {part for opening in openings for parts in opening.traits for part in parts} == {None, 0, 1}


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("fails", [True, False])  # if one fails, the rows of a batch are put together anew
def test_every_engine_counts_the_same_of_all_games(tmp_path: Path, lane: Engine, fails: bool) -> None:
    program = program_of(scenario(tmp_path, PARTS if fails else PARTS.replace("6 / my.tips", "1")))
    native = counts(program, lane, "random", 2, most=6, games=600)
    assert native == counts(program, "python", "random", 2, most=6, games=600)
    assert native["by_trait"] and native["points"]


@pytest.mark.parametrize("lane", LANES)
def test_games_that_end_with_the_same_words_share_them(lane: Lane) -> None:
    """Python reads the words of each row that says something new."""
    program = program_of(DATA / "auction")
    runner = native_runner(program, lane)
    runner.prepare_games(program.board(("anna", "ben", "carl"), {}))
    runner.set_seeds(range(200))
    assert runner.games(0, 200, 3_000) == 200
    told = {each for row in runner.rows(0, 200) for each in row[3:7] if each & WHOLE}
    assert len(told) == len({runner.result_in_row(each) for each in told}) == 3


@pytest.mark.parametrize("lane", LANES)
def test_pieces_of_seats_that_nobody_takes_are_not_called_unused(tmp_path: Path, lane: Engine) -> None:
    program = program_of(scenario(tmp_path, BELLS))
    for engine in ("python", lane):
        unused = {players: counts(program, engine, "random", players)["unused"] for players in (1, 2)}
        assert unused[1] == {"actions": [], "cards": [], "pieces": ["spare"]}
        assert unused[2] == {"actions": [], "cards": [], "pieces": ["spare"]}


@needs_wasm
def test_games_without_end_and_with_faults_name_their_seeds(tmp_path: Path) -> None:
    program = program_of(scenario(tmp_path, FAULTY))
    python, wasm = (counts(program, engine, "random", 1, most=6) for engine in ("python", "wasm"))
    assert python == wasm
    assert "seed " in str(wasm["first_error"]) and 0 < int(str(wasm["errors"])) < 40
    endless = counts(program, "wasm", "random", 1, most=1)
    assert "no end after 1 decisions" in str(endless["first_error"])


@needs_wasm
def test_players_that_do_not_fit_are_refused() -> None:
    with pytest.raises(StartError):
        simulate(program_of(DATA / "stones"), 5, 1, 40, engine="wasm")


def test_what_only_python_plays_is_said() -> None:
    report = simulate(program_of(DATA / "voyage"), 2, 1, 2, campaign=2, engine="wasm")
    assert (report.engine, report.fallback) == ("python", "campaigns are played in Python")


@needs_wasm
def test_thinkers_plan_in_native_code() -> None:
    program = program_of(DATA / "stones")
    python, wasm = (counts(program, engine, "thinker", 1, games=2) for engine in ("python", "wasm"))
    assert python == wasm
    assert program.machine.plan_search is not None


def test_few_games_stay_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def worthwhile(_: Program, seconds: float) -> None:
        asked.append(seconds)

    monkeypatch.setattr(series, "worthwhile", worthwhile)
    program = program_of(DATA / "stones")
    assert simulate(program, 3, 1, 2, engine="auto").engine == "python"
    assert asked == []
    monkeypatch.setattr(series, "TRIED", 0.0)
    assert simulate(program, 3, 1, 2, engine="auto").engine == "python"
    assert len(asked) == 1 and asked[0] > 0


@needs_wasm
def test_auto_changes_engines_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "TRIED", 0.0)
    monkeypatch.setattr(series, "worthwhile", lambda program, seconds: "wasm")
    program = program_of(DATA / "stones")
    report = simulate(program, 40, 1, 3, engine="auto")
    assert (report.engine, report.fallback) == ("wasm", None)
    found = {name: value for name, value in report.data().items() if name not in NOT_COMPARED}
    assert found == counts(program, "python", "random", 3, most=100_000)


def test_a_game_that_cannot_be_compiled_is_played_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise EngineError("it is too odd")

    monkeypatch.setattr(series, "native_runner", fail)
    report = simulate(program_of(DATA / "stones"), 5, 1, 2, engine="wasm")
    assert (report.engine, report.fallback, report.games) == ("python", "it is too odd", 5)


@needs_wasm
def test_a_game_that_fails_only_natively_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(_: object, seeds: Sequence[int], most: int) -> Played:
        played = Played([])
        for _ in seeds:
            played.add_failed()
        return played

    monkeypatch.setattr(series.EngineChoice, "play", play)
    program = program_of(DATA / "stones")
    report = simulate(program, 5, 1, 2, engine="wasm")
    assert report.fallback is not None and "game 0 failed" in report.fallback
    assert report.wins == simulate(program, 5, 1, 2).wins


def test_what_is_not_installed_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lazaretto.rules.backends.native.load_machine_code.has_wasmtime", lambda: False)
    monkeypatch.setattr("lazaretto.rules.backends.native.load_machine_code.find_compiler", lambda: None)
    with pytest.raises(MissingEngineError, match="C compiler"):
        simulate(program_of(DATA / "stones"), 5, 1, 2, engine="cc")
    assert main(["simulate", str(DATA / "stones"), "--games", "5", "--engine", "wasm"]) == 1
    assert how_to_install("fast") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("engine", "named"), [("python", "played as Python in"), ("wasm", "played as WebAssembly in")]
)
@needs_wasm
def test_a_report_names_the_engine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, engine: str, named: str
) -> None:
    monkeypatch.setattr("lazaretto.tui.simulation.sections.SHOWN", 1e-9)
    assert main(["simulate", str(DATA / "stones"), "--games", "5", "--engine", engine]) == 0
    last = " ".join(capsys.readouterr().out.split())
    assert named in last and last.endswith("games per second")
    assert ("to prepare native code" in last) == (engine == "wasm")


@pytest.mark.parametrize("lane", LANES)
def test_time_to_compile_counts_apart(lane: Engine) -> None:
    report = simulate(program_of(DATA / "stones"), 40, 1, 3, engine=lane)
    assert 0 < report.compiling <= report.seconds
    assert report.games_per_second > report.games / report.seconds


def test_the_command_says_what_ran(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(DATA / "stones"), "--games", "5", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["engine"], data["fallback"]) == ("python", None)
    arguments = ["--campaign", "2", "--games", "1", "--engine", "wasm"]
    assert main(["simulate", str(DATA / "voyage"), *arguments]) == 0
    assert "Python helps out: campaigns are played in Python" in capsys.readouterr().err
    assert main(["simulate", str(DATA / "stones"), "--engine", "cc", "--profile"]) == 2
    assert "--profile" in capsys.readouterr().err


WEIGHTS = """
menu ropes "Which rope?"

action ring in ropes "Ring"
    look weight 5
    win "A ring"

action chime in ropes "Chime"
    lose "A chime"

action doze in ropes "Doze"
    look weight 0
    draw "Silence"

phase game()
    for each player in Player
        offer ropes to player
"""

BELLS = """
kind Bell is a piece for each Player
kind Spare is a piece
Spare spare
extend kind Player
    rung : pile of Bell seen by all
pile tower of Bell seen by all
    starts with Bell
pile attic of Spare seen by all
    starts with Spare
menu ropes "Which rope?"
action ring in ropes "Ring"
    move those bell in tower where bell.player = me to my.rung
phase game()
    for each player in Player
        offer ropes to player
    win "Silence"
"""

FAULTY = """
var rest : number = 2

menu ropes "Which rope?"

action ring in ropes "Ring"
    set rest to rest - 1
    if 6 / rest > 9
        win "Never"

action chime in ropes "Chime"
    win "A chime"

phase game()
    for each player in Player
        repeat 9 times
            offer ropes to player
    win "Silence"
"""


PARTS = """
kind Part
Part cook
Part smith
extend kind Player
    part : Part?
    tips : number = 0
    tunes : number = 0
value points(player) : number = player.tips + player.tunes
menu ropes "Which rope?"

action ring in ropes "Ring"
    add 1 to my.tips
    let found = random of [0, 1, 2, 3, 5, 8, 13, 21, 34]
    add found to my.tips

action chime in ropes "Chime"
    add 6 / my.tips to my.tunes

action doze in ropes "Doze"
    set my.tunes to my.tunes

action hum in ropes "Hum"
    add 1 to my.tunes

action leave in ropes "Leave"
    win "{me} leaves with {my.tips} and {my.tunes}" for me
    lose "Stayed too long, with {my.tips}"

action share in ropes "Share"
    win "All share {sum player.tips over player in Player}"

phase game()
    let omen = random of [1, 2, 3, 4, 5, 6]
    if omen = 1
        lose "It ends before it begins"
    for each player in Player
        let found = random of [1, 2, 3]
        if found > 1
            set player.part to random of Part
    repeat omen times
        for each player in Player
            offer ropes to player
    draw "Silence"
"""


def scenario(folder: Path, text: str) -> Path:
    (folder / "scenario.toml").write_text(
        'name = "bells"\ntitle = "Bells"\nplayers = [1, 2]\nmodules = ["bells"]\n'
    )
    (folder / "bells.rules").write_text(text)
    return folder


@needs_wasm
def test_a_rule_that_fails_in_plans_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tripping"
    folder.mkdir()
    (folder / "scenario.toml").write_text(
        'name = "tripping"\ntitle = "Tripping"\nplayers = [1, 4]\nuses = ["stones"]\nmodules = ["trip"]\n'
    )
    (folder / "trip.rules").write_text(
        'action trip in moves "Trip"\n    add 1 / (clock - clock) to my.stones\n'
    )
    arguments = ["simulate", str(folder), "--path", str(DATA), "--games", "2", "--bots", "easy"]
    assert main([*arguments, "--engine", "wasm"]) == 0
    assert "a rule fails in what bots plan" in capsys.readouterr().err
    assert main(["balance", *arguments[1:], "--engine", "wasm", "--players", "2", "--jobs", "1"]) == 0
    assert "trip.rules:2:" in capsys.readouterr().err
