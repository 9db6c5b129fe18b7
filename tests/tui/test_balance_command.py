"""`balance` compares numbers of players and difficulties, and says what that means."""

import json
import shutil
from pathlib import Path

import pytest

from lab.balance import Balance, Cell, Level
from lab.tallies import Tally
from rules import Program
from tui.__main__ import main
from tui.simulation.balance_text import balance_text

STONES = Path(__file__).resolve().parents[1] / "data" / "stones"
LEVELS = '\n[difficulty]\noption = "start"\nlevels = { 3 = "Short", 9 = "Long" }\n'


def balanced(program: Program, shares: dict[str, int], players: tuple[int, ...] = (2,)) -> Balance:
    levels = [Level(name, {"start": str(number)}) for number, name in enumerate(shares, 3)]
    found = Balance(program, levels, "random", 0)
    for count in players:
        for each in levels:
            found.cells.append(Cell(count, each, Tally(1_000, shares[each.name])))
    return found


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    folder = tmp_path / "graded"
    shutil.copytree(STONES, folder)
    manifest = folder / "scenario.toml"
    text = manifest.read_text()
    first = text.find("\n[")
    manifest.write_text(text + LEVELS if first < 0 else text[:first] + LEVELS + text[first:])
    return folder


def test_every_cell_is_played_and_told(graded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "balance",
        str(graded),
        "--bots",
        "random",
        "--games",
        "40",
        "--players",
        "2",
        "--players",
        "3",
    ]
    assert main([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(each["players"], each["level"], each["games"]) for each in data["cells"]] == [
        (players, level, 40) for players in (2, 3) for level in ("Short", "Long")
    ]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "Long is clearly harder than Short" in told and "the bot `random`" in " ".join(told.split())


def test_rounds_go_on_where_the_first_ended(program: Program) -> None:
    from lab import simulate  # noqa: PLC0415
    from lab.simulate import Means  # noqa: PLC0415

    balance = balanced(program, {"Short": 0})
    cell = balance.cells[0]
    cell.tally = Tally()
    for games in (10, 25):
        balance.play(cell, games, Means())
    alone = simulate(program, 35, 0, 2, options={"start": "3"})
    assert (cell.tally.games, cell.tally.wins) == (35, alone.wins)


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        (550, "lies between Middle and Late"),
        (950, "is clearly easier than Stones at Early"),
        (50, "is clearly harder than Stones at Late"),
        (705, "is about as hard as Stones at Middle"),
    ],
)
def test_a_variant_is_put_between_levels(program: Program, wins: int, words: str) -> None:
    base = balanced(program, {"Early": 900, "Middle": 700, "Late": 400})
    told = " ".join(balance_text([balanced(program, {"As it is": wins}), base], 80).split())
    assert words in told


@pytest.mark.parametrize("width", [60, 160])
def test_tables_fit_the_width(program: Program, width: int) -> None:
    text = balance_text([balanced(program, {"Early": 900, "Middle": 700}, (2, 3, 4))], width)
    assert max(map(len, text.splitlines())) <= width
    assert "win about equally often" in " ".join(text.split())


def test_without_levels_a_game_is_played_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", str(STONES), "--bots", "random", "--games", "5", "--players", "1", "--json"]) == 0
    assert [each["level"] for each in json.loads(capsys.readouterr().out)["cells"]] == ["as it is"]
    assert main(["balance", str(STONES), "--players", "17"]) == 1
    assert "cannot be played" in capsys.readouterr().err
