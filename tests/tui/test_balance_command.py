"""`balance` compares numbers of players and difficulties, and says what that means."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from lazaretto.lab.balance import STRIDE, Balance, Cell, Level, Plan, Step, fill
from lazaretto.lab.game_rows import Batch
from lazaretto.lab.report import Tally
from lazaretto.lab.series import Series
from lazaretto.lab.simulate import Means
from lazaretto.rules import Program
from lazaretto.tui.__main__ import main
from lazaretto.tui.simulation.balance_text import balance_text
from lazaretto.tui.simulation.progress_bar import BalanceBar

STONES = Path(__file__).resolve().parents[1] / "data" / "stones"
LEVELS = '\n[difficulty]\noption = "start"\nlevels = { 3 = "Short", 9 = "Long" }\n'


def balanced(program: Program, shares: dict[str, int], players: tuple[int, ...] = (2,)) -> Balance:
    levels = [Level(name, {"start": str(number)}) for number, name in enumerate(shares, 3)]
    found = Balance(program, levels, "random", 0)
    for count in players:
        for level in levels:
            found.cells.append(Cell(count, level, Tally(1_000, shares[level.name])))
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
    from lazaretto.lab.simulate import simulate  # noqa: PLC0415

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
    assert [load["level"] for load in json.loads(capsys.readouterr().out)["cells"]] == ["as it is"]
    assert main(["balance", str(STONES), "--players", "17"]) == 1
    assert "cannot be played" in capsys.readouterr().err


def test_a_cell_ends_at_its_width_whatever_the_time(program: Program) -> None:
    counts = []
    for jobs in (1, 3):
        balance = balanced(program, {"Short": 0, "Long": 0}, (2, 3))
        for cell in balance.cells:
            cell.tally = Tally()
        assert fill([balance], Plan(0.07, 400, 100.0), Means(jobs=jobs))
        counts.append([(cell.tally.games, cell.tally.wins) for cell in balance.cells])
        for cell in balance.cells:
            assert cell.tally.games % STRIDE == 0 and cell.interval.half_width <= 0.07
    assert counts[0] == counts[1]


def test_the_time_ends_games_but_every_cell_has_some(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr("lazaretto.lab.balance.time.monotonic", lambda: float(next(clock)))
    balance = balanced(program, {"Short": 0, "Long": 0}, (2, 3))
    for cell in balance.cells:
        cell.tally = Tally()
    steps: list[Step] = []
    assert not fill([balance], Plan(0.01, 10_000, 60.0), Means(), steps.append)
    assert all(0 < cell.tally.games < 100 for cell in balance.cells)
    assert steps[-1].share > 0.7 and steps[-1].left < 20
    line = BalanceBar().line(steps[-1], 80)
    assert "3 players" in line and "s left" in line and len(line) < 80


def test_the_time_ends_also_in_the_middle_of_a_turn(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every batch takes 20 seconds: the time is over after at most one more."""
    now, steps = [0.0], list[Step]()

    def batch(series: Series, first: int, count: int) -> Batch:
        now[0] += 20.0
        return played(series, first, 1)

    played = Series.play
    monkeypatch.setattr(Series, "play", batch)
    monkeypatch.setattr("lazaretto.lab.balance.time.monotonic", lambda: now[0])
    balance = balanced(program, {"Short": 0, "Long": 0})
    for cell in balance.cells:
        cell.tally = Tally()
    assert not fill([balance], Plan(0.01, 400, 70.0), Means(), steps.append)
    assert now[0] == 80.0
    assert [cell.tally.games for cell in balance.cells] == [2, 2]
    assert [step.games for step in steps] == [0, 1, 2, 2, 3, 4]
    assert [step.left for step in steps] == [70.0, 50.0, 30.0, 30.0, 10.0, 0.0]


def test_cells_with_more_games_count_no_more_than_others(program: Program) -> None:
    balance = balanced(program, {"Short": 500}, (2, 3))
    balance.cells[0].tally = Tally(100, 10)
    assert balance.pooled(level="Short").value == pytest.approx(0.3)


def test_forms_of_the_table(graded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["balance", str(graded), "--bots", "random", "--games", "40", "--players", "2", "--jobs", "1"]
    assert main([*arguments, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["level"], row["games"]) for row in rows] == [("Short", "40"), ("Long", "40")]
    assert float(rows[1]["low"]) < float(rows[1]["share"]) < float(rows[1]["high"])
    assert main([*arguments, "--html", "--against", str(STONES)]) == 0
    page = capsys.readouterr().out
    assert page.count("<svg") == 3 and "95 % interval" in page and "://" not in page
    assert "Stones" in page and "is clearly easier than" in page
    assert main([*arguments, "--csv", "--json"]) == 2


def test_too_few_games_tell_nothing(program: Program) -> None:
    balance = balanced(program, {"Early": 900, "Middle": 700})
    balance.cells[1].tally = Tally()
    told = " ".join(balance_text([balance, balance], 80, "Stopped.").split())
    assert "Middle not played" in told and "tells nothing yet" in told
    assert "harder" not in told and "at Early" not in told
    assert "Stopped." in told and "To save time" not in told


def test_advice_fits_what_was_played(program: Program) -> None:
    balance = balanced(program, {"Early": 900}, (2, 3, 4))
    balance.cells[1].tally, balance.bots = Tally(), "medium"
    told = " ".join(balance_text([balance], 80).split())
    assert told.endswith("To save time: --players 3 leaves out the other rows; --bots easy plays faster.")
    balance.bots = "random"
    told = " ".join(balance_text([balance], 80).split())
    assert told.endswith("To save time: --players 3 leaves out the other rows.")


def test_a_time_that_is_over_is_told(
    graded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.lab.balance.fill", lambda *_: False)
    assert main(["balance", str(graded), "--minutes", "1", "--players", "2"]) == 0
    assert "The time of 1 minute was over" in " ".join(capsys.readouterr().out.split())


def test_an_interruption_leaves_the_table_so_far(
    graded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(cell: Step) -> None:
        if cell.games > 8:
            raise KeyboardInterrupt

    monkeypatch.setattr(
        "lazaretto.tui.simulation.progress_bar.BalanceBar.__call__", lambda _, step: interrupted(step)
    )
    arguments = ["balance", str(graded), "--bots", "random", "--games", "40", "--players", "2", "--jobs", "1"]
    assert main(arguments) == 130
    told = " ".join(capsys.readouterr().out.split())
    assert "Interrupted after " in told and "2 players Short" in told and "time of" not in told


def test_one_bot_plays_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", str(STONES), "--bots", "random,easy"]) == 2
    assert "balance takes one bot for all seats, such as --bots random" in capsys.readouterr().err
