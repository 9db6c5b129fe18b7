"""The rulebook lists which places are connected."""

from pathlib import Path

from lazaretto.rules import load

MANIFEST = 'name = "isles"\ntitle = "Isles"\nplayers = [2, 2]\nmodules = ["isles"]\ntables = ["isles"]\n'
RULES = """
kind Isle is a place

kind Bridge links Isle
    "A bridge."
    rotten : flag = no
    used   : flag = no

kind Slide links Isle one way
    "A slide."

kind Tunnel links Isle

phase game()
    for each bridge in Bridge where not bridge.rotten
        set bridge.used to yes
    win "Done"
"""
TABLE = """
[[Isle]]
name = "Low"
[[Isle]]
name = "High"
[[Isle]]
name = "Far"
[[Bridge]]
ends = ["High", "Low"]
[[Bridge]]
ends = ["High", "Far"]
rotten = true
[[Slide]]
ends = ["High", "Low"]
[[Tunnel]]
ends = ["Low", "Far"]
"""


def test_each_place_is_listed_with_those_that_links_lead_to(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(MANIFEST)
    (tmp_path / "isles.rules").write_text(RULES)
    (tmp_path / "isles.toml").write_text(TABLE)
    program = load(tmp_path).program
    assert program is not None
    found = {
        chapter.title: (chapter.text, [(entry.title, entry.text) for entry in chapter.entries])
        for chapter in program.rulebook()
        if chapter.title.endswith(": connections")
    }
    assert found == {
        "Bridge: connections": (
            "",
            [("Low", "High."), ("High", "Low, Far (rotten)."), ("Far", "High (rotten).")],
        ),
        "Slide: connections": ("These lead one way only.", [("High", "Low.")]),
    }
