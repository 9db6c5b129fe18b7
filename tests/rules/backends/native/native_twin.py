"""Plays one game in Python and as native code: at every decision they must do, cost and report the same."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from rules.backends.native.compile_program import compile_program
from rules.backends.native.load_foreign import has_wasmtime
from rules.backends.native.runner import OPEN, NativeRunner
from rules.backends.native.translate_game import translate_game
from rules.build import compile_checked
from rules.check.checker import Checked
from rules.lower.game_tables import Head
from rules.lower.lower import LoweredGame
from rules.run.errors import RuleError
from rules.run.game_setup import bare
from rules.run.machine import Machine
from rules.run.state import State
from tests.rules.backends.twins import HEAD, NAMES

_SHOWN = 1_000
"""How many of the open answers are compared."""


class NativeTwin:
    """A game for Python and as native code."""

    def __init__(self, checked: Checked, head: Head = HEAD, fuel: int | None = None) -> None:
        """Compile it; with less fuel than usual, endless rules stop sooner, in both alike."""
        lowered = LoweredGame(checked)
        self.machine = Machine(compile_checked(checked, head))
        native = translate_game(self.machine.tables, lowered.lowered, fuel=fuel)
        self.machine.fuel = fuel or self.machine.fuel
        code = compile_program(native.program, "wasm" if has_wasmtime() else "cc")
        self.runner = NativeRunner(self.machine, native, code)

    def play(self, seed: int, decisions: int = 400) -> str:
        """Play a random game, compared at every decision; return the fault that ended it, if one did."""
        machine, runner, chance = self.machine, self.runner, Random(seed)
        low, high = machine.tables.players
        game = bare(machine, seed, NAMES[: low + seed % (high - low + 1)], {})
        runner.load(machine.laid(game._state, seed))
        fault, stopped = _both(game.begin, runner.begin)
        for _ in range(decisions):
            if fault is not None:
                return fault
            assert _parts(runner.stored()) == _parts(game._state)
            pending = game._pending
            assert (pending is None) == (stopped != OPEN)
            if pending is None:
                break
            answers, least, most = runner.pending()
            assert (least, most) == (pending.least, pending.most)
            assert _plain(answers[:_SHOWN]) == _plain(pending.answers[:_SHOWN])
            try:
                answer = game.sample(chance.randrange)
            except RuleError as error:
                return str(error)
            if chance.random() < 0.1:  # a state must be the same after a way through Python
                runner.load(_copied(game._state))
            fault, stopped = _both(partial(game.answer, answer), partial(runner.answer, answer))
        return ""


def _both(one: Callable[[], object], other: Callable[[], int]) -> tuple[str | None, int]:
    """Run both; return the fault that both must have, and what the native game says."""
    faults: list[str | None] = []
    stopped = OPEN
    for index, do in enumerate((one, other)):
        try:
            found = do()
            faults.append(None)
            if index and isinstance(found, int):
                stopped = found
        except RuleError as error:
            faults.append(str(error))
    assert faults[0] == faults[1]
    return faults[0], stopped


def _copied(state: State) -> State:
    """Return a state as it is before its next decision."""
    copied = state.fork()
    copied.forced, copied.looked = [], 0
    return copied


def _parts(state: State) -> dict[str, Any]:
    """Return everything about a state, including what was paid."""
    return {
        "snapshot": state.snapshot(),
        "fuel": state.fuel,
        "forced": state.forced,
        "barrier": state.barrier,
        "labels": state.labels,
        "turns": state.turns,
    }


def _plain(answers: Sequence[Any]) -> list[Any]:
    return [tuple(each) if isinstance(each, list) else each for each in answers]
