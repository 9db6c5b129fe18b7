"""The tutorial, and the things to try on the games' pages, work as the pages say."""

import contextlib
import io
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from grammar import Source, format_text, render_all
from lab import simulate
from rules import explain_definition, load, scenario_tests
from tui.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
OUTDATED = {"relay": "pandemic/", "nairobi": "pandemic/world.rules", "purple": "pandemic/world.rules"}
"""Examples that, as the page says, leave tests of the underlying game failing, and where these are."""


def typed(line: str) -> str:
    """Return what a command prints."""
    if not line.startswith("lazaretto "):
        return subprocess.run(line, shell=True, capture_output=True, text=True, check=True).stdout
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        main(shlex.split(line)[1:])
    return shown.getvalue()


def follows(expected: str, found: str) -> bool:
    """Whether a text is the expected one; `...` stands for anything."""
    pattern = ".*".join(map(re.escape, expected.strip().split("...")))
    return re.fullmatch(pattern, found.strip(), re.DOTALL) is not None


def test_every_example_does_what_the_page_says(
    worked: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    monkeypatch.chdir(games)
    passed: set[str] = set()
    for name, text in worked:
        if name:
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            found = typed(command)
            assert follows(expected, found), f"$ {command}\n{found}"
            if expected.endswith(" passed, 0 failed\n"):
                passed.add(command.removeprefix("lazaretto test "))
    for folder in sorted(each for each in games.iterdir() if each.is_dir()):
        if folder.name not in passed:
            passes_its_tests(folder)
        can_be_played(folder)


def passes_its_tests(folder: Path) -> None:
    tested = scenario_tests.run(folder, search=[SCENARIOS], modes=["plain"])
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)
    outdated = OUTDATED.get(folder.name, "-")
    assert [each for each in tested.results if not each.file.startswith("pandemic/")]
    assert not [each for each in tested.results if each.failure and not each.file.startswith(outdated)]


def can_be_played(folder: Path) -> None:
    for file in folder.glob("*.rules"):
        text = file.read_text(encoding="utf-8")
        if not (SCENARIOS / "pandemic" / file.name).exists():
            assert format_text(Source(file.name, text)) == (text, ())
    # The commands above ran on the Python back end; so each example runs on both.
    loaded = load(folder, search=[SCENARIOS], backend="interpret")
    assert loaded.program is not None
    least, most = loaded.program.players
    for players in range(least, most + 1):
        report = simulate(loaded.program, 4, 1, players)
        assert report.errors == 0, report.first_error


def test_every_place_to_hook_in_is_there() -> None:
    text = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    table = text.partition("## Where to hook in")[2].partition("## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|") and "`" in line]
    names = set(re.findall(r"`(\w+)`", "".join(rows)))
    assert len(names) > 20
    assert names - set(explain_definition.names(SCENARIOS / "pandemic")) == set()
