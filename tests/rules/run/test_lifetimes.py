"""A variable that is reset when a phase begins keeps its type: a number stays a number, a flag a flag."""

from pathlib import Path

from lazaretto.rules import load

SCENARIO = """
name = "pond"
title = "Pond"
players = [2, 2]
modules = ["pond"]
"""
RULES = """
extend kind Player
    wet  : flag per turn
    hops : number = 0 per turn

menu moves "What do you do?"

action hop in moves "Hop"
    add 1 to my.hops
    set my.wet to yes

phase turn(player)
    offer moves to player

phase game()
    repeat forever
        for each player in Player
            turn(player)
"""


def test_numbers_and_flags_go_back_to_numbers_and_flags(tmp_path: Path) -> None:
    folder = tmp_path / "pond"
    folder.mkdir()
    (folder / "scenario.toml").write_text(SCENARIO)
    (folder / "pond.rules").write_text(RULES)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    game = loaded.program.start(seed=1, players=("anna", "ben"))
    game.choose("hop")
    for seat in game.view(None).seats:
        assert (seat.attributes["wet"], seat.attributes["hops"]) == ("no", "0")
