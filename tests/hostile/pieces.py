"""Runs a long job in numbered pieces, in several processes, and writes one summary as JSON.

A piece depends only on the seed and its number, so a long run can be cut anywhere and each piece can be
repeated alone: `--first` names the first piece.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

PROBLEMS = "problems by group"

MOST_EXAMPLES = 20
"""How many problems are described; all are counted."""

LONGEST_EXAMPLE = 4_000
"""The maximum length of a description; a screen of 80 columns and 24 rows fits in."""


@dataclass(slots=True)
class Tally:
    """What a piece counted, by group and name, and the first problems."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    def count(self, group: str, name: str, number: int = 1) -> None:
        self.counts.setdefault(group, Counter())[name] += number

    def problem(self, name: str, told: str) -> None:
        """Count a problem and describe it."""
        self.count(PROBLEMS, name)
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(told[:LONGEST_EXAMPLE])

    def add(self, other: "Tally") -> None:
        for group, counts in other.counts.items():
            self.counts.setdefault(group, Counter()).update(counts)
        self.examples += other.examples[: MOST_EXAMPLES - len(self.examples)]

    @property
    def problems(self) -> int:
        return sum(self.counts.get(PROBLEMS, Counter()).values())


Piece = Callable[[int, range], Tally]
"""Does some of the work: gets the seed and the numbers of the items."""


def run_pieces(piece: Piece, seed: int, items: range, jobs: int, size: int) -> Tally:
    """Do the work in pieces of `size` items; with one job, in this process."""
    parts = [items[start : start + size] for start in range(0, len(items), size)]
    total = Tally()
    if jobs == 1:
        for part in parts:
            total.add(piece(seed, part))
        return total
    with ProcessPoolExecutor(jobs) as pool:
        for number, found in enumerate(pool.map(partial(piece, seed), parts), 1):
            total.add(found)
            if number % 20 == 0:
                sys.stderr.write(f"{number} of {len(parts)} pieces, {total.problems} problems\n")
    return total


def arguments(what: str, default: int, argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments that all these scripts share; `what` names the option with the number of items."""
    parser = argparse.ArgumentParser()
    parser.add_argument(f"--{what}", type=int, default=default, dest="items")
    parser.add_argument("--first", type=int, default=0, help="the number of the first item")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the summary")
    return parser.parse_args(argv)


def summary(what: str, given: argparse.Namespace, total: Tally, begun: float) -> dict[str, Any]:
    """The summary of a run as plain data."""
    return {
        "what": what,
        "seed": given.seed,
        "first": given.first,
        "items": given.items,
        "problems": total.problems,
        "seconds": round(time.monotonic() - begun, 1),
        **{group: dict(sorted(counts.items())) for group, counts in sorted(total.counts.items())},
        "examples": total.examples,
    }


def finish(found: dict[str, Any], path: Path | None) -> int:
    """Print the summary and write it; return the status of the command."""
    text = json.dumps(found, indent=2, ensure_ascii=False)
    sys.stdout.write(f"{text}\n")
    if path is not None:
        path.write_text(f"{text}\n", encoding="utf-8")
    return 1 if found["problems"] else 0
