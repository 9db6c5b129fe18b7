"""What `make bench-all` measures is divided by a yardstick, kept in a file, and compared with other lines."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import bench_all
from benchmarks.compare_speed import Compared, compared, sentence, table, verdict
from benchmarks.measured_tree import MeasuredTree, Yardstick
from benchmarks.speed_figures import BENCHMARKS, FIGURES, SECTIONS, Benchmark, Figure, parsed, rate, size
from benchmarks.speed_history import COLUMNS, HISTORY, Line, append, made, read, written
from benchmarks.yardstick import work
from tests.interpreter import interpreter

pytestmark = interpreter

ROOT = Path(__file__).resolve().parents[2]
KEY = Figure("key", "ms", "app", ("key",))
TURNS = rate("turns", "games", "turns")
BYTES = size("bytes", "bytes", "app", "bytes")
HERE, PYTHON = "a processor, 2 cores", "3.11.7"


def line(day: int, place: tuple[str, str] = (HERE, PYTHON), **figures: float) -> Line:
    machine, python = place
    about = {"date": f"2026-01-{day:02}T00:00:00Z", "commit": f"c{day}", "machine": machine, "python": python}
    return made(about, figures)


def figures_line(day: int, figure: Figure, value: float) -> Line:
    return Line({**line(day).cells, figure.name: written(value)})


def against(figure: Figure, now: float, *before: float) -> Compared:
    lines = [figures_line(day, figure, value) for day, value in enumerate(before, 1)]
    (found,) = compared(figures_line(30, figure, now), lines, [figure])
    return found


# --- figures ---------------------------------------------------------------------------------------


def test_the_yardstick_does_what_it_always_did() -> None:
    """Whoever changes its work makes all figures before incomparable."""
    assert work() == (1_168_154_791, 268_390, 462_250_000)


def test_each_figure_has_a_column_of_its_own_and_a_section() -> None:
    names = [figure.name for figure in FIGURES]
    assert len(names) == len({*names, *COLUMNS}) - len(COLUMNS) > 40
    assert {figure.section for figure in FIGURES} == set(SECTIONS)


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda each: each.name)
def test_each_benchmark_knows_the_options_that_it_is_given(benchmark: Benchmark) -> None:
    script = (ROOT / "benchmarks" / benchmark.script).read_text(encoding="utf-8")
    words = [*benchmark.words(quick=False), *benchmark.words(quick=True)]
    assert "--json" in benchmark.words(quick=False)
    assert [each for each in words if each.startswith("--") and f'"{each}"' not in script] == []


def test_times_are_divided_by_the_yardstick_and_sizes_are_not() -> None:
    assert KEY.at_nominal(30, yardstick=150) == 20
    assert TURNS.at_nominal(1_000, yardstick=150) == 1_500
    assert BYTES.at_nominal(30, yardstick=150) == 30


def test_a_figure_is_found_where_a_benchmark_prints_it() -> None:
    output = parsed('{"rows": [1]}\n{"rows": [2, 3.5], "same": true, "none": 0}\n')
    assert Figure("x", "ms", "app", (-1, "rows", 1)).found_in(output) == 3.5
    for missing in ((2, "rows"), (0, "rows", 1), (0, "other"), (1, "same"), (1, "none"), ("rows",)):
        assert Figure("x", "ms", "app", missing).found_in(output) is None


class Steady(MeasuredTree):
    """A tree on a machine whose yardsticks and benchmarks are known before."""

    def __init__(self, sticks: list[float], outputs: list[object]) -> None:
        self.sticks, self.outputs = sticks, outputs

    def yardstick(self) -> Yardstick:
        return Yardstick(self.sticks.pop(0), PYTHON)

    def run(self, benchmark: Benchmark, words: Sequence[str]) -> object:
        return self.outputs.pop(0)


def test_each_run_is_divided_by_the_yardsticks_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_all, "tell", lambda _text: None)
    tree = Steady([100, 300, 100, 100], [{"key": 20, "bytes": 7}, None, {"key": 40}])
    benchmark = Benchmark("x.py", "", (KEY, BYTES, TURNS))
    found, sticks = bench_all.measure(tree, [benchmark], rounds=3, quick=False)
    assert found == {"key": (10 + 40) / 2, "bytes": 7}
    assert len(sticks) == 4


# --- the file --------------------------------------------------------------------------------------


def test_the_history_can_be_read() -> None:
    header = HISTORY.read_text(encoding="utf-8").partition("\n")[0]
    assert header.startswith(",".join(COLUMNS))
    for each in read(HISTORY):
        assert len(each.date) == 20
        assert all((each.commit, *each.place))
        assert all(each.figure(figure.name) != 0 for figure in FIGURES)


def test_a_line_is_read_as_it_was_appended(tmp_path: Path) -> None:
    file = tmp_path / "history.csv"
    assert read(file) == []
    lines = [line(1, key=1.5), line(2, key=2.0, bytes=1_234_567)]
    for each in lines:
        append(file, each, ["key", "bytes"])
    assert read(file) == lines
    assert lines[1].figure("bytes") == 1_234_567
    assert lines[0].figure("bytes") is None


def test_new_figures_get_a_column_and_old_ones_keep_theirs(tmp_path: Path) -> None:
    file = tmp_path / "history.csv"
    append(file, line(1, old=1.0), ["old"])
    append(file, line(2, new=2.0), ["new"])
    header, first, second = file.read_text(encoding="utf-8").splitlines()
    assert header == ",".join([*COLUMNS, "new", "old"])
    assert first.endswith(",,1") and second.endswith(",2,")
    assert [each.figure("old") for each in read(file)] == [1.0, None]


def test_a_file_with_only_a_header_or_short_lines_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "history.csv"
    file.write_text("date,commit,python,machine,yardstick ms\n")
    assert read(file) == []
    file.write_text('date,commit,python,machine,yardstick ms,key\n2026-01-01,abc,3.11,"one, two"\n')
    assert [(each.place, each.figure("key")) for each in read(file)] == [(("one, two", "3.11"), None)]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (7, "7"),
        (19_335, "19335"),
        (8_251_112.4, "8251112"),
        (0.0123456789, "0.0123457"),
        (1.5, "1.5"),
    ],
)
def test_numbers_are_written_without_exponents(value: float, text: str) -> None:
    assert written(value) == text


# --- comparison ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "now", "told"),
    [
        (KEY, 106, True),
        (KEY, 104, False),
        (KEY, 90, False),
        (TURNS, 94, True),
        (TURNS, 96, False),
        (TURNS, 110, False),
        (BYTES, 106, True),
    ],
)
def test_what_is_worse_by_more_than_five_percent_is_told(figure: Figure, now: float, told: bool) -> None:
    found = against(figure, now, 100, 99, 101)
    assert found.told is told
    text = "\n".join(verdict([found]))
    assert (f"{figure.name}: 100 -> {now}" in text and "worse by 6.0 %" in text) is told
    assert ("Nothing is worse than the median of the last 3 lines" in text) is not told


def test_the_last_ten_lines_count() -> None:
    found = against(KEY, 20, 1, 1, 1, *range(10, 20))
    assert found.before == [*range(10, 20)]
    assert found.usual == 14.5
    assert "the median of the last 10 lines" in next(verdict([found]))


def test_lines_of_other_machines_and_pythons_and_younger_commits_do_not_count() -> None:
    lines = [
        line(9, key=5.0),
        line(20, key=1.0),
        line(8, (HERE, "3.12.0"), key=2.0),
        line(7, ("another", PYTHON), key=3.0),
        line(6, bytes=1.0),
        line(5, key=4.0),
    ]
    (found,) = compared(line(10, key=4.5), lines, [KEY, BYTES])
    assert found.before == [4.0, 5.0]


def test_a_figure_without_earlier_lines_is_shown_and_not_told() -> None:
    (found,) = compared(line(1, key=4.5), [], [KEY])
    assert (found.usual, found.change, found.told) == (None, None, False)
    assert "4.50" in "\n".join(table([found]))
    assert list(verdict([found])) == [
        "There is no earlier line of this machine and this Python to compare with."
    ]
    assert not against(KEY, 5, 0, 0, 0).told


def test_the_spread_of_a_noisy_figure_is_told() -> None:
    noisy = (100, 108, 95, 104, 97, 106)
    assert sentence(against(KEY, 112, *noisy)).endswith("worse by 9.8 %; within its usual spread of 17.6 %")
    assert "more than its usual spread" in sentence(against(KEY, 150, *noisy))
    assert "spread" not in sentence(against(KEY, 112, 100, 101, 100, 101))


def test_a_lasting_change_does_not_make_a_figure_noisy() -> None:
    found = against(KEY, 92, 120, 121, 120, 80, 81, 80, 81)
    assert found.told
    assert "spread" not in sentence(found)


def test_two_lines_tell_no_spread() -> None:
    assert against(KEY, 112, 100, 90).spread is None


# --- the tree --------------------------------------------------------------------------------------


def test_a_commit_has_a_plus_if_its_tree_has_changes(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        settings = ("-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", str(tmp_path), *settings, *words], check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "benchmarks").mkdir()
    history, other = tmp_path / "benchmarks" / "history.csv", tmp_path / "other.py"
    history.write_text("date\n")
    other.write_text("1\n")
    git("add", ".")
    git("commit", "-q", "-m", "x", "--date", "2026-01-01T00:00:00Z")
    clean = bench_all.state_of(tmp_path)
    history.write_text("date\n2026\n")
    assert bench_all.state_of(tmp_path) == clean
    other.write_text("2\n")
    changed = bench_all.state_of(tmp_path)
    assert changed["commit"] == f"{clean['commit']}+"
    assert len(changed["date"]) == len(clean["date"]) == 20


def test_another_tree_is_measured_by_our_scripts_or_by_its_own(tmp_path: Path) -> None:
    tree, scratch = tmp_path / "tree", tmp_path / "scratch"
    for folder in (tree / "lazaretto", tree / "benchmarks", scratch):
        folder.mkdir(parents=True)
    (tree / "lazaretto" / "__init__.py").write_text("")
    (tree / "benchmarks" / "hints.py").write_text("import lazaretto\nprint('{\"key\": 5}')\n")
    (tree / "benchmarks" / "plans.py").write_text("1 / 0\n")
    told: list[str] = []
    measured = MeasuredTree(tree, scratch, told.append)
    assert measured.run(Benchmark("hints.py", "", (KEY,)), []) == {"key": 5}
    assert measured.run(Benchmark("plans.py", "", (KEY,)), []) is None
    assert [text.partition(": ")[0] for text in told] == [
        "hints.py of this tree does not run",
        "hints.py is measured by the script of that tree",
        "plans.py of this tree does not run",
        "plans.py of that tree does not run",
        "plans.py is left out",
    ]
    assert told[3].endswith("ZeroDivisionError: division by zero")
    assert {path.name for path in tree.rglob("*")} == {
        *("lazaretto", "__init__.py", "benchmarks", "hints.py", "plans.py")
    }
