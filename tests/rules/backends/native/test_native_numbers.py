"""Numbers at the edges of 32 and 64 bits: all back ends compute the same, or fail alike at the same place.

Each sum, difference and product must fit into 64 bits, also if it is only compared; of `sum … over …` only
the whole must.
"""

from functools import cache
from itertools import product
from random import Random

import pytest

from lazaretto.rules.build import compile_checked
from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.limits import MOST
from lazaretto.rules.run.machine import Machine
from tests.every import every
from tests.rules.backends.native.paired_play import paired
from tests.rules.backends.test_agreement import checked
from tests.rules.backends.twins import HEAD
from tests.soak import TIMES, longer

NUMBERS = (0, 1, 2, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 3_037_000_500, 2**62 - 1, 2**62, MOST)
EDGES = sorted({sign * each for each in NUMBERS for sign in (1, -1)})
COMPUTED = (
    "one + other",
    "one - other",
    "one * other",
    "one / other",
    "one mod other",
    "0 - one",
    "-one",
    "abs(one)",
    "abs(-one)",
    "min(one, other)",
    "max(one, other)",
    "1 if one < other else 0",
    "1 if one >= other else 0",
    "1 if one = other else 0",
    "one + 1",
    "one - 1",
    "1 - one",
    "one * 2",
    "one * -1",
    "one / 2",
    "one / -1",
    "one mod 7",
    "one mod -1",
    "highest n over n in [one, other]",
    "1 if one + other > 0 else 0",
    "1 if one - other > 0 else 0",
    "1 if one * other > 0 else 0",
    "one + other - other",
    "one - other + other",
    "min(one + other, 1)",
    "sum n over n in [one, other]",
    "sum n over n in [one, other, -other]",
    "sum n over n in [one, one, other, other, -one, -one]",
    "1 if (sum n over n in [one, other]) > 0 else 0",
    "sum n + 1 over n in [one, other]",
    "count n in [one, other] where n + one > 0",
    "total_of(one, other)",
    "1 if total_of(one, other) > 0 else 0",
    "raised(one)",
    "raised(one) - other",
    "dial + one",
    "dial + dial - one",
    "(level + 1) * dial + one",
)
PAIRS = list(product(EDGES, EDGES))
RULES = """
var one : number = 0
var other : number = 0
var way : number = 0
var dial : number 0..3 = 3
value total_of(one: number, other: number) : number = one + other
value raised(n: number) : number = n
change raised(_) by other
change raised(_) by 1 when other = 2
"""


@cache
def text() -> str:
    found = RULES + "before turn(_)\n"
    for number, each in enumerate(COMPUTED):
        found += f"    {'else ' if number else ''}if way = {number}\n        set total to {each}\n"
    return found


@cache
def machines(text: str) -> tuple[Machine, Machine]:
    """Return a machine that compares native code with the interpreter, and one that runs Python."""
    return paired(checked(text)), Machine(compile_checked(checked(text), HEAD))


def computed(machine: Machine, way: int, one: int, other: int) -> int | str:
    """Return what a machine computes, or how it fails."""
    game = bare(machine, 1, ("anna",), {})
    cells = {variable.name: variable.offset for variable in machine.tables.variables}
    for name, value in (("way", way), ("one", one), ("other", other)):
        game._state.v[cells[name]] = value
    try:
        game.begin()
    except RuleError as error:
        return str(error)
    found: int = game._state.v[cells["total"]]
    return found


def edges(seed: int, count: int) -> list[tuple[int, int]]:
    return PAIRS if TIMES > 1 else Random(seed).sample(PAIRS, count)


@longer
def test_edges_of_numbers() -> None:
    results: list[int | str] = []

    def holds(case: tuple[int, int, int]) -> None:
        compared, python = (computed(machine, *case) for machine in machines(text()))
        assert compared == python
        results.append(compared)

    every([(way, *pair) for way in range(len(COMPUTED)) for pair in edges(1, 8)], holds)
    assert any(isinstance(result, int) and abs(result) > 2**61 for result in results)
    assert any(isinstance(result, str) for result in results)


@pytest.mark.parametrize(
    ("rule", "one", "other", "wanted"),
    [
        ("one + other - other", MOST, 1, None),
        ("1 if one + other > 0 else 0", MOST, 1, None),
        ("1 if one - other > 0 else 0", -MOST, 1, None),
        ("raised(one) - other", MOST, 1, None),
        ("sum n over n in [one, other]", MOST, 1, None),
        ("sum n over n in [one, other, -other]", MOST, 1, MOST),
        ("sum n over n in [one, other, -other]", -MOST, -MOST, -MOST),
        ("one + other", MOST - 1, 1, MOST),
        ("one - other", -MOST + 1, 1, -MOST),
        ("one + other", -MOST, -1, None),
    ],
)
def test_what_is_too_large(rule: str, one: int, other: int, wanted: int | None) -> None:
    """The fault names the operation itself; nothing is too large because of the order of a sum's members."""
    way = COMPUTED.index(rule)
    found = {computed(machine, way, one, other) for machine in machines(text())}
    if wanted is not None:
        assert found == {wanted}
    else:
        (said,) = found
        line = text().split("\n").index(f"        set total to {rule}") + 1
        assert isinstance(said, str) and messages.NUMBER_TOO_LARGE() in said
        assert f"case.rules:{line}:" in said or "raised" in rule


FURTHER = """
var far : number = 0
before turn(player)
    if far < 0 or far > 9
        advance clock by far
    choose number n from far to far by player
    set total to n
"""


@pytest.mark.parametrize("far", [0, 3, MOST - 3, MOST, -MOST])
def test_tracks_and_choices_of_numbers(far: int) -> None:
    """Sums that the engine computes itself: where a marker goes, and what may be chosen."""
    found = set()
    for machine in machines(FURTHER):
        game = bare(machine, 1, ("anna",), {})
        cells = {variable.name: variable.offset for variable in machine.tables.variables}
        game._state.v[cells["far"]] = far
        try:
            game.begin()
            found.add(str(game.snapshot()))
        except RuleError as error:
            found.add(str(error))
    assert len(found) == 1
