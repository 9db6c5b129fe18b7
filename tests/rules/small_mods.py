"""A small game and scenarios that use it, written to a folder for a test."""

from collections.abc import Mapping
from pathlib import Path

from lazaretto.grammar import render_all
from lazaretto.rules.build import Linked, link
from lazaretto.rules.tools import scenario_tests

PORT = """"A small game: ferries carry crates between three ports."

kind Port is a place
    depth : number = 2

Port Oran
Port Pisa
Port Riga

kind Route links Port

kind Captain
    active for player when player.captain = this

Captain Smith
    after sail(me, _)
        add 1 to wind

extend kind Player
    port    : Port = Oran
    captain : Captain?
    coins   : number = 0

var wind : number = 0

value fare(player) : number = 2

menu moves "What do you do?"

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer moves to player

to sail(player, port)
    set player.port to port
    add -fare(player) to player.coins

to load(player, n: number)
    add n to player.coins

action go in moves "Sail"
    choose port in Port where port != my.port "Where do you sail?"
    sail(me, port)

win "Rich" when any player in Player where player.coins > 20
lose "Too much wind" when wind > 9
"""


def lay(root: Path, scenarios: Mapping[str, str | Mapping[str, str]], top: str = "both", **keys: str) -> Path:
    """Write the game `port`, scenarios with one module `changes` or with these files, and one that uses all.

    A text for the scenario at the top becomes its own module; `keys` are further keys of its manifest.
    """
    game = {"port": {"port": PORT}}
    files: dict[str, Mapping[str, str]] = {
        name: {"changes": text} if isinstance(text, str) else text
        for name, text in {**game, **scenarios}.items()
    }
    files.setdefault(top, {})
    for name, modules in files.items():
        folder = root / name
        folder.mkdir(parents=True)
        uses = [file for file in files if file != top] if name == top else ["port"][: name != "port"]
        manifest = f'name = "{name}"\ntitle = "{name}"\nplayers = [2, 4]\nuses = {uses}\n'.replace("'", '"')
        manifest += f"modules = {list(modules)}\n".replace("'", '"')
        for key, value in (keys if name == top else {}).items():
            manifest += f"{key} = {value}\n"
        (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
        for module, text in modules.items():
            (folder / f"{module}.rules").write_text(text, encoding="utf-8")
    return root / top


def told(linked: Linked) -> str:
    """Return all mistakes of a scenario as an author reads them."""
    return render_all(linked.diagnostics, linked.sources)


def mistakes(root: Path, scenarios: Mapping[str, str | Mapping[str, str]], **keys: str) -> str:
    """Return the mistakes of a scenario that uses some others."""
    return told(link(lay(root, scenarios, **keys)))


def passes(root: Path, scenarios: Mapping[str, str | Mapping[str, str]]) -> None:
    """Check that a scenario that uses some others has no mistake and that its own tests pass."""
    tested = scenario_tests.run(lay(root, scenarios))
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)
    own = [result for result in tested.results if result.file.startswith("both/")]
    assert own
    assert [result.failure for result in own if result.failure] == []
