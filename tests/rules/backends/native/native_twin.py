"""A game for Python, with a runner of the same game as native code."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lazaretto.rules import load
from lazaretto.rules.backends.native.compile_program import compile_program
from lazaretto.rules.backends.native.load_machine_code import has_wasmtime
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.backends.native.runner import NativeRunner
from lazaretto.rules.backends.native.translate_game import translate_game
from lazaretto.rules.build import compile_checked
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.engine.choose_engine import native_runner
from lazaretto.rules.lower.game_tables import Head
from lazaretto.rules.lower.lower import LoweredGame
from lazaretto.rules.run.machine import Machine
from tests.one_at_a_time import one_at_a_time
from tests.rules.backends.native.paired_play import ROOT
from tests.rules.backends.twins import HEAD

SMALL = ("auction", "lanterns", "corners", "fugitive", "regatta", "voyage")
"""Games of choices at the same time, of unseen pieces, of odd rules, of a map, of grids and of texts."""
LARGE = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war", "bio_terrorist", "mutation")


@dataclass(frozen=True)
class NativeTwin:
    """A game for Python and as native code."""

    machine: Machine
    runner: NativeRunner


def twin_of(checked: Checked, head: Head = HEAD) -> NativeTwin:
    """Return a game of some rules."""
    machine = Machine(compile_checked(checked, head))
    native = translate_game(machine.tables, LoweredGame(checked).lowered)
    return NativeTwin(machine, NativeRunner(machine, native, compile_program(native.program, usual_lane())))


@cache
def twin(name: str, lane: Lane | None = None) -> NativeTwin:
    """Return a scenario by its name on a lane; one process of a test run makes its code, for all."""
    folder = ROOT / "scenarios" / name
    with one_at_a_time(Path(os.environ["XDG_CACHE_HOME"]) / f"twin-{name}"):
        program = load(folder if folder.exists() else ROOT / "tests" / "data" / name).program
        assert program is not None
        program.machine.judgement_sought = True  # without a learned one
        return NativeTwin(program.machine, native_runner(program, lane or usual_lane()))


def usual_lane() -> Lane:
    """Return WebAssembly if it is installed, otherwise C."""
    return "wasm" if has_wasmtime() else "cc"
