"""What a test speaks about says whether a question is open at its end."""

import pytest

from lazaretto.grammar import nodes
from lazaretto.grammar.parser import parse
from lazaretto.grammar.source import Source
from lazaretto.rules.check.test_blocks import ends_open

ENDS = {
    "then n = 1": False,
    "when turn(anna)": False,
    "when turn(anna)\nleave open": True,
    'when turn(anna)\nwhen anna does "go"': True,
    'when turn(anna)\nthen anna may "go"': True,
    'when turn(anna)\nthen anna may not "go"\nthen n = 1': True,
    "when turn(anna)\nthen asks anna": True,
    'when turn(anna)\nwhen anna does "go"\nthen nothing asked\nthen n = 1': False,
    'when turn(anna)\nwhen anna does "go"\nthen nothing asked\nthen anna may not "go"': False,
    'when turn(anna)\nwhen anna does "go"\nthen won': False,
    'when turn(anna)\nwhen anna does "go"\nthen anna lost': False,
    'when turn(anna)\nwhen anna does "go"\nthen anna lost\nleave open': True,
    "when turn(anna)\nthen asks ben\nthen anna lost": True,
    'when turn(anna)\nthen nothing asked\nwhen anna does "go"': True,
    'when turn(anna)\nwhen anna does "go"\ngiven set n to 1': True,
    'when turn(anna)\nwhen anna does "go"\nwhen turn(ben)': False,
    'when turn(anna)\nwhen anna does "go"\nwhen next game': False,
}


@pytest.mark.parametrize("lines", ENDS)
def test_what_it_speaks_about_last_counts(lines: str) -> None:
    text = 'test "it"\n' + "".join(f"    {line}\n" for line in lines.split("\n"))
    module, mistakes = parse(Source("a.rules", text), "a")
    assert not mistakes
    (test,) = module.declarations
    assert isinstance(test, nodes.Test)
    assert ends_open(test.lines) is ENDS[lines]
