"""Measures how long it takes to make native code of a game, and what `auto` expects of it.

Usage: python benchmarks/compiling.py [--games NAME|FOLDER ...] [--engine wasm cc] [--rounds N] [--json]

For each game, in processes of their own whose cache holds no game:

- `text`: from the start of Python to the lowered form of the texts
- `whole`: from the start of Python through the texts to the end of a first random game in native code
- `bare`: the same if the cache also lacks what all games share, the tables of the grammar and the helpers
- `compile`: the processor time if the program is loaded already, beside what `rules/engine/choose_engine.py`
  expects
- `load`: the processor time if the code is in the cache

The first figure is always processor time, with that of the C compiler, the second one the time that passed.
The least of all rounds counts, because a disturbed run is meaningless.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
GAMES = ("the_cure", "pandemic", "iberia", "bio_terrorist", "cold_war")
OF_GAMES = (".program", ".native", ".wasm", ".cc")
"""The endings of what the cache holds for single games."""

FROM_TEXT = """
import sys, time
from os import times
from pathlib import Path
from lazaretto.rules import load
program = load(Path(sys.argv[1]), backend="interpret").program
print(sum(times()[:4]), time.time() - float(sys.argv[3]))
if sys.argv[2] != "none":
    from lazaretto.rules.engine.choose_engine import native_runner
    runner = native_runner(program, sys.argv[2])
    runner.prepare_games(program.board(["a", "b", "c"], {}))
    runner.set_seeds([1])
    assert runner.games(0, 1, 100_000) == 1
    print(sum(times()[:4]), time.time() - float(sys.argv[3]))
"""
LOADED = """
import sys, time
from os import times
from pathlib import Path
from lazaretto.rules import load
from lazaretto.rules.engine.choose_engine import _COSTS, native_runner
program = load(Path(sys.argv[1])).program
before, began = sum(times()[:4]), time.time()
native_runner(program, sys.argv[2])
print(sum(times()[:4]) - before, time.time() - began)
print(_COSTS[sys.argv[2]].compile(program), 0)
"""

BOTH = ("text", "whole", "bare")
"""What is printed with both times."""

Spent = tuple[float, float]
"""Processor time, and time that passed."""


def measured(script: str, folder: Path, lane: str, cache: Path) -> list[Spent]:
    """Run a script and return what it has measured."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(HOUSE)}
    command = [sys.executable, "-c", script, str(folder), lane, str(time.time())]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    pairs = (line.split() for line in done.stdout.splitlines())
    return [(float(cpu), float(passed)) for cpu, passed in pairs]


def without_games(cache: Path) -> Path:
    """Remove the games from a cache."""
    for each in cache.rglob("*"):
        if each.suffix in OF_GAMES:
            each.unlink()
    return cache


def least(some: list[Spent]) -> Spent:
    """Return the least processor time and time that passed."""
    return min(cpu for cpu, _ in some), min(passed for _, passed in some)


def measured_game(folder: Path, lane: str, rounds: int) -> dict[str, Spent]:
    """Measure a game on an engine."""
    bare, texts, wholes, compiled, loaded = [], [], [], [], []
    with tempfile.TemporaryDirectory() as folder_of_cache:
        cache = Path(folder_of_cache)
        for number in range(rounds):
            with tempfile.TemporaryDirectory() as empty:
                bare.append(measured(FROM_TEXT, folder, lane, Path(empty))[1])
            if not number:
                measured(FROM_TEXT, folder, lane, cache)
            text, whole = measured(FROM_TEXT, folder, lane, without_games(cache))
            texts.append(text)
            wholes.append(whole)
            now, expected = measured(LOADED, folder, lane, without_games(cache))
            compiled.append(now)
            again, _ = measured(LOADED, folder, lane, cache)
            loaded.append(again)
    named = {"text": texts, "whole": wholes, "bare": bare, "compile": compiled, "load": loaded}
    return {"expected": expected, **{name: least(some) for name, some in named.items()}}


def print_game(folder: Path, lane: str, found: dict[str, Spent]) -> None:
    """Print a line."""
    both = " ".join(f"{cpu:6.2f} {passed:6.2f}" for cpu, passed in map(found.__getitem__, BOTH))
    print(
        f"{folder.name:14} {lane:5} {both}"
        f" {found['compile'][0]:8.2f} {found['expected'][0]:8.2f} {found['load'][0]:6.2f}",
        flush=True,
    )


def main() -> None:
    """Measure and print a line for each game and engine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES, help="names of scenarios, or their folders")
    parser.add_argument("--engine", nargs="+", choices=("wasm", "cc"), default=["wasm"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="pairs of processor time and time that passed")
    given = parser.parse_args()
    if not given.json:
        print(f"{'':20} {'text':>13} {'whole':>13} {'bare':>13} {'compile':>8} {'expected':>8} {'load':>6}")
    every: dict[str, dict[str, dict[str, Spent]]] = {}
    for name in given.games:
        own = HOUSE / "scenarios" / name
        folder = own if own.is_dir() else Path(name)
        for lane in given.engine:
            found = measured_game(folder, lane, given.rounds)
            every.setdefault(folder.name, {})[lane] = found
            if not given.json:
                print_game(folder, lane, found)
    if given.json:
        print(json.dumps(every))


if __name__ == "__main__":
    main()
