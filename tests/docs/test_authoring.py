"""The tutorial, and the things to try on the games' pages, work as the pages say."""

import contextlib
import io
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lazaretto.grammar import Source, format_text, render_all
from lazaretto.lab.simulate import simulate
from lazaretto.rules import Program
from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import Linked, Parse, compile_linked, link
from lazaretto.rules.flow.check_flows import warnings_of
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.lower.ir import Lowered
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.tools import explain_definition, scenario_tests
from lazaretto.rules.tools.scenario_tests import Bench
from lazaretto.tui.__main__ import main
from tests.interpreter import interpreter
from tests.linked_scenarios import with_tests_of
from tests.soak import TIMES, longer

pytestmark = interpreter

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
OUTDATED = {"relay": "pandemic/", "nairobi": "pandemic/world.", "purple": "pandemic/world."}
"""Examples that, as the page says, leave tests of the underlying game failing, and where these are."""

TELLING = {"gossip"}
"""Examples of rules that tell a secret."""


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


class Compiled:
    """Keeps what `lazaretto test` compiles, so that an example is compiled once."""

    def __init__(self, patch: pytest.MonkeyPatch, parsing: Parse) -> None:
        self._kept: dict[str, tuple[Linked, CompiledGame]] = {}
        self._parsing = parsing
        patch.setattr(scenario_tests, "parse_once", lambda: parsing)
        patch.setattr(scenario_tests, "compile_linked", self._compile)

    def _compile(self, linked: Linked, backend: Callable[[Lowered], Code]) -> CompiledGame | None:
        tables = compile_linked(linked, backend)
        if tables is not None:
            self._kept[tables.digest] = linked, tables
        return tables

    def of(self, folder: Path) -> tuple[Linked, CompiledGame]:
        """Return an example as it is on disk now."""
        pack, *_ = read_pack(folder, search=[SCENARIOS])
        if pack is None or pack.digest not in self._kept:
            linked = link(folder, search=[SCENARIOS], parsing=self._parsing)
            tables = self._compile(linked, backend_named("python", brief=True))
            assert tables is not None, render_all(linked.diagnostics, linked.sources)
            return linked, tables
        return self._kept[pack.digest]


def parsing_of(worked: list[tuple[str, str]]) -> Parse:
    """Return a parser of an example with its own tests; in `make soak` with those of the games it uses.

    These are parsed, too, where the page shows that they have other results.
    """
    whole = TIMES > 1 or any("CHANGED" in text for _, text in worked)
    games = {name.partition("/")[0] for name, _ in worked}
    texts = [text for _, text in worked]
    return with_tests_of(lambda file: whole or file.partition("/")[0] in games, texts)


@longer
def test_every_example_does_what_the_page_says(
    worked: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    monkeypatch.chdir(games)
    compiled = Compiled(monkeypatch, parsing_of(worked))
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
    for folder in sorted(path for path in games.iterdir() if path.is_dir()):
        linked, tables = compiled.of(folder)
        if folder.name not in passed:
            passes_its_tests(folder, Bench(tables, linked))
        assert folder.name in TELLING or not warnings_of(linked)
        can_be_played(folder, Program(tables, folder))


def passes_its_tests(folder: Path, bench: Bench) -> None:
    checked = bench.linked.checked
    assert checked is not None
    outdated = OUTDATED.get(folder.name, "-")
    assert [case_ for case_ in checked.cases if not case_.inherited]
    for case in checked.cases:
        assert bench.run(case, "plain") is None or case.span.file.startswith(outdated), case.name


def can_be_played(folder: Path, program: Program) -> None:
    for file in folder.glob("*.rules"):
        text = file.read_text(encoding="utf-8")
        if not (SCENARIOS / "pandemic" / file.name).exists():
            assert format_text(Source(file.name, text)) == (text, ())
    least, most = program.players
    for players in sorted({least, most}) if TIMES == 1 else range(least, most + 1):
        report = simulate(program, 2 * TIMES, 1, players)
        assert report.errors == 0, report.first_error


def test_every_place_to_hook_in_is_there() -> None:
    text = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    table = text.partition("## Where to hook in")[2].partition("## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|") and "`" in line]
    names = set(re.findall(r"`(\w+)`", "".join(rows)))
    assert len(names) > 20
    assert names - set(explain_definition.names(SCENARIOS / "pandemic")) == set()
