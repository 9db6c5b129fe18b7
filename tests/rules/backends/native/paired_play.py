"""Plays random games on a paired machine: options, numbers of players, copies, undo and records at random."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from lazaretto.rules.backends import backend_named
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.build import compile_checked, link
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.lower.game_tables import Head
from lazaretto.rules.lower.lower import LoweredGame
from lazaretto.rules.run.errors import ChoiceError, RuleError, StartError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import bare
from tests.rules.backends.native.lanes import LEVEL
from tests.rules.backends.native.paired_machine import DifferentError, PairedMachine
from tests.rules.backends.twins import HEAD, NAMES

ROOT = Path(__file__).resolve().parents[4]
ASIDE = 4
"""How many decisions a copy is played."""
FAR = 30
"""How many decisions a copy is played at once."""
UNDONE = 60
"""A longer game is not played again for an undo."""


def paired(
    checked: Checked,
    head: Head = HEAD,
    fuel: int | None = None,
    lanes: Sequence[Lane] | None = None,
    backend: str = "interpret",
    level: int = LEVEL,
) -> PairedMachine:
    """Return a machine for some rules; with less fuel than usual, endless rules stop sooner."""
    tables = compile_checked(checked, head, backend_named(backend))
    return PairedMachine(tables, LoweredGame(checked).lowered, lanes, fuel, level=level)


@cache
def paired_scenario(
    folder: Path, switches: frozenset[str] = frozenset(), backend: str = "interpret", lanes: str = ""
) -> PairedMachine:
    """Return a machine for a scenario."""
    linked = link(folder, switches, (ROOT / "scenarios",), tests=False)
    assert linked.checked is not None and linked.head is not None
    chosen: list[Lane] | None = [each for each in ("wasm", "cc") if each in lanes.split()] if lanes else None
    return paired(linked.checked, linked.head, None, chosen, backend)


def play(machine: PairedMachine, seed: int, decisions: int = 400, aside: float = 0.15) -> str:
    """Play a random game, compared at every decision; return the fault that ended it, if one did."""
    for side in machine.sides:
        side.restart()
    try:
        return _play(machine, seed, decisions, aside)
    except DifferentError as error:
        error.add_note(f"seed {seed}")
        raise


def _play(machine: PairedMachine, seed: int, decisions: int, aside: float) -> str:
    chance = Random(seed)
    game = _started(machine, seed, chance)
    try:
        game.begin()
        for _ in range(decisions):
            if game.seat is None:
                break
            if chance.random() < aside:
                _look_aside(game, chance)
            machine.tally["decisions"] += 1
            game.answer(game.sample(chance.randrange))
    except RuleError as error:
        machine.tally["faults"] += 1
        return str(error)
    finally:
        machine.tally["games"] += 1
    return ""


def _started(machine: PairedMachine, seed: int, chance: Random) -> Game:
    """Return a game with random options, or without if they do not fit."""
    tables = machine.tables
    low, high = tables.players
    options = {
        option.name: chance.choice(option.members or tuple(map(str, range(option.low, option.high + 1))))
        for option in tables.options
    }
    players = NAMES[: low + seed % (min(high, len(NAMES)) - low + 1)]
    try:
        return bare(machine, seed, players, options)
    except StartError:
        return bare(machine, seed, players, {})


def _look_aside(game: Game, chance: Random) -> None:
    """Play copies of a game for a while; the machine compares what they do."""
    assert game.seat is not None
    for still in (False, True):
        copy = game.fork(still)
        copy.foresee(copy.sample(chance.randrange))
        _go_on(copy, chance, 0 if still else ASIDE)
    with suppress(RuleError):
        _go_on(game.imagine(chance.randrange(len(game.players)), chance.randrange(1_000)), chance, ASIDE)
    with suppress(RuleError):
        game.fork().wander(chance.randrange, chance.randrange(1, FAR))
    if len(game._entries()) < UNDONE and chance.random() < 0.2:
        copy = game.fork()
        try:
            copy.undo()
        except ChoiceError:
            pass
        else:
            _go_on(copy, chance, ASIDE)


def _go_on(game: Game, chance: Random, decisions: int) -> None:
    for _ in range(decisions):
        if game.seat is None:
            break
        try:
            game.answer(game.sample(chance.randrange))
        except RuleError:
            break
