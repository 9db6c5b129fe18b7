"""The help of a mistake says exactly what to write, wherever the texts of the game tell it."""

from pathlib import Path

import pytest

from tests.rules.small_mods import mistakes

CARDS = "kind Card is a piece times 3\n\nextend kind Player\n    hand : pile of Card seen by all\n\n"

HELPED = {
    "replace fare(player) : number = 3\n": "write `replace value fare`",
    "replace turn(player)\n    nothing\n": "write `replace phase turn`",
    'replace go "Sail"\n    nothing\n': "write `replace action go`",
    "remove Smith\n": "write `remove Captain Smith`",
    "remove load\n": "write `remove to load`",
    'extend action "Sail"\n    cost 2\n': "write `extend action go`",
    'extend menu "What do you do?"\n    cost 2\n': "write `extend menu moves`",
    "extend Port\n    width : number = 0\n": "write `extend kind Port`",
    "extend Smith\n    after load(me, _)\n        nothing\n": "write `extend Captain Smith`",
    "extend load\n": "`load` is a procedure: write `before`, `after` or `instead of load(...)`",
    "extend fare\n": "write `change fare(...) by ...`",
    "change wind by 1\n": "set it in a rule: `set wind to ...`",
    "change load by 1\n": "write `after load(...)`",
    "change Port by 1\n": "to give it attributes or rules, write `extend kind Port`",
    "change Smith by 1\n": "to give it rules or other values, write `extend KIND Smith`",
    "change go to 1\n": "write `extend action go`",
    f"{CARDS}change fare(player) by 1 when player.hand > 3\n": "to count them, write `count(player.hand)`",
    f"{CARDS}change fare(_) by those card in Card\n": "to count them, write `count(...)`",
    'extend action go\n    needs town != Oran else "No"\n': "the names in this rule are `port`",
}


@pytest.mark.parametrize("text", HELPED)
def test_each_help_says_what_to_write(text: str, tmp_path: Path) -> None:
    told = mistakes(tmp_path, {"both": text})
    assert f"help: {HELPED[text]}" in told, told
    assert told.count("help: ") == 1, told
