"""What games compute on an ordinary board fits into the fuel of a decision; what does not is named."""

import re
from functools import cache
from pathlib import Path

import pytest

from lazaretto.grammar import NOWHERE, Source, parse, render_all
from lazaretto.rules import Program, RuleError
from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import compile_checked
from lazaretto.rules.check.checker import check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.lower.game_tables import Head

SIDE = 30
HEAD = Head("board", "Board", "", (1, 2), "", (), ())
ROOM = 4 / 5
"""The part of its fuel that a computation may use."""

BOARD = """
kind Cell is a place
    x    : number
    y    : number
    mark : number = 0
kind Way links Cell
    shut : flag = no
menu moves "What?"
phase game()
    for each player in Player
        offer moves to player
    draw "Enough"
var total : number = 0
value far(cell, other: Cell) : number = abs(cell.x - other.x) + abs(cell.y - other.y)
value near(cell) : number = count other in Cell where far(cell, other) <= 2
"""

WORKS = {
    "the distances of all pairs": (
        "set total to sum (sum far(cell, other) over other in Cell) over cell in Cell"
    ),
    "the distances of all pairs, in loops": """let sum_ = 0
    for each cell in Cell
        for each other in Cell
            set sum_ to sum_ + far(cell, other)
    set total to sum_""",
    "the distances from one place": "set total to sum distance(c0_0, cell) over cell in Cell",
    "what is reached from each place": "set total to sum count(reach(cell)) over cell in Cell",
    "what is reached over some links": """for each cell in Cell
        set total to count(reach(cell by way in Way where not way.shut))""",
    "all places sorted from each place": """for each cell in Cell
        set cell.mark to count(sorted other in Cell by far(cell, other))""",
    "all places sorted by what is near": "set total to count(sorted cell in Cell by near(cell))",
    "the nearest place of each": """for each cell in Cell
        if least other in Cell where other != cell by far(cell, other) as other
            set cell.mark to far(cell, other)""",
    "a flood": """let front = [c0_0]
    let seen = [c0_0]
    repeat while count(front) > 0
        set front to those cell in Cell where (
            any other in front where cell in neighbours(other)
        ) and cell not in seen
        set seen to seen + front
    set total to count(seen)""",
    "a list of numbers, searched again and again": """let numbers = list cell.x over cell in Cell
    repeat 2000 times
        if total in numbers
            add 1 to total""",
}

BURNS = {
    "`near`": """repeat forever
        set total to near(c0_0)""",
    "`do_it`": """let x = near(c0_0)
    repeat forever
        add x to total""",
    "`far`": """repeat forever
        set total to sum far(cell, c0_0) over cell in Cell""",
}


def program(statements: str, more: str = "", backend: str = "python") -> Program:
    """Compile a game on a small board that does something at the start."""
    return compiled(f"{BOARD}{more}before game()\n    do_it()\nto do_it()\n    {statements}\n", backend, 8)


@cache
def large_board() -> Program:
    """Compile a game with a procedure for each work on a large board."""
    works = "".join(f"to work_{number}()\n    {work}\n" for number, work in enumerate(WORKS.values()))
    return compiled(BOARD + works, "python", SIDE)


def compiled(text: str, backend: str, side: int) -> Program:
    """Compile a game on a square board."""
    module, told = parse(Source("board.rules", text), "board")
    assert not told, render_all(told, {})
    found = check(compose([module], rows(side)), HEAD.players)
    assert not found.diagnostics, render_all(found.diagnostics, {})
    return Program(compile_checked(found, HEAD, backend_named(backend)), Path())


@cache
def rows(side: int) -> tuple[Row, ...]:
    """Return the cells of a square board, and the links between neighbours."""
    found = [_row("Cell", name=f"c{x}_{y}", x=x, y=y) for x in range(side) for y in range(side)]
    for x in range(side):
        for y in range(side):
            for ends in (x + 1, y), (x, y + 1):
                if max(ends) < side:
                    name = f"w{x}_{y}_{ends[0]}"
                    found.append(_row("Way", name=name, ends=[f"c{x}_{y}", f"c{ends[0]}_{ends[1]}"]))
    return tuple(found)


def _row(kind: str, **values: object) -> Row:
    return Row(kind, values, NOWHERE, {}, {}, {})


@pytest.mark.parametrize("name", WORKS)
def test_a_board_of_900_places_fits_with_room_to_spare(name: str) -> None:
    machine = large_board().machine
    state = large_board().start(seed=1, players=["anna"])._state
    names = [procedure.name for procedure in machine.tables.procedures]
    machine.call(state, names.index(f"work_{[*WORKS].index(name)}"))
    assert state.fuel > machine.fuel * (1 - ROOM)


@pytest.mark.parametrize("backend", ["python", "interpret"])
@pytest.mark.parametrize("name", BURNS)
def test_what_takes_too_long_is_named(name: str, backend: str) -> None:
    more = ""
    if name == "`far`":
        more = "change far(cell, _) by count other in Cell where other.x > cell.x when total >= 0\n"
    made = program(BURNS[name], more, backend)
    made.machine.fuel = 60_000
    with pytest.raises(RuleError, match=f"for too long: most of the work is done in {re.escape(name)}$"):
        made.start(seed=1, players=["anna"])


def test_a_decision_that_ends_in_time_is_none_the_wiser() -> None:
    made = program(WORKS["the distances from one place"])
    used = made.machine.fuel - made.start(seed=1, players=["anna"])._state.fuel
    made.machine.fuel = used + 1
    assert made.start(seed=1, players=["anna"])._state.samples is None
    made.machine.fuel = used * 99 // 100
    assert made.start(seed=1, players=["anna"])._state.samples
