"""Measures how near `lazaretto simulate` comes to the speed of native code alone.

Usage: python benchmarks/simulations.py [--games NAME ...] [--engine wasm cc] [--jobs N] [--seconds N]
       [--rounds N] [--json]

Native playouts (as in `benchmarks/playouts.py`) and simulations of random bots play by turns, so that a busy
machine slows down both. The figures are turns in a second of processor time, of all processes, and the share
that simulations reach of native code alone; the medians of all rounds count. What it takes to load the game,
to compile native code and to start other processes is left out.
"""

import argparse
import json
from statistics import median

from playouts import GAMES, HOUSE, PLAYERS, Figures, NativePlayouts

from lazaretto.lab.simulate import Means, simulate
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.native_code import Lane

FIRST = 2_000
"""With so many games it is learned how many take as long as the playouts."""


def simulated(program: Program, means: Means, games: int, seed: int) -> tuple[float, float]:
    """Turns per CPU second of a simulation, and its CPU seconds."""
    report = simulate(program, games, seed, len(PLAYERS), means=means)
    seconds = report.seconds - report.compiling
    return report.turns / seconds, seconds


def measured(name: str, lane: Lane, jobs: int, seconds: float, rounds: int) -> Figures:
    """Play by turns; return the figures of one game on one engine."""
    program, means = load(HOUSE / "scenarios" / name).program, Means(lane, jobs=jobs)
    assert program is not None
    playouts, found = NativePlayouts(program, lane), []
    simulated(program, means, FIRST, 0)
    _, spent = simulated(program, means, FIRST, 0)
    games = max(FIRST, round(FIRST * seconds / spent))
    for seed in range(rounds):
        turns, _ = playouts.turns(seconds)
        found.append((turns, simulated(program, means, games, seed)[0]))
    shares = [100 * simulation / alone for alone, simulation in found]
    return {
        "alone": round(median(alone for alone, _ in found)),
        "simulated": round(median(simulation for _, simulation in found)),
        "percent": round(median(shares), 1),
        "least_percent": round(min(shares), 1),
        "most_percent": round(max(shares), 1),
    }


def main() -> None:
    """Measure and print, a line for each game and engine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--engine", nargs="+", choices=("wasm", "cc"), default=["wasm", "cc"])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn")
    parser.add_argument("--rounds", type=int, default=9, help="the median counts")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    figures: dict[str, dict[str, Figures]] = {}
    if not given.json:
        print(f"{'':20}{'alone':>10}{'simulated':>11}{'percent':>9}{'least':>7}{'most':>7}")
    for name in given.games:
        for lane in given.engine:
            found = measured(name, lane, given.jobs, given.seconds, given.rounds)
            figures.setdefault(name, {})[lane] = found
            if not given.json:
                shares = f"{found['percent']:9}{found['least_percent']:7}{found['most_percent']:7}"
                turns = f"{found['alone']:10,}{found['simulated']:11,}"
                print(f"{name:14}{lane:6}{turns}{shares}", flush=True)
    if given.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
