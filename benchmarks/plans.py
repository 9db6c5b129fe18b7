"""Measures the thinking bot: the processor time of a plan in Python and in native code, and if they agree.

Usage: python benchmarks/plans.py [--positions N] [--games NAME ...] [--engines LANE ...] [--budget B]

A budget is a level of the bot, with changes: `hard,final=6,rounds=8+16`.

Positions come from random games of all numbers of players, of random length. What is known about heaps is
worked out before, since a bot that goes on playing has done that already. Compiling does not count.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.lab.playing.budgets import budget_named  # noqa: E402
from lazaretto.lab.playing.lookahead_bot import ThinkerBot  # noqa: E402
from lazaretto.rules import Game, Program, load  # noqa: E402
from lazaretto.rules.backends.native.native_code import Lane  # noqa: E402
from lazaretto.rules.engine.native_plans import search_natively  # noqa: E402
from lazaretto.rules.run.planning.plan_search_protocol import Budget  # noqa: E402

GAMES = ("pandemic", "contagion", "iberia", "the_cure", "cold_war")
NAMES = ("anna", "ben", "carl", "dora", "emil", "fay")
LANES: tuple[Lane, ...] = ("wasm", "cc")
DEPTH = 120
"""How many random answers lead to a position, at most."""


def positions(program: Program, wanted: int) -> Iterator[tuple[int, Game]]:
    """Yield positions in which there is something to choose, each with a seed."""
    low, high = program.players
    seed = found = 0
    while found < wanted:
        seed += 1
        chance = Random(seed)
        game = program.start(seed=seed, players=NAMES[: chance.randint(low, min(high, len(NAMES)))])
        for _ in range(chance.randrange(DEPTH)):
            after = game.fork()
            after.answer(after.sample(chance.randrange))
            if after.seat is None:
                break
            game = after
        assert game.seat is not None
        if len(game.answers(game.seat, 2)) > 1:
            found += 1
            game.imagine(game.seat, seed)
            yield seed, game


def planned(games: Sequence[tuple[int, Game]], budget: Budget) -> tuple[list[object], float]:
    """Return the plans for all positions, and the processor time of one in milliseconds."""
    plans: list[object] = []
    start = time.process_time()
    for seed, game in games:
        assert game.seat is not None
        plans.append(ThinkerBot(seed, budget).plan(game.fork(), game.seat))
    return plans, (time.process_time() - start) * 1_000 / len(games)


def measure(name: str, count: int, lanes: Sequence[Lane], budget: Budget) -> dict[str, object]:
    """Measure one game; figures are milliseconds of a plan."""
    program = load(HOUSE / "scenarios" / name).program
    assert program is not None
    games = list(positions(program, count))
    wanted, python = planned(games, budget)
    found: dict[str, object] = {"game": name, "positions": count, "python": round(python, 2)}
    for lane in lanes:
        search_natively(program, lane)
        plans, native = planned(games, budget)
        same = sum(one == other for one, other in zip(plans, wanted, strict=True))
        found[lane] = {"ms": round(native, 2), "times": round(python / native, 1), "same": same}
    program.machine.plan_search = None
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--engines", nargs="*", choices=LANES, default=LANES)
    parser.add_argument("--budget", type=budget_named, default="thinker")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measure(name, given.positions, given.engines, given.budget) for name in given.games]
    for row in rows:
        print(json.dumps(row) if given.json else "  ".join(f"{key}: {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
