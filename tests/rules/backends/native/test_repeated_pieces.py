"""A list may name a piece several times: each stays in one pile, in Python and native code."""

import pytest

from tests.rules.backends.native.lanes import installed
from tests.rules.backends.native.paired_play import paired, play
from tests.rules.backends.test_agreement import checked

RULES = """
kind Shell is a piece times 40

extend kind Player
    caught : pile of Shell seen by owner

pile beach of Shell seen by nobody
    starts with Shell
pile bucket of Shell seen by all

before turn(player)
    shuffle beach
    spread joined(top 2 of beach, top 2 of beach) through beach
    choose town in Town by player
    spread joined(Shell, joined(Shell, Shell)) through bucket
    choose other_town in Town by player
    spread [Shell_1, Shell_2, Shell_1] through beach
    spread joined(beach, beach) through beach
    move joined(top 2 of beach, bottom 2 of beach) to player.caught
    move joined(Shell, Shell) to beach
    choose third_town in Town by player
    move joined(top 3 of beach, bottom 4 of beach) to bottom of beach
    show joined(top 2 of beach, top 2 of beach) to player
    shuffle beach
    if count(beach) != 40 or any shell in Shell where shell not in beach
        set total to 1 / (count(beach) - count(beach))
"""


@pytest.mark.skipif(not installed(), reason="needs wasmtime or a C compiler")
def test_each_piece_stays_in_one_pile() -> None:
    machine = paired(checked(RULES), lanes=installed()[:1])
    for seed in range(4):
        assert play(machine, seed, decisions=20) == ""
    assert machine.tally["decisions"] >= 12
