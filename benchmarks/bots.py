"""Measures how often bots win: a bot against another one on the same fresh seeds.

Usage: python benchmarks/bots.py [CELL ...] [--bots NEW OLD] [--games N] [--base SEED] [--jobs N]
       [--engine LANE] [--results FILE.csv]

A cell is a game with its number of players and options, like `pandemic/4/epidemics=5`. A bot is `random`,
`keen`, or a level with changes, like `hard,final=6,rounds=8+16`; it plays all seats. Name the new bot before
you measure: whoever tries many and shows the best one fools himself.

Every game is a line of the results. Games that are there already are not played again, so a run that was
interrupted goes on where it stopped, and `--games 400` adds a hundred to three hundred. Compiling does not
count as time of the processor.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, fields
from functools import cache
from math import comb, sqrt
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.lab.game_rows import names_for, seed_of  # noqa: E402
from lazaretto.lab.playing.bots import BOTS, Bot  # noqa: E402
from lazaretto.lab.playing.budgets import budget_named  # noqa: E402
from lazaretto.lab.playing.lookahead_bot import ThinkerBot  # noqa: E402
from lazaretto.rules import Program, load  # noqa: E402
from lazaretto.rules.engine.native_plans import search_natively  # noqa: E402

CELLS = (
    "pandemic/2/epidemics=4",
    "pandemic/4/epidemics=4",
    "pandemic/4/epidemics=5",
    "on_the_brink/3",
    "iberia/3",
    "the_cure/3",
    "cold_war/3",
)
RESULTS = HOUSE / "benchmarks" / "results" / "bots.csv"
BASE = 20_261_117
"""The seed from which those of all games follow."""
DIGITS = 1.96
"""How many standard errors a 95 % interval has on each side."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game."""

    cell: str
    bot: str
    seed: int
    won: int
    turns: int
    seconds: float
    """Processor time."""
    reason: str


# --- playing -------------------------------------------------------------------------------------------


@cache
def program_of(cell: str, lane: str) -> Program:
    """Return the compiled game of a cell."""
    program = load(HOUSE / "scenarios" / cell.partition("/")[0]).program
    assert program is not None
    search_natively(program, "cc" if lane == "cc" else "wasm")
    return program


def made(bot: str, seed: int) -> Bot:
    """Return a bot by its name."""
    return BOTS[bot](seed) if bot in ("random", "keen") else ThinkerBot(seed, budget_named(bot))


def play(cell: str, bot: str, seed: int, lane: str) -> Result:
    """Play one game."""
    _, players, *options = cell.split("/")
    chosen = dict(option.split("=") for option in options)
    program = program_of(cell, lane)
    begin = time.process_time()
    game = program.start(seed=seed, players=names_for(int(players)), options=chosen)
    player = made(bot, seed)
    while game.outcome is None:
        player.play(game)
    seconds = time.process_time() - begin
    won = game.outcome.results[0] == "won"
    return Result(cell, bot, seed, int(won), game.turns, round(seconds, 3), game.outcome.reason)


def read(file: Path) -> list[Result]:
    """Return all games that were played before."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Result(
                each["cell"],
                each["bot"],
                int(each["seed"]),
                int(each["won"]),
                int(each["turns"]),
                float(each["seconds"]),
                each["reason"],
            )
            for each in csv.DictReader(lines)
        ]


def played(file: Path, wanted: Sequence[tuple[str, str, int]], lane: str, jobs: int) -> Iterator[Result]:
    """Play the games that are missing, and write each down as soon as it is over."""
    known = {(each.cell, each.bot, each.seed) for each in read(file)}
    missing = [each for each in wanted if each not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        if new:
            writer.writerow(field.name for field in fields(Result))
        for result in _results(missing, lane, jobs):
            writer.writerow(astuple(result))
            lines.flush()
            yield result


def _results(missing: Sequence[tuple[str, str, int]], lane: str, jobs: int) -> Iterable[Result]:
    lanes = [lane] * len(missing)
    if jobs == 1 or not missing:
        yield from map(play, *(zip(*missing, strict=True) if missing else ((), (), ())), lanes)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, *zip(*missing, strict=True), lanes)


# --- counting ------------------------------------------------------------------------------------------


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, DIGITS**2
    middle = share + square / (2 * games)
    half = DIGITS * sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def mcnemar(only_one: int, only_other: int) -> float:
    """Return how likely chance alone splits the games that only one of two bots wins so unevenly."""
    games, fewer = only_one + only_other, min(only_one, only_other)
    if only_one == only_other:
        return 1.0
    tail = sum(comb(games, each) for each in range(fewer + 1))
    return min(1.0, float(2 * tail) / float(2**games))


def summary(results: Sequence[Result]) -> str:
    """Return how often a bot won, and the processor time of a turn."""
    wins, games = sum(result.won for result in results), len(results)
    low, high = wilson(wins, games)
    turns = sum(result.turns for result in results) or 1
    seconds = sum(result.seconds for result in results) / turns
    share = 100 * wins / games if games else 0.0
    return f"{wins}/{games} = {share:.0f} % [{100 * low:.0f}, {100 * high:.0f}]  {seconds:.3f} CPU s a turn"


def told(cell: str, bots: Sequence[str], results: Sequence[Result]) -> Iterator[str]:
    """Yield lines about one cell."""
    of_bots: list[Mapping[int, Result]] = [
        {result.seed: result for result in results if result.cell == cell and result.bot == bot}
        for bot in bots
    ]
    yield cell
    for bot, found in zip(bots, of_bots, strict=True):
        yield f"  {bot}: {summary([*found.values()])}"
    new = of_bots[0]
    for bot, old in zip(bots[1:], of_bots[1:], strict=True):
        both = new.keys() & old.keys()
        better = sum(new[each].won > old[each].won for each in both)
        worse = sum(new[each].won < old[each].won for each in both)
        chance = mcnemar(better, worse)
        yield f"  against {bot}: {len(both)} pairs, {better} to {worse} where they differ, p {chance:.4f}"


def main() -> None:
    """Play what is missing, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cells", nargs="*", default=CELLS, metavar="CELL")
    parser.add_argument("--bots", nargs="+", default=("hard", "thinker"))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--base", type=int, default=BASE)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--engine", choices=("wasm", "cc"), default="cc")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    seeds = [seed_of(given.base, number) for number in range(given.games)]
    for cell in given.cells:
        wanted = [(cell, bot, seed) for seed in seeds for bot in given.bots]
        for count, _ in enumerate(played(given.results, wanted, given.engine, given.jobs), 1):
            print(f"\r{cell} {count}", end="", file=sys.stderr)
        print(file=sys.stderr)
        chosen = [result for result in read(given.results) if result.seed in seeds]
        print("\n".join(told(cell, given.bots, chosen)), flush=True)


if __name__ == "__main__":
    main()
