"""A test that names no players gets two, or as many as the game requires."""

from pathlib import Path

import pytest

from lazaretto.rules.tools import scenario_tests

SCENARIO = """
name = "bench"
title = "Bench"
players = [{low}, {high}]
modules = ["bench"]
"""
RULES = """
extend kind Player
    points : number = 1

test "everybody has a point"
    then count(Player) = {seats}
    then (sum player.points over player in Player) = {seats}

phase game()
    lose "There was nothing to win"
"""


@pytest.mark.parametrize(("low", "high", "seats"), [(1, 1, 1), (1, 4, 2), (2, 2, 2), (3, 6, 3), (7, 8, 7)])
def test_a_test_that_names_nobody_seats_two_if_they_may(
    low: int, high: int, seats: int, tmp_path: Path
) -> None:
    folder = tmp_path / "bench"
    folder.mkdir()
    (folder / "scenario.toml").write_text(SCENARIO.format(low=low, high=high))
    (folder / "bench.rules").write_text(RULES.format(seats=seats))
    tested = scenario_tests.run(folder)
    assert tested.diagnostics == ()
    assert [result.failure for result in tested.results] == [None] * len(tested.results)
    assert tested.results
