"""Measures how long it takes to make native code of a game, and what `auto` expects of it.

Usage: python benchmarks/compiling.py [--games NAME|FOLDER ...] [--engine wasm cc]

It prints the processor time of compiling, with the C compiler, beside the estimate of `rules/engines.py`, and
the time to load the code from the cache. Every figure comes from a process of its own with an empty cache.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
GAMES = ("the_cure", "pandemic", "iberia", "bio_terrorist", "cold_war")

SCRIPT = """
import sys, time
from os import times
from pathlib import Path
from rules import load
from rules.engines import _COSTS, native_runner
def spent():
    return sum(times()[:4])
program = load(Path(sys.argv[1])).program
before, began = spent(), time.perf_counter()
native_runner(program, sys.argv[2])
print(spent() - before, time.perf_counter() - began, _COSTS[sys.argv[2]].compile(program))
"""


def measured(folder: Path, lane: str, cache: str) -> tuple[float, float, float]:
    """Return processor time, time that passed, and the estimate."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": str(HOUSE)}
    command = [sys.executable, "-c", SCRIPT, str(folder), lane]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    cpu, passed, expected = map(float, done.stdout.split())
    return cpu, passed, expected


def main() -> None:
    """Measure and print a line for each game and engine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES, help="names of scenarios, or their folders")
    parser.add_argument("--engine", nargs="+", choices=("wasm", "cc"), default=["wasm"])
    given = parser.parse_args()
    print(f"{'game':16} {'engine':6} {'compile s':>10} {'expected':>9} {'load s':>8}   (processor time)")
    for name in given.games:
        own = HOUSE / "scenarios" / name
        for lane in given.engine:
            with tempfile.TemporaryDirectory() as cache:
                folder = own if own.is_dir() else Path(name)
                cpu, _, expected = measured(folder, lane, cache)
                loaded, _, _ = measured(folder, lane, cache)
            print(f"{folder.name:16} {lane:6} {cpu:10.2f} {expected:9.2f} {loaded:8.2f}", flush=True)


if __name__ == "__main__":
    main()
