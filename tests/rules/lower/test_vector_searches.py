"""Tests which searches become operations on a range of cells, and which visit each member."""

import pytest

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import walk
from tests.rules.lower.small_games import SmallGame

BASE = """
kind Colour is one of red, green

kind Place is a place
    wet  : flag = no
    dry  : flag = yes
    near : Place?

Place a "A"
Place b "B"
Place c "C"
Place d "D"
Place e "E"
Place f "F"

kind Hill is a place
    wet : flag = no

Hill h "H"

extend kind Colour
    cubes : supply of 20

supply coins of 20

extend kind Player
    here  : Place = a
    likes : Colour?

phase game()
    set a.wet to yes
    set a.near to b
    set h.wet to yes
    for each player in Player
        set player.here to a
        set player.likes to red
        put 1 of coins on player.here
        put 1 of red.cubes on player.here
        put 1 of coins on h
    draw "Enough"

value looked(player, colour) : flag = {}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any place in Place where place.wet and coins on place > 2", "picked"),
        ("any place in Place where coins on place > 0 and place.wet", "picked"),
        ("any place in Place where coins on place >= 1 and place.wet", "picked"),
        ("any place in Place where colour.cubes on place != 0 and place.wet", "picked"),
        ("(count place in Place where place.dry and coins on place > 0) > 2", "picked"),
        ("any place in Place where coins on place > 1", "visited"),
        ("any hill in Hill where coins on hill > 0 and hill.wet", "visited"),
        ("any place in Place where not place.wet", "visited"),
        ("any place in Place where place.near = player.here", "asked at once"),
        ("any other in Player where other.here = a", "asked at once"),
        ("any other in Player where other.here = other.here", "visited"),
        ("no other in Player where other.here = a", "asked at once"),
        ("any place in Place where place.dry", "visited"),
    ],
)
def test_how_members_are_searched(text: str, expected: str) -> None:
    game = SmallGame(BASE.format(text))
    nodes = [*walk(game.body(ir.Role.VALUE, 0))]
    picked = any(isinstance(node, ir.Picked) for node in nodes)
    at_once = any(isinstance(node, ir.Compare) and isinstance(node.right, ir.Cells) for node in nodes)
    found = "picked" if picked else "asked at once" if at_once else "visited"
    assert found == expected
    assert at_once == (not any(isinstance(node, ir.Select) for node in nodes))


def test_a_guard_keeps_what_it_protects_behind_it() -> None:
    text = "any place in Place where player.likes != none and player.likes.cubes on place > 0"
    game = SmallGame(BASE.format(text))
    nodes = [*walk(game.body(ir.Role.VALUE, 0))]
    assert not any(isinstance(node, ir.Picked) for node in nodes)
