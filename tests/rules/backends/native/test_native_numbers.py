"""Numbers at the edges of 32 and 64 bits: native code computes what the interpreter computes, or fails alike.

The interpreter checks a number where it is stored or multiplied, so sums in between may be larger. Native
code has 64 bits everywhere: there it fails, and whoever plays natively plays that game again in Python.
"""

from functools import cache
from itertools import product
from random import Random

from rules.run import messages
from rules.run.errors import RuleError
from rules.run.game_setup import bare
from rules.run.limits import MOST
from tests.every import every
from tests.rules.backends.native.paired_machine import DifferentError, PairedMachine
from tests.rules.backends.native.paired_play import paired
from tests.rules.backends.test_agreement import checked
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
    "min(one, other)",
    "max(one, other)",
    "1 if one < other else 0",
    "1 if one >= other else 0",
    "1 if one = other else 0",
    "one + 1",
    "one - 1",
    "one * 2",
    "one * -1",
    "one / 2",
    "one mod 7",
    "highest n over n in [one, other]",
)
BEYOND = (
    "1 if one + other > 0 else 0",
    "one + other - other",
    "1 if one - other > 0 else 0",
    "sum n over n in [one, other]",
    "sum n over n in [one, other, -other]",
    "total_of(one, other)",
    "1 if total_of(one, other) > 0 else 0",
)
"""What may be too large only in between, or before it is stored."""
PAIRS = list(product(EDGES, EDGES))


@cache
def machine() -> PairedMachine:
    text = "var one : number = 0\nvar other : number = 0\nvar way : number = 0\n"
    text += "value total_of(one: number, other: number) : number = one + other\nbefore turn(_)\n"
    for number, each in enumerate((*COMPUTED, *BEYOND)):
        text += f"    {'else ' if number else ''}if way = {number}\n        set total to {each}\n"
    return paired(checked(text))


def computed(way: int, one: int, other: int) -> int | None:
    """Return what all back ends compute, None if they fail."""
    game = bare(machine(), 1, ("anna",), {})
    cells = {each.name: each.offset for each in machine().tables.variables}
    for name, value in (("way", way), ("one", one), ("other", other)):
        game._state.v[cells[name]] = value
    try:
        game.begin()
    except RuleError:
        return None
    found: int = game._state.v[cells["total"]]
    return found


@longer
def test_edges_of_numbers() -> None:
    chance, results = Random(1), list[int | None]()
    pairs = PAIRS if TIMES > 1 else chance.sample(PAIRS, 25)
    cases = [(way, *pair) for way in range(len(COMPUTED)) for pair in pairs]
    every(cases, lambda case: results.append(computed(*case)))
    assert None in results and any(each is not None and abs(each) > 2**61 for each in results)


@longer
def test_what_is_too_large_only_in_between_is_never_something_else() -> None:
    failed = 0
    for way in range(len(COMPUTED), len(COMPUTED) + len(BEYOND)):
        for one, other in PAIRS if TIMES > 1 else Random(2).sample(PAIRS, 40):
            try:
                computed(way, one, other)
            except DifferentError as error:
                assert max(abs(one + other), abs(one - other)) > MOST, (way, one, other)
                assert "fault instead of" in str(error) or messages.NUMBER_TOO_LARGE() in str(error)
                failed += 1
    assert failed
