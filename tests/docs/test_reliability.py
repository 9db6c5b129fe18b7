"""The page about reliability agrees with the raw summaries beside it."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.listed_tests import listed_tests
from tests.hostile.doubled_games import GAMES
from tests.hostile.pieces import PROBLEMS
from tests.hostile.summaries import Summary, add, covered, kept, main, total

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
MARKED = re.compile(r"^from tests\.soak import (.+)$|(?<!\")\bpytest\.mark\.(soak|longer)\b", re.MULTILINE)
"""How a module uses the marks of `make soak`: by their names, or as marks of pytest."""
FIRST, MENDED = "first run", "after the fixes"


def runs(what: str, stage: str) -> list[Summary]:
    return [each for each in kept() if (each["what"], each["stage"]) == (what, stage)]


def counted(found: list[Summary], group: str) -> int:
    return sum(total(found, group).values())


def test_its_files_and_commands_exist() -> None:
    files = re.findall(r"`([\w./]+/[\w.]+\.(?:py|md|jsonl|lark))`", PAGE)
    assert len(files) > 4
    assert [file for file in files if not (ROOT / file).is_file()] == []
    modules = set(re.findall(r"python -m ([\w.]+)", PAGE))
    assert len(modules) > 4
    assert [module for module in modules if find_spec(module) is None] == []


def rows(heading: str) -> dict[str, str]:
    """The rows of the table with this heading, by their first column."""
    table = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    found = re.findall(r"(?m)^\| `([^`]+)` (\|.+)$", table)
    assert len(found) == len(dict(found)) > 10, heading
    return dict(found)


def marked(mark: str) -> dict[str, set[str]]:
    """The modules of tests that use a mark, each with the tests that run in `make soak` alone."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT / "tests").as_posix()
        used = {
            word
            for each in MARKED.findall(path.read_text(encoding="utf-8"))
            for word in ",".join(each).split(",")
        }
        if mark in {each.strip() for each in used} and name != "soak.py":
            found[f"tests/{name}"] = {test for test, runs in listed_tests(name).items() if not runs}
    return found


def test_what_runs_in_make_soak_alone_is_listed_with_a_reason() -> None:
    """The table has each module that uses the mark `soak`, with the names of tests that it leaves out."""
    listed = rows("tests | what runs there alone | why")
    assert {file: {*re.findall(r"`(test_\w+)`", row)} for file, row in listed.items()} == marked("soak")
    assert [
        file for file, row in listed.items() if not all(each.strip() for each in row.split("|")[1:-1])
    ] == []


def test_what_runs_longer_in_make_soak_is_listed() -> None:
    assert rows("tests | what there is more of").keys() == marked("longer").keys()


def test_each_folder_of_tests_says_what_it_proves() -> None:
    folders = {path.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").rglob("test_*.py")}
    assert rows("folder | what its tests prove | share").keys() == folders


@pytest.mark.parametrize(
    ("what", "stage", "items"),
    [
        ("random games", FIRST, 300_000),
        ("broken texts and records", FIRST, 200_000),
        ("kills", MENDED, 2_000),
    ],
)
def test_each_run_is_complete(what: str, stage: str, items: int) -> None:
    found = runs(what, stage)
    assert covered(found) == set(range(items))
    assert sum(each["items"] for each in found) == items
    assert f"{items:,} in {len(found)} pieces" in WORDS
    assert {each["seed"] for each in found} == {1}


def test_its_sums_are_those_of_the_summaries() -> None:
    games, texts, kills = (
        runs("random games", FIRST),
        runs("broken texts and records", FIRST),
        runs("kills", MENDED),
    )
    scenarios, replayed = len(total(games, "games")), counted(games, "replayed")
    assert f"{scenarios} scenarios" in WORDS
    assert f"{replayed:,} replayed, {counted(games, PROBLEMS)} differed" in WORDS
    sorts = [f"{counted(texts, sort):,} {sort}s" for sort in ("record", "text", "game", "kept game")]
    assert ", ".join(sorts) in WORDS
    assert counted(texts, PROBLEMS) == counted(kills, PROBLEMS) == 0
    assert f"{counted(kills, 'choices checked'):,} choices checked" in WORDS
    programs = {each.partition(", ")[0] for each in total(kills, "kills")}
    for program in programs:
        of_it = sum(n for name, n in total(kills, "kills").items() if name.startswith(f"{program}, "))
        assert f"{of_it:,} of {'the app' if program == 'app' else program}" in WORDS


def test_its_figures_of_doubled_games_are_those_of_the_summary() -> None:
    (summary,) = runs("doubled games", FIRST)
    games = summary["games"].values()
    assert summary["games"].keys() <= {*GAMES} and summary["errors"] == []
    assert f"{len(games)} scenarios, {sum(game['decisions'] for game in games):,} decisions" in WORDS
    seconds, megabytes = (max(game[f"load_{unit}"] for game in games) for unit in ("seconds", "megabytes"))
    assert f"slowest check and load {seconds:.1f} s, {megabytes} MB" in WORDS
    seconds, megabytes = (
        max(game[f"decision_{unit}"] for game in games) for unit in ("seconds", "megabytes")
    )
    assert f"slowest decision {seconds:.1f} s, {megabytes} MB" in WORDS


def test_its_reports_are_all_explained() -> None:
    reports = [each for run in kept() if run["what"] == "kills" for each in run["examples"]]
    numbers = [re.match(r"kill (\d+) of", report) for report in reports]
    assert numbers and all(number and f"{number[1]}" in WORDS for number in numbers)


def test_summaries_are_added_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_file, given = tmp_path / "kept.jsonl", tmp_path / "given.json"
    monkeypatch.setattr("tests.hostile.summaries.add", lambda stage, found: add(stage, found, kept_file))
    for first in (0, 5):
        given.write_text(f'{{"first": {first}, "items": 5, "games": {{"stones": 2}}}}\n')
        assert main(["--stage", "now", str(given)]) == 0
    found = kept(kept_file)
    assert [each["stage"] for each in found] == ["now", "now"]
    assert covered(found) == set(range(10))
    assert total(found, "games") == {"stones": 4}
    assert kept(tmp_path / "none.jsonl") == []
