"""The shipped games tell no secret, except what they say they tell."""

from pathlib import Path

import pytest

from grammar.diagnostics import render_all
from rules.arrangements import arrangements
from rules.build import link_pack, parse_once
from rules.flow.check_flows import flow_warnings, warnings_of
from rules.flow.marks import marks_in
from rules.link.read_scenario import read_pack
from tests.soak import soak

SCENARIOS = Path(__file__).parents[3] / "scenarios"
MOST_MARKS = 10
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
    assert all(len(each.node.reason.split()) > 3 for each in marks)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_no_secret_but_on_purpose(game: str) -> None:
    tells_no_secret(SCENARIOS / game, frozenset(GAMES[game]))


@soak
def test_every_arrangement_of_every_game_tells_no_secret_but_on_purpose() -> None:
    for folder in sorted(SCENARIOS.iterdir()):
        pack, *_ = read_pack(folder)
        assert pack is not None
        for each in arrangements(pack):
            tells_no_secret(folder, each.switches)


def test_a_scenario_with_mistakes_has_no_warnings(tmp_path: Path) -> None:
    manifest = 'name = "a"\ntitle = "A"\nplayers = [1, 2]\nmodules = ["b"]\n'
    (tmp_path / "scenario.toml").write_text(manifest, encoding="utf-8")
    for text in (
        "phase game()\n    say ?\n",
        "phase game()\n    say nobody\n",
        'phase game()\n    say "{a}"\n',
    ):
        (tmp_path / "b.rules").write_text(text, encoding="utf-8")
        assert flow_warnings(tmp_path) == ()
    (tmp_path / "b.rules").unlink()
    assert flow_warnings(tmp_path) == ()
