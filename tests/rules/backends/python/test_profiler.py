"""A profile counts how often a rule is called, not how often it goes on after a question."""

from pathlib import Path

from lazaretto.lab.simulate import costs_of
from lazaretto.rules import load
from lazaretto.rules.backends import PROFILE

SCENARIO = """
name = "calls"
title = "Calls"
players = [2, 2]
modules = ["calls"]
"""
RULES = """
var sum : number = 0

phase game()
    repeat 3 times
        for each player in Player
            visit(player)
    win "Done"

to visit(player)
    repeat 4 times
        choose number n from 1 to 2 by player "How many?"
        count_up(n)
    greet(player)

to count_up(n: number)
    add n to sum

to greet(player)
    confirm sure by player "Sure?"
"""


def test_a_rule_that_asks_is_called_once(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "calls.rules").write_text(RULES, encoding="utf-8")
    program = load(tmp_path, backend=PROFILE).program
    assert program is not None
    game = program.start(seed=1, players=("anna", "ben"))
    game.wander(lambda number: 0)
    assert game.outcome is not None
    calls = {cost.rule: cost.calls for cost in costs_of(program) if cost.sort == "rule"}
    assert calls == {"game": 1, "visit": 6, "count_up": 24, "greet": 6}
