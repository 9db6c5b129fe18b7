"""Options of pieces whose places matter are listed as their pile is shown: the top one first."""

from pathlib import Path

import pytest

from lazaretto.rules import load

MANIFEST = 'name = "masks"\ntitle = "Masks"\nplayers = [2, 2]\nmodules = ["masks"]\n'
RULES = """
kind Mask is a piece

Mask Crow
Mask Hare
Mask Wolf

extend kind Player
    hand  : pile of Mask seen by those other in Player where other != this
    shown : pile of Mask seen by all

menu moves "What?"

action tell in moves "Tell"
    choose mask in next(me).hand "Which?"
    say "{me} tells of {mask}."

action some in moves "Tell of some"
    choose 1 to 2 mask in next(me).hand as told "Which?"
    say "{me} tells."

action lay in moves "Lay open"
    choose mask in next(me).shown "Which?"
    say "{me} tells of {mask}."

phase game()
    for each player in Player
        turn(player)

phase turn(player)
    for each mask in Mask
        move mask to next(player).PILE
    repeat forever
        offer moves to player
"""


@pytest.mark.parametrize(
    ("pile", "action", "order"),
    [
        ("hand", "tell", ["Wolf", "Hare", "Crow"]),
        ("hand", "some", ["Wolf", "Hare", "Crow"]),
        ("shown", "lay", ["Crow", "Hare", "Wolf"]),
    ],
)
def test_options_stand_in_the_order_of_the_pile(
    tmp_path: Path, pile: str, action: str, order: list[str]
) -> None:
    (tmp_path / "scenario.toml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "masks.rules").write_text(RULES.replace("PILE", pile), encoding="utf-8")
    found = load(tmp_path)
    assert found.program is not None, found.diagnostics
    game = found.program.start(seed=1, players=("anna", "ben"))
    game.choose(action, 0)
    assert game.decision is not None
    assert [option.label for option in game.decision.options] == order
    (held,) = (each for each in game.view(0).seats[1].piles if each.name == pile)
    assert [piece.label for piece in held.pieces if piece is not None] == ["Wolf", "Hare", "Crow"]
