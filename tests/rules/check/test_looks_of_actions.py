"""Looks that stand on their own with the name of an action."""

from pathlib import Path

from lazaretto.rules.build import link
from tests.rules.small_mods import PORT, lay, mistakes, told


def test_an_action_of_another_module_gets_a_look(tmp_path: Path) -> None:
    port = PORT + "\nalias leave for go\n"
    linked = link(
        lay(tmp_path, {"port": {"port": port}, "both": 'look go weight 2\nlook leave letter "!"\n'})
    )
    assert linked.checked is not None, told(linked)
    (action,) = (each for each in linked.checked.world.actions if each.name == "go")
    assert action.looks == {"weight": "2", "letter": "!"}


def test_a_look_of_nothing_names_actions_too(tmp_path: Path) -> None:
    found = mistakes(tmp_path, {"both": "look goo weight 2\n"})
    assert "both/changes.rules:1:6: R001 unknown name `goo`" in found
    assert "did you mean `go`?" in found
