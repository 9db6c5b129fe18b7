"""A game for Python, with a runner of the same game as native code."""

from functools import cache

from rules.backends.native.compile_program import compile_program
from rules.backends.native.load_foreign import has_wasmtime
from rules.backends.native.runner import NativeRunner
from rules.backends.native.translate_game import translate_game
from rules.build import compile_checked, link
from rules.check.checker import Checked
from rules.lower.game_tables import Head
from rules.lower.lower import LoweredGame
from rules.run.machine import Machine
from tests.rules.backends.native.paired_play import ROOT
from tests.rules.backends.twins import HEAD

SMALL = ("auction", "lanterns", "corners", "fugitive", "regatta", "voyage")
"""Games of choices at the same time, of unseen pieces, of odd rules, of a map, of grids and of texts."""
LARGE = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war", "bio_terrorist", "mutation")


class NativeTwin:
    """A game for Python and as native code."""

    def __init__(self, checked: Checked, head: Head = HEAD) -> None:
        lowered = LoweredGame(checked)
        self.machine = Machine(compile_checked(checked, head))
        native = translate_game(self.machine.tables, lowered.lowered)
        code = compile_program(native.program, "wasm" if has_wasmtime() else "cc")
        self.runner = NativeRunner(self.machine, native, code)


@cache
def twin(name: str) -> NativeTwin:
    """Return a scenario by its name."""
    folder = ROOT / "scenarios" / name
    linked = link(folder if folder.exists() else ROOT / "tests" / "data" / name, tests=False)
    assert linked.checked is not None and linked.head is not None
    return NativeTwin(linked.checked, linked.head)
