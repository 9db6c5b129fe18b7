"""How fast the compiled base game plays, always as a ratio to a hand-written playout run beside it.

Usage: python benchmarks/playouts.py [REFERENCE.py] [--seconds N] [--rounds N] [--scenario NAME]

The reference is a script that prints `games/cpu_s=...` when run with a number of seconds and of players.
Where there is none the ratio is left out. Nothing here is a test: timed tests lie on busy machines.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from grammar import Source, parse  # noqa: E402
from rules import Program, load  # noqa: E402

PLAYERS = ("anna", "ben", "carl", "dora")
REFERENCE_TURNS = 8.7
"""Turns in a game of the reference, on average."""


def reference_turns(script: Path, seconds: float) -> float:
    """Turns a processor second of the hand-written playout, in a process of its own."""
    command = [sys.executable, str(script), str(seconds), str(len(PLAYERS))]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(out.split("games/cpu_s=")[1].split()[0]) * REFERENCE_TURNS


def play_turns(program: Program, seconds: float) -> tuple[float, float]:
    """Turns and decisions a processor second of random play."""
    chance = Random(1).random

    def below(limit: int) -> int:
        return int(chance() * limit)

    turns = decisions = seed = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(10):
            game = program.start(seed=seed, players=PLAYERS)
            while game.seat is not None:
                game.answer(game.sample(below))
                decisions += 1
            turns += game.turns
            seed += 1
    return turns / spent, decisions / spent


def fork_cost(program: Program) -> tuple[float, float]:
    """Seconds for a fork at the start of a game, and at its end."""
    chance = Random(2)
    game = program.start(seed=5, players=PLAYERS)
    early = _timed(lambda: game.fork())
    late = game
    while game.seat is not None:
        late = game.fork()
        game.answer(game.sample(chance.randrange))
    return early, _timed(lambda: late.fork())


def _timed(work: Callable[[], object], times: int = 3_000) -> float:
    gc.disable()
    start = time.process_time()
    for _ in range(times):
        work()
    spent = (time.process_time() - start) / times
    gc.enable()
    return spent


def start(scenario: str, cache: str) -> tuple[float, float]:
    """Wall seconds and megabytes of a fresh process that loads the scenario and starts a game."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path; from rules import load\n"
        "loaded = load(Path(sys.argv[1]) / 'scenarios' / sys.argv[2])\n"
        "loaded.program.start(seed=1, players=['a', 'b', 'c', 'd'])\n"
        "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, str(HOUSE), scenario],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": cache},
    )
    return time.perf_counter() - begin, int(done.stdout) / 1024


def _round(program: Program, arguments: argparse.Namespace) -> tuple[float, float, float]:
    """Both playouts, one right after the other, so that a busy machine slows down both."""
    turns, decisions = play_turns(program, arguments.seconds)
    reference = 0.0
    if arguments.reference is not None:
        reference = reference_turns(arguments.reference, arguments.seconds)
    return turns, decisions, reference


def parsed_lines(scenario: str) -> float:
    """Lines of a scenario's rules that are parsed in a processor second, the grammar's tables being ready."""
    texts = [Source(path.name, path.read_text()) for path in (HOUSE / "scenarios" / scenario).glob("*.rules")]
    parse(texts[0], "warm")
    start = time.process_time()
    for source in texts:
        parse(source, "timed")
    return sum(source.text.count("\n") for source in texts) / (time.process_time() - start)


def main() -> None:
    """Measure and print, one line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reference", nargs="?", type=Path, help="the script to compare with")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each playout in a round")
    parser.add_argument("--rounds", type=int, default=7, help="the median counts")
    parser.add_argument("--scenario", default="pandemic")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as cache:
        found["from_text_seconds"] = round(start(arguments.scenario, cache)[0], 3)
        starts = [start(arguments.scenario, cache) for _ in range(5)]
        found["from_cache_seconds"] = round(min(seconds for seconds, _ in starts), 3)
        found["memory_mb"] = round(max(memory for _, memory in starts), 1)
    program = load(HOUSE / "scenarios" / arguments.scenario).program
    assert program is not None
    rounds = [_round(program, arguments) for _ in range(arguments.rounds)]
    turns = median(each[0] for each in rounds)
    found["turns_per_second"] = round(turns)
    found["decisions_per_second"] = round(median(each[1] for each in rounds))
    if arguments.reference is not None:
        found["reference_turns_per_second"] = round(median(each[2] for each in rounds))
        found["ratio_to_reference"] = round(median(each[0] / each[2] for each in rounds), 4)
    early, late = fork_cost(program)
    found["fork_microseconds_early"] = round(early * 1e6, 2)
    found["fork_microseconds_late"] = round(late * 1e6, 2)
    found["fork_in_turns"] = round(max(early, late) * turns, 4)
    found["parsed_lines_per_second"] = round(parsed_lines(arguments.scenario))
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name.replace('_', ' '):32} {value:>12}")


if __name__ == "__main__":
    main()
