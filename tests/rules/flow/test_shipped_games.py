"""The shipped games tell no secret, except what they say they tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from lazaretto.grammar.diagnostics import Diagnostic, ordered, render_all
from lazaretto.grammar.source import Source
from lazaretto.rules.build import link, link_pack, parse_once
from lazaretto.rules.flow import messages
from lazaretto.rules.flow.check_flows import warnings_of
from lazaretto.rules.flow.scope import marks_in
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.tools.scenario_tests import arrangements
from tests.soak import soak

SCENARIOS = Path(__file__).parents[3] / "scenarios"
MOST_MARKS = 10
MANIFEST = 'name = "a"\ntitle = "A"\nplayers = [1, 2]\nmodules = ["b"]\n'
GAMES: dict[str, set[str]] = {
    "pandemic": set(),
    "iberia": {"malaria", "cholera", "typhus", "yellow_fever"},
    "the_cure": set(),
    "cold_war": set(),
    "strain_and_mutation": set(),
    "strain_and_terrorist": set(),
    "contagion": set(),
    "company": set(),
}
"""Scenarios, and parts that are switched on; these have all modules of all games between them."""
_parse = parse_once()


def tells_no_secret(folder: Path, switches: frozenset[str]) -> None:
    pack, problems, sources = read_pack(folder, switches=switches)
    assert pack is not None
    linked = link_pack(pack, sources, False, problems, _parse)
    assert linked.composed is not None
    found = warnings_of(linked, pack.manifest.name if pack.manifest.layer is None else None)
    assert not found, render_all(found, sources)
    marks = marks_in(linked.composed.placed)
    assert len(marks) <= MOST_MARKS
    assert all(len(mark.node.reason.split()) > 3 for mark in marks)


@dataclass(frozen=True, slots=True)
class Flows:
    """The warnings about a scenario, and the texts they are about."""

    warnings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def warnings_with_any_part(folder: Path) -> Flows:
    """Check a scenario, and each of its optional parts switched on; nothing is said if it has mistakes.

    A mark has no use if it has none with any choice of parts.
    """
    pack, problems, read = read_pack(folder, partial=True)
    if pack is None or problems:
        return Flows((), read)
    own = None if pack.manifest.layer is not None else pack.manifest.name
    sources = dict(read)
    told: dict[Diagnostic, int] = {}
    files: list[set[str]] = []
    parsing = parse_once()
    for arrangement in arrangements(pack, frozenset()):
        linked = link(folder, arrangement.switches, tests=False, parsing=parsing)
        sources.update(linked.sources)
        files.append({*linked.sources})
        for warning in warnings_of(linked, own):
            told[warning] = told.get(warning, 0) + 1
    unused = messages.UNUSED.code
    found = (
        diagnostic
        for diagnostic, times in told.items()
        if diagnostic.code != unused or times == sum(diagnostic.span.file in some for some in files)
    )
    return Flows(ordered(found), sources)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_no_secret_but_on_purpose(game: str) -> None:
    tells_no_secret(SCENARIOS / game, frozenset(GAMES[game]))


@soak
@pytest.mark.parametrize("game", sorted(path.name for path in SCENARIOS.iterdir()))
def test_a_game_tells_no_secret_with_any_part(game: str) -> None:
    found = warnings_with_any_part(SCENARIOS / game)
    assert not found.warnings, render_all(found.warnings, found.sources)


def test_parts_are_checked_switched_on(tmp_path: Path) -> None:
    manifest = MANIFEST + '[optional.c]\ntitle = "C"\nmodules = ["c"]\n'
    game = 'phase game()\n    f()\n    draw "Enough"\nvar wish : number seen by nobody\nto f()\n'
    mark = '    reveals wish "It is all that is left."\n'
    hook, told = "after f()\n    set wish to 2\n", '    say "{wish}"\n'
    for base, part, codes in (
        ("", "", ["L001"]),
        (mark, "", ["L002", "L001"]),
        ("", mark, []),
    ):
        game_rules, part_rules = f"{game}{base}    nothing\n", f"{hook}{part}{told}"
        for name, text in (("scenario.toml", manifest), ("b.rules", game_rules), ("c.rules", part_rules)):
            (tmp_path / name).write_text(text, encoding="utf-8")
        found = warnings_with_any_part(tmp_path)
        assert [warning.code for warning in found.warnings] == codes
        assert {warning.span.file for warning in found.warnings} <= found.sources.keys()


def test_a_scenario_with_mistakes_has_no_warnings(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(MANIFEST, encoding="utf-8")
    for text in (
        "phase game()\n    say ?\n",
        "phase game()\n    say nobody\n",
        'phase game()\n    say "{a}"\n',
    ):
        (tmp_path / "b.rules").write_text(text, encoding="utf-8")
        assert warnings_with_any_part(tmp_path).warnings == ()
    (tmp_path / "b.rules").unlink()
    assert warnings_with_any_part(tmp_path).warnings == ()
