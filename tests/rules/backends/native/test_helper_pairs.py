"""What native code has for the run-time functions of Python does the same, by the meaning of flat code.

No compiler and no WebAssembly is needed for this, so nothing here is ever skipped.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules.backends.native import runner
from lazaretto.rules.backends.native.flat.nodes import FlatProgram
from lazaretto.rules.backends.native.native_code import Lane, NativeGame
from lazaretto.rules.backends.native.translate_game import translate_game
from lazaretto.rules.build import compile_checked, link
from lazaretto.rules.lower.lower import LoweredGame
from lazaretto.rules.run import random_streams, runtime_functions
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.limits import MOST
from lazaretto.rules.run.map_queries import FAR
from lazaretto.rules.run.random_streams import MASK
from lazaretto.rules.run.state import State
from tests.rules.backends.native import paired_machine
from tests.rules.backends.native.flat_evaluator import EvaluatedInstance
from tests.rules.backends.native.paired_play import ROOT, paired_scenario, play
from tests.soak import TIMES, longer

FUEL = 1_000_000


@cache
def translated() -> NativeGame:
    linked = link(ROOT / "tests" / "data" / "stones", tests=False)
    assert linked.checked is not None and linked.head is not None
    found = translate_game(compile_checked(linked.checked, linked.head), LoweredGame(linked.checked).lowered)
    return replace(found, program=replace(found.program, exports=tuple(found.program.functions)))


class Memory:
    """The helpers of a small game with their memory."""

    def __init__(self) -> None:
        game = translated()
        self.at = game.layout
        self.instance = EvaluatedInstance(game.program, {})
        self.words = self.instance.memory.cast("q")
        self.words[self.at.scratch_next >> 3] = self.at.scratch
        self.words[self.at.fuel >> 3] = FUEL

    def put(self, items: Sequence[int]) -> int:
        """Write a list; return its address."""
        found = self.instance.call("new_list", len(items))
        self.words[found >> 3] = len(items)
        for number, item in enumerate(items, (found >> 3) + 1):
            self.words[number] = item
        return found

    def get(self, address: int) -> list[int]:
        """Return a list."""
        first = address >> 3
        return self.words[first + 1 : first + 1 + self.words[first]].tolist()

    @property
    def fuel(self) -> int:
        return self.words[self.at.fuel >> 3]


def state() -> State:
    found = State(1)
    found.fuel = FUEL
    return found


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def test_chance() -> None:
    chance = Random(1)
    memory = Memory()
    for _ in range(60):
        word, limit = chance.getrandbits(64), chance.choice((1, 2, 6, 1000, 2**31, 2**62))
        streams = [word]
        memory.words[memory.at.streams >> 3] = signed(word)
        assert memory.instance.call("drawn", 0, limit) == random_streams.below(streams, 0, limit)
        assert memory.words[memory.at.streams >> 3] & MASK == streams[0]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 48, 59, 130])
def test_shuffles(size: int) -> None:
    chance = Random(size)
    for _ in range(3):
        memory, streams, items = Memory(), [chance.getrandbits(64)], list(range(size))
        memory.words[memory.at.streams >> 3] = signed(streams[0])
        address = memory.put(items)
        memory.instance.call("shuffled", 0, address + 8, size)
        random_streams.shuffled(streams, 0, items)
        assert memory.get(address) == items
        assert memory.words[memory.at.streams >> 3] & MASK == streams[0]


@pytest.mark.parametrize(("helper", "name"), [("list_union", "union"), ("list_minus", "minus")])
def test_lists(helper: str, name: str) -> None:
    chance = Random(3)
    for _ in range(60):
        memory, s = Memory(), state()
        one, other = (
            [
                chance.choice((MOST, -MOST, chance.randrange(40)))
                for _ in range(chance.choice((0, 1, 5, 20, 60)))
            ]
            for _ in range(2)
        )
        found = memory.instance.call(helper, memory.put(one), memory.put(other), 0)
        wanted = getattr(runtime_functions, name)(s, one, other)
        assert (memory.get(found), memory.fuel) == (list(wanted), s.fuel), (one, other)


def test_ends_of_lists_and_their_members() -> None:
    chance = Random(4)
    for _ in range(60):
        memory, items = Memory(), [chance.randrange(99) for _ in range(chance.randrange(9))]
        many, count = memory.put(items), chance.randrange(12)
        call = memory.instance.call
        assert memory.get(call("list_top", many, count)) == runtime_functions.top(items, count)
        assert memory.get(call("list_bottom", many, count)) == runtime_functions.bottom(items, count)
        for number in range(1, len(items) + 1):
            assert call("nth", many, number) == runtime_functions.nth(items, number)
            assert call("nth_from_top", many, number) == runtime_functions.nth_from_top(items, number)


def test_sorting_keeps_what_is_equal_in_order() -> None:
    chance = Random(5)
    for _ in range(40):
        memory, keys = Memory(), [chance.randrange(5) for _ in range(chance.randrange(30))]
        items = memory.put(range(len(keys)))
        memory.instance.call("sort_by", memory.put(keys), items)
        assert memory.get(items) == sorted(range(len(keys)), key=keys.__getitem__)


def test_arithmetic() -> None:
    edges = [0, 1, -1, 2, -2, 7, -7, 2**31, -(2**31), 2**62, -(2**62), MOST, -MOST]
    call = Memory().instance.call
    for one in edges:
        for other in edges:
            if abs(one * other) <= MOST:
                assert call("multiply", one, other) == one * other
            if other:
                assert call("quotient", one, other) == one // other
                assert call("remainder", one, other) == one % other


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let native code be run by the meaning of flat code."""

    def kept(program: FlatProgram, lane: Lane, level: int) -> FlatProgram:
        return program

    monkeypatch.setattr(runner, "load_program", EvaluatedInstance)
    monkeypatch.setattr(paired_machine, "compiled_for", kept)


