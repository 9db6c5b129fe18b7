"""Measures the bytes sent from a table to a seat, and the time to encode them.

Usage: python benchmarks/bytes_to_seat.py [--games NAME ...] [--choices N] [--json]

Without incremental changes, every moment would carry a whole view. This is not a test: timings are
unreliable on busy machines.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.host.wire.codec import encode  # noqa: E402
from lazaretto.rules import View, load  # noqa: E402
from lazaretto.rules.run.views.diff_views import BaseIndex, ViewBase, ViewChange, applied, difference  # noqa: E402  # noqa: E402

GAMES = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war")
PLAYERS = ("anna", "ben", "carl", "dora")


class Follower:
    """Follows the updates for one seat, and records sizes and times."""

    def __init__(self, base: ViewBase) -> None:
        self.index = BaseIndex(base)
        self.view = self.index.blank
        self.finding: list[float] = []
        self.applying: list[float] = []

    def follow(self, now: View) -> int:
        """The size in bytes of the change to another view."""
        start = time.perf_counter()
        change = difference(self.index, self.view, now)
        found = time.perf_counter()
        self.view = applied(self.index, self.view, change)
        self.finding.append(found - start)
        self.applying.append(time.perf_counter() - found)
        return len(encode(change, ViewChange))


def measured(name: str, choices: int) -> dict[str, float]:
    """All figures of one game, over three random games."""
    program = load(HOUSE / "scenarios" / name).program
    assert program is not None
    whole, bases, first, moments, asked, sums = [], [], [], [], [], []
    finding, applying = [], []
    for seed in range(3):
        game = program.start(seed=seed, players=PLAYERS[: program.players[1]])
        chance, follower = Random(seed), Follower(program.view_base(game.players, 0))
        bases.append(len(encode(follower.index.base, ViewBase)))
        first.append(follower.follow(game.view(0)))
        for _ in range(choices):
            if game.seat is None:
                break
            sent: list[int] = []

            def glimpse(game=game, follower=follower, sent=sent) -> None:  # type: ignore[no-untyped-def]
                now = game.glimpse(0)
                if len(now.log) > len(follower.view.log):
                    sent.append(follower.follow(now))

            with game.watching(glimpse):
                game.answer(game.sample(chance.randrange))
            moments += sent
            whole.append(len(encode(game.view(0), View)))
            asked.append(follower.follow(game.view(0)))
            sums.append(sum(sent) + asked[-1])
        finding += follower.finding
        applying += follower.applying
    return {
        "whole view, bytes": median(whole),
        "base, bytes": median(bases),
        "first change, bytes": median(first),
        "moment, bytes": median(moments),
        "moment, bytes, 95 %": round(quantiles(moments, n=20)[-1]),
        "decision, bytes": median(asked),
        "choice in all, bytes": median(sums),
        "choice in all, bytes, 95 %": round(quantiles(sums, n=20)[-1]),
        "to find a change, ms": round(median(finding) * 1000, 4),
        "to apply it, ms": round(median(applying) * 1000, 4),
    }


def main() -> None:
    """Measure and print, with a column for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--choices", type=int, default=60, help="of each game")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {name: measured(name, arguments.choices) for name in arguments.games}
    if arguments.json:
        print(json.dumps(found))
        return
    print(f"{'':28}", *(f"{name:>13}" for name in found))
    for title in next(iter(found.values())):
        print(f"{title:28}", *(f"{each[title]:>13}" for each in found.values()))


if __name__ == "__main__":
    main()
