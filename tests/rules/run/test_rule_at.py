"""The profiler finds the rule of a place in the texts."""

import pytest

from lazaretto.rules.run.compiled_game import rule_at

LINES = {"moves.rules": ((3, "action walk"), (9, "action fly"))}


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("moves.rules:3:1", "action walk"),
        ("moves.rules:8:5", "action walk"),
        ("moves.rules:90:1", "action fly"),
        ("moves.rules:2:1", ""),
        ("other.rules:3:1", ""),
        ("moves.rules", ""),
        ("", ""),
    ],
)
def test_a_rule_is_found_by_a_place_inside_it(place: str, rule: str) -> None:
    assert rule_at(LINES, place) == rule