@longer
@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["stones", "auction"])
def test_whole_games(name: str) -> None:
    """Random games agree with the interpreter at every decision, by the meaning of flat code."""
    machine = paired_scenario.__wrapped__(ROOT / "tests" / "data" / name, lanes="wasm")
    for seed in range(TIMES):
        assert play(machine, seed, 25) == ""
    assert machine.tally["compared wasm"] > 10


WALKS = {
    "scenario.toml": """
name = "walks"
title = "Walks"
players = [1, 1]
modules = ["walks"]
tables = ["map"]
""",
    "map.toml": """
[grid.Patch]
rows = ["..~", ".~.", "~.."]
links = "Path"
legend = { "~" = { wet = true } }
""",
    "walks.rules": """
kind Compass is one of south, east, north, west
kind Patch is a place
    wet : flag = no
kind Path links Patch
var found : list of number = []
value dry(path) : flag = all patch in ends(path) where not patch.wet

to note(n: number)
    set found to joined(found, [n])

to walk(patch)
    for each compass in Compass
        note(count(line(patch, compass)))
    note(1 if connected([patch, c3, b3]) else 0)
    note(1 if connected([c3, patch, b3] by path in Path where dry(path)) else 0)
    note(distance(patch, c2 by path in Path where not dry(path)))

to fill()
    repeat forever
        repeat while count(found) mod 5 != 0
            note(0)
        if count(found) > 99
            stop
        note(1)

phase game()
    for each patch in Patch
        walk(patch)
    fill()
    draw "Enough"
""",
}


@pytest.mark.usefixtures("uncompiled")
def test_walks_over_a_map_and_loops_in_loops(tmp_path: Path) -> None:
    for name, text in WALKS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    machine = paired_scenario.__wrapped__(tmp_path, lanes="wasm")
    game = bare(machine, 1, ("anna",), {}).begin()
    assert machine.tally["compared wasm"] == machine.tally["steps"] > 0
    (found,) = (
        game._state.v[variable.offset] for variable in machine.tables.variables if variable.name == "found"
    )
    assert len(found) == 100 and found[:7] == (2, 2, 0, 0, 0, 0, FAR)
