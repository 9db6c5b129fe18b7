"""The yardstick of `benchmarks/bench_all.py`: how long a fixed piece of work in Python takes here and now.

Usage: python benchmarks/yardstick.py [--rounds N]

The work is of the kinds that the project does: a small interpreter that runs a fixed program, tuples and
objects that are made and dropped, and a table that is filled and searched. It imports nothing of the
project. Whoever changes the work begins a new history: no figure can be compared with an earlier one. It
prints JSON: the median of the rounds in milliseconds of processor time, and the version of Python.
"""

import argparse
import gc
import json
import platform
import time
from statistics import median

NOMINAL = 100.0
"""Milliseconds that the work takes on the machine for which figures are told."""
ROUNDS = 5
STEPS = 43_000
"""Rounds of the loop in the small program."""
CELLS = 43_000
"""Objects that are made and dropped."""
KEYS = 43_000
"""Entries of the table."""
MASK = (1 << 30) - 1

PROGRAM = (
    ("copy", 1, 0),
    ("times", 1, 1_103_515_245),
    ("plus", 1, 12_345),
    ("cut", 1, MASK),
    ("copy", 0, 1),
    ("most", 2, 1),
    ("count", 3, 1),
    ("again", 3, 0),
)
"""What the small interpreter runs: the name of an instruction, a register, an operand."""


class Cell:
    """An object with two fields."""

    __slots__ = ("after", "value")

    def __init__(self, value: int, after: "Cell | None") -> None:
        self.value = value
        self.after = after


def interpreted(steps: int) -> int:
    """Run the small program so often; return what its registers add up to."""
    registers = [1, 0, 0, 0]
    at = 0
    while True:
        name, register, operand = PROGRAM[at]
        at += 1
        if name == "copy":
            registers[register] = registers[operand]
        elif name == "times":
            registers[register] *= operand
        elif name == "plus":
            registers[register] += operand
        elif name == "cut":
            registers[register] &= operand
        elif name == "most":
            registers[register] = max(registers[register], registers[operand])
        elif name == "count":
            registers[register] += operand
        elif registers[register] < steps:
            at = operand
        else:
            return sum(registers)


def allocated(cells: int) -> int:
    """Make chains of objects and sorted tuples, and drop them; return a sum."""
    total = 0
    chain: Cell | None = None
    for number in range(cells):
        chain = Cell(number, chain) if number % 200 else None
        row = (number, number * 7 % 101, str(number))
        total += len(row[2]) + (chain.value & 1 if chain else 0)
        if number % 50 == 0:
            total += sorted([row, (number, 0, ""), (number - 1, 50, "")])[0][1]
    return total


def searched(keys: int) -> int:
    """Fill a table, search it in another order, and empty it; return a sum."""
    table = {(key * 7_919) % 1_000_003: (key, key + 1) for key in range(keys)}
    total = 0
    for key in range(0, keys * 3, 2):
        found = table.get((key * 7_919) % 1_000_003)
        if found is not None:
            total += found[1]
    for each in list(table):
        total ^= table.pop(each)[0]
    return total


def work() -> tuple[int, int, int]:
    """Do the work once; return its sums, which are always the same."""
    return interpreted(STEPS), allocated(CELLS), searched(KEYS)


def measured(rounds: int = ROUNDS) -> float:
    """Return the milliseconds of processor time that the work takes: the median of some rounds."""
    work()
    gc.collect()
    gc.disable()
    spent: list[float] = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        spent.append((time.process_time() - start) * 1_000)
    gc.enable()
    return median(spent)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    print(json.dumps({"ms": round(measured(given.rounds), 3), "python": platform.python_version()}))


if __name__ == "__main__":
    main()
