"""Plays ten people with many sessions who call whatever they like, and checks everything that must hold.

    python -m tests.hostile.people --steps 20000 --seed 1 --jobs 2 --json people.json

A step is a call. A small model (`people_model`, `people_rules`) says what must come of it; after it, what
everybody sees and what is stored must be what the model says, and no frame may hold what its person may not
know.
"""

import sys
import time
from collections.abc import Sequence

from tests.hostile.people_steps import play
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary

SIZE = 10_000
"""Steps on one server."""


def piece(seed: int, numbers: range) -> Tally:
    """Play some steps."""
    tally = Tally()
    first = numbers[0]
    while first < numbers[-1] + 1:
        first = play(seed, first, numbers[-1] + 1, tally)
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Play as many steps as asked and print a summary."""
    given, begun = arguments("steps", 2_000, argv), time.monotonic()
    items = range(given.first, given.first + given.items)
    total = run_pieces(piece, given.seed, items, given.jobs, SIZE)
    return finish(summary("people", given, total, begun), given.json)


if __name__ == "__main__":
    sys.exit(main())
