"""Tests may stand in a file beside their module: it belongs to the module, and a game plays without it."""

from pathlib import Path

import pytest

from lazaretto.grammar import Source, nodes
from lazaretto.grammar.diagnostics import Diagnostic, render_all
from lazaretto.grammar.parser import parse
from lazaretto.rules import build, load
from lazaretto.rules.build import link
from lazaretto.rules.link.read_scenario import MOST_FILES, MOST_MODULES, read_pack
from lazaretto.rules.tools import scenario_tests
from lazaretto.rules.tools.check_scenario import check_scenario
from tests.rules.small_mods import lay

TRIP = """# Where ships go.

test "a trip costs the fare"
    when sail(anna, Riga)
    then anna.coins = -2
    then anna.port = Pisa
"""
OTHER = """replace test "a trip costs the fare"
    when sail(ben, Riga)
    then ben.coins = -2
"""
RULES = """"The harbour."

var fog : flag = no

test "no fog"
    then not fog
"""


def beside(root: Path, tests: str, **scenarios: str) -> Path:
    """Lay a game whose module `port` has a file of tests; return the folder of a scenario that uses it."""
    folder = lay(root, scenarios)
    (root / "port" / "port.tests").write_text(tests, encoding="utf-8")
    return folder


def test_tests_beside_a_module_run_and_are_told_with_their_own_line(tmp_path: Path) -> None:
    tested = scenario_tests.run(beside(tmp_path, TRIP).parent / "port")
    assert not tested.diagnostics
    (found,) = tested.results
    assert (found.file, found.line, found.inherited) == ("port/port.tests", 3, False)
    assert found.failure == "line 6: not true: then anna.port = Pisa: here it is Riga = Pisa"


def test_a_check_parses_each_text_once_with_tests_and_once_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[str, bool]] = []

    def counted(source: Source, name: str, tests: bool = True) -> tuple[nodes.Module, tuple[Diagnostic, ...]]:
        read.append((source.name, tests))
        return parse(source, name, tests)

    monkeypatch.setattr(build, "parse", counted)
    assert check_scenario(beside(tmp_path, "").parent / "port").mistakes == ()
    assert len(read) > 1 and len(set(read)) == len(read)


def test_a_scenario_that_uses_the_game_runs_and_replaces_its_tests(tmp_path: Path) -> None:
    folder = beside(tmp_path / "1", TRIP, mod="change fare(_) to 5\n")
    (found,) = scenario_tests.run(folder).results
    assert found.changed
    folder = beside(tmp_path / "2", TRIP, mod="")
    (folder.parent / "mod" / "changes.tests").write_text(OTHER, encoding="utf-8")
    (found,) = scenario_tests.run(folder).results
    assert (found.file, found.failure) == ("mod/changes.tests", None)
    (folder.parent / "mod" / "changes.tests").write_text('remove test "a trip costs the fare"\n')
    assert scenario_tests.run(folder).results == ()


def test_tests_of_a_part_run_with_the_part(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"both": {"both": ""}}, optional='{ wet = { title = "Wet", modules = ["wet"] } }')
    (folder / "wet.rules").write_text("var fog : flag = yes\n")
    (folder / "wet.tests").write_text('test "fog"\n    then not fog\n')
    (found,) = scenario_tests.run(folder).results
    assert (found.file, found.failure) == (
        "both/wet.tests",
        "line 2: not true: then not fog (with wet)",
    )


def test_tests_of_a_whole_scenario_belong_to_no_module(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"mod": "change fare(_) to 5\n"})
    (folder / "scenario.tests").write_text(TRIP.replace("-2", "-5").replace("Pisa", "Riga"))
    (found,) = scenario_tests.run(folder).results
    assert (found.file, found.line, found.failure, found.inherited) == ("both/scenario.tests", 3, None, False)
    head = link(folder).head
    assert head is not None and [module.name for module in head.modules] == ["port", "changes"]


def test_a_game_plays_without_its_tests_and_is_not_compiled_anew_for_them(tmp_path: Path) -> None:
    folder = beside(tmp_path, "")
    digests = set()
    for text in ("", TRIP, "to to to\n"):
        (tmp_path / "port" / "port.tests").write_text(text)
        pack, problems, sources = read_pack(folder)
        assert pack is not None and not problems
        digests.add(pack.digest)
        assert "port/port.tests" not in sources
        assert load(folder).program is not None
        pack, problems, sources = read_pack(folder, tests=True)
        assert pack is not None and not problems
        digests.add(pack.digest)
        assert [(name, test.text) for name, test in pack.tests] == [("port/port", text)]
    assert len(digests) == 1
    assert {mistake.span.file for mistake in check_scenario(folder).mistakes} == {"port/port.tests"}


def test_a_file_of_tests_holds_nothing_else(tmp_path: Path) -> None:
    linked = link(beside(tmp_path, RULES + '\nremove win "Rich"\n'))
    told = render_all(linked.diagnostics, linked.sources).splitlines()
    assert [each for each in told if not each.startswith(" ") and each] == [
        "port/port.tests:1:1: P036 the documentation of a module belongs in its `.rules` file",
        "port/port.tests:3:1: P036 a file of tests can contain only tests",
        "port/port.tests:8:1: P036 a file of tests can contain only tests",
    ]
    assert "  help: move this to a module, or make it part of a test" in told


def test_names_of_rules_in_a_file_of_tests_are_known_all_the_same(tmp_path: Path) -> None:
    linked = link(beside(tmp_path, "var fog : flag = no\n" * 30))
    assert [diagnostic.code for diagnostic in linked.diagnostics].count("P036") == 20
    assert {diagnostic.code for diagnostic in linked.diagnostics} == {"P036", "R003"}


def test_files_of_tests_count_as_files(tmp_path: Path) -> None:
    names = [f"m{number}" for number in range(MOST_MODULES)]
    tables = [f"t{number}" for number in range(MOST_FILES - 2 * MOST_MODULES + 1)]
    keys = {"without": '["port/port"]', "tables": repr(tables)}
    folder = lay(tmp_path, {"both": dict.fromkeys(names, "")}, **keys)
    for name in (*(f"{name}.tests" for name in names), *(f"{name}.toml" for name in tables)):
        (folder / name).write_text("")
    assert read_pack(folder)[1] == ()
    (mistake,) = read_pack(folder, tests=True)[1]
    assert (mistake.code, mistake.span.file) == ("P017", f"both/{names[-1]}.tests")
