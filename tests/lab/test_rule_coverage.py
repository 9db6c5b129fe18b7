"""Simulations list the rules that never ran, each with its place, whatever played the games."""

import json
from pathlib import Path

import pytest

from lazaretto.lab.game_rows import GameRow
from lazaretto.lab.series import Series, Setting
from lazaretto.lab.simulate import Means, RuleCoverage, simulate
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.load_machine_code import has_wasmtime
from lazaretto.tui.__main__ import main

DATA = Path(__file__).resolve().parents[1] / "data"
RULES = """
value prize(amount) : number = amount.size

change prize(_) by 1
change prize(_) by 2 when clock > 100
change prize(amount) at most 1 when amount.size = 1

to reward(player, amount)
    add prize(amount) to player.stones

forbid reward(_, amount)
    when amount.size > 5
    because "Nobody takes so many"

forbid reward(_, amount)
    when amount.size = 2
    because "Two are enough"

after reward(_, _)
    say "Well done."

before reward(_, _)
    when clock > 100
    pause()

to pause()
    say "Nobody gets here."

to not_called()
    pause()

instead of reward(player, _)
    when clock > 100
    add 1 to player.stones

lose "The clock broke" when clock > 100

before turn(player)
    for each amount in Amount
        reward(player, amount)
"""
NEVER = (
    "change prize(_) by 2 when clock > 100",
    "forbid reward(_, amount)",
    "before reward(_, _)",
    "to pause()",
    "instead of reward(player, _)",
    'lose "The clock broke" when clock > 100',
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "prizes"
    made.mkdir()
    manifest = (
        'name = "prizes"\ntitle = "Prizes"\nplayers = [1, 4]\nuses = ["stones"]\nmodules = ["prizes"]\n'
    )
    (made / "scenario.toml").write_text(manifest)
    (made / "prizes.rules").write_text(RULES.lstrip())
    return made


def program_of(folder: Path) -> Program:
    loaded = load(folder, search=(DATA,))
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def never_ran(folder: Path, bots: str = "random", means: Means | None = None) -> list[str]:
    report = simulate(program_of(folder), 30, 1, 3, bots=bots, looked_at=30, means=means)
    assert report.looked_at == 30
    return report.unused["rules"]


def test_rules_that_never_ran_are_listed_with_their_places(folder: Path) -> None:
    lines = RULES.lstrip().splitlines()
    wanted = [f"prizes/prizes.rules:{lines.index(each) + 1}  {each}" for each in NEVER]
    found = never_ran(folder)
    assert [each for each in found if each.startswith("prizes/")] == wanted


def test_rules_of_used_games_come_last(folder: Path) -> None:
    report = simulate(program_of(folder), 1, 1, 3, looked_at=5)
    files = [each.partition("/")[0] for each in report.unused["rules"]]
    assert files == sorted(files, key=lambda file: file != "prizes") and {*files} == {"prizes", "stones"}
    assert report.looked_at == 1


@pytest.mark.parametrize("bots", ["random", "keen", "easy", "random,easy,keen"])
def test_games_are_the_same_when_they_are_played_again(folder: Path, bots: str) -> None:
    program = program_of(folder)
    each = tuple(bots.split(",")) if "," in bots else (bots,) * 3
    setting = Setting(1, ("anna", "ben", "carl"), (), each, 500, looked_at=4)
    coverage = RuleCoverage.of(program, setting)
    assert coverage is not None
    batch = Series(program, setting, "python").play(0, 6)
    assert len(batch.answers) == (4 if "easy" in bots else 0)
    again: list[GameRow] = []
    played = coverage._series.play

    def kept(first: int, count: int) -> object:
        found = played(first, count)
        again.extend(found.rows)
        return found

    coverage._series.play = kept  # type: ignore[method-assign, assignment]
    coverage.look(batch)
    assert again == [*batch.rows][:4]


@pytest.mark.parametrize(
    "engine",
    ["python", pytest.param("wasm", marks=pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime"))],
)
def test_engines_and_processes_list_the_same(
    folder: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.lab.batches.WORTH_PROCESSES", 0.0)
    means = Means("wasm", jobs=1) if engine == "wasm" else Means("python", jobs=2)
    assert never_ran(folder, means=means) == never_ran(folder)


def test_the_command_says_where_they_are(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ["simulate", str(folder), "--path", str(DATA), "--games", "205", "--players", "3"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "rules that never ran in the first 200 games:" in told
    assert "  prizes/prizes.rules:4  change prize(_) by 2 when clock > 100\n" in told
    assert main([*arguments, "--html"]) == 0
    assert "<li><code>prizes/prizes.rules:4  change prize" in capsys.readouterr().out
    assert main([*arguments, "--json", "--games", "3"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["looked_at"] == 3 and data["unused"]["rules"]
