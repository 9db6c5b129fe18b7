"""Measures how fast compiled games play; compares the base game with a hand-written playout.

Usage: python benchmarks/playouts.py [REFERENCE.py] [--seconds N] [--rounds N] [--games NAME ...]
       [--engine NAME ...] [--json]

The reference is a script that prints `games/cpu_s=...` when run with a number of seconds and of players.
Without a reference, the ratio is omitted. For each game: turns and decisions of random play, forks after
10, 100 and 300 decisions, the time to the first decision from source and from the cache, and memory. With
`--engine wasm cc`, the same for native code: compiling it from the texts, loading it from the cache, playing,
forking, and the size of a state. This is not a test: timings are unreliable on busy machines.
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

from lazaretto.grammar import Source, parse  # noqa: E402
from lazaretto.rules import Game, Program, load  # noqa: E402
from lazaretto.rules.backends.native.native_code import Lane  # noqa: E402
from lazaretto.rules.backends.native.runner import NativeRunner  # noqa: E402
from lazaretto.rules.engine.choose_engine import native_runner  # noqa: E402
from lazaretto.rules.pause_garbage_collection import frozen_by  # noqa: E402
from lazaretto.rules.run.errors import RuleError  # noqa: E402
from lazaretto.rules.run.limits import MOST  # noqa: E402

PLAYERS = ("anna", "ben", "carl", "dora")
COMPARED = "pandemic"
"""The game that the reference plays."""
GAMES = (COMPARED, "on_the_brink", "iberia", "the_cure", "cold_war")
REFERENCE_TURNS = 8.96
"""The average number of turns in a game of the reference, over 20,000 games."""
DEPTHS = (10, 100, 300)
"""The numbers of decisions after which a game is forked."""

FORKS = 200_000
"""How often a native game is forked to measure that."""
BATCH = 200
"""How many native games are played between two looks at the clock."""

Figures = dict[str, float]


def reference_turns(script: Path, seconds: float) -> float:
    """Turns per CPU second of the hand-written playout, in its own process."""
    command = [sys.executable, str(script), str(seconds), str(len(PLAYERS))]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(out.split("games/cpu_s=")[1].split()[0]) * REFERENCE_TURNS


def play_turns(program: Program, seconds: float) -> tuple[float, float]:
    """Turns and decisions per CPU second of random play."""
    bits = Random(1).getrandbits

    def below(limit: int) -> int:
        return bits(30) * limit >> 30

    turns = decisions = seed = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(5):
            game = program.start(seed=seed, players=PLAYERS)
            decisions += game.wander(below)
            turns += game.turns
            seed += 1
    return turns / spent, decisions / spent


class NativePlayouts:
    """Random play of a game as native code."""

    def __init__(self, program: Program, lane: Lane) -> None:
        """Compile the game and load it, then load it again, now from the cache."""
        self.lane = lane
        self.compiled, self._runner = _clocked(lambda: native_runner(program, lane))
        self.loaded, self._runner = _clocked(lambda: native_runner(program, lane))
        self._runner.prepare_games(program.board(PLAYERS, {}))
        self._seed = 0

    def turns(self, seconds: float) -> tuple[float, float]:
        """Turns and decisions per CPU second of random play."""
        turns = decisions = 0
        some = self._runner.most_games
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            self._runner.set_seeds(range(self._seed, self._seed + some))
            self._seed += some
            begun = 0
            while begun < some and time.process_time() - start < seconds:
                begun, rows = self._batch(begun, min(begun + BATCH, some))
                turns += sum(row[1] for row in rows)
                decisions += sum(row[2] for row in rows)
        return turns / spent, decisions / spent

    def _batch(self, first: int, end: int) -> tuple[int, list[tuple[int, ...]]]:
        """Play some games; return the next one, and what came of these. A game that fails is left out."""
        try:
            end = self._runner.games(first, end, MOST)
        except RuleError as fault:
            ended = [row for row in self._runner.rows(first, end) if row[1] >= 0]
            failed = first + len(ended)
            seed = self._runner.rows(failed, failed + 1)[0][0]
            print(f"the game with seed {seed} fails: {fault}", file=sys.stderr)
            return failed + 1, ended
        return end, self._runner.rows(first, end)

    def figures(self) -> Figures:
        """Seconds to code that runs, forks per CPU second, and the size of a state."""
        start = time.process_time()
        self._runner.call("fork_often", FORKS)
        spent = time.process_time() - start
        return {
            f"{self.lane}_compile_seconds": round(self.compiled, 2),
            f"{self.lane}_load_seconds": round(self.loaded, 3),
            f"{self.lane}_forks_per_second": round(FORKS / spent),
            f"{self.lane}_state_bytes": self._runner.state_size,
            f"{self.lane}_mixtures_in_python": self._runner.mixed,
        }


def _clocked(work: Callable[[], NativeRunner]) -> tuple[float, NativeRunner]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def forks(program: Program) -> Figures:
    """Forks per CPU second, at several depths of a game."""
    return {f"forks_at_{depth}": round(1 / _timed(_after(program, depth).fork)) for depth in DEPTHS}


def _after(program: Program, decisions: int) -> Game:
    """The first seeded game that lasts longer, after this many decisions; if none does, the longest."""
    best, furthest = None, -1
    for seed in range(200):
        chance = Random(seed)
        game = program.start(seed=seed, players=PLAYERS)
        before, made = game.fork(), 0
        while game.seat is not None and made < decisions:
            before = game.fork()
            game.answer(game.sample(chance.randrange))
            made += 1
        if game.seat is not None:
            return game
        if made > furthest:
            best, furthest = before, made
    assert best is not None
    return best


def _timed(work: Callable[[], object], times: int = 400, rounds: int = 9) -> float:
    """CPU seconds of one piece of work: the median of several rounds."""
    gc.disable()
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(times):
            work()
        spent.append((time.process_time() - start) / times)
    gc.enable()
    return median(spent)


def start(scenario: str, cache: str) -> tuple[float, float]:
    """Wall-clock seconds and megabytes of a fresh process that loads the scenario and starts a game."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path; from lazaretto.rules import load\n"
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
        env=_environment(cache),
    )
    return time.perf_counter() - begin, int(done.stdout) / 1024


def _environment(cache: str) -> dict[str, str]:
    """An environment with separate caches, including Python's cache for our modules."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": cache}


def starts(scenario: str, cache: str) -> Figures:
    """The time to the first decision: the best of several runs, because a disturbed run is meaningless."""
    found: Figures = {}
    texts = []
    for _ in range(3):
        for kept in Path(cache).rglob("*.program"):
            kept.unlink()
        texts.append(start(scenario, cache)[0])
    found["from_text_seconds"] = round(min(texts), 3)
    tries = [start(scenario, cache) for _ in range(5)]
    found["from_cache_seconds"] = round(min(seconds for seconds, _ in tries), 3)
    found["memory_mb"] = round(max(memory for _, memory in tries), 1)
    return found


TEXTS = (".rules", ".tests")


def parsed_lines(scenario: str) -> float:
    """Lines of rules and tests parsed per CPU second, with the grammar's tables already built."""
    paths = (each for each in (HOUSE / "scenarios" / scenario).iterdir() if each.suffix in TEXTS)
    texts = [Source(path.name, path.read_text()) for path in paths]
    parse(texts[0], "warm")
    start = time.process_time()
    for source in texts:
        parse(source, "timed")
    return sum(source.text.count("\n") for source in texts) / (time.process_time() - start)


def measured(name: str, arguments: argparse.Namespace, cache: str) -> Figures:
    """All figures of one game. Playouts and reference alternate, so that a busy machine slows down both."""
    found = starts(name, cache)
    program = load(HOUSE / "scenarios" / name).program
    assert program is not None
    gc.collect()
    gc.freeze()
    frozen_by.add("benchmark")
    script = arguments.reference if name == COMPARED else None
    native = [NativePlayouts(program, each) for each in arguments.engine if each != "python"]
    rounds = []
    for _ in range(arguments.rounds):
        played = [play_turns(program, arguments.seconds), *(each.turns(arguments.seconds) for each in native)]
        rounds.append((played, reference_turns(script, arguments.seconds) if script else 0.0))
    for number, prefix in enumerate(("", *(f"{each.lane}_" for each in native))):
        found[f"{prefix}turns_per_second"] = round(median(each[number][0] for each, _ in rounds))
        found[f"{prefix}decisions_per_second"] = round(median(each[number][1] for each, _ in rounds))
        if script is not None:
            ratio = median(each[number][0] / reference for each, reference in rounds)
            found[f"{prefix}ratio_to_reference"] = round(ratio, 4)
    if script is not None:
        found["reference_turns_per_second"] = round(median(reference for _, reference in rounds))
    for each in native:
        found.update(each.figures())
    return {**found, **forks(program), "parsed_lines_per_second": round(parsed_lines(name))}


def main() -> None:
    """Measure and print, with a column for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reference", nargs="?", type=Path, help="the script to compare with")
    parser.add_argument("--seconds", type=float, default=0.3, help="of each playout in a round")
    parser.add_argument("--rounds", type=int, default=41, help="the median counts")
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--engine", nargs="+", choices=("python", "wasm", "cc"), default=["python"])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        first = round(start(COMPARED, cache)[0], 3)
        found = {}
        for name in arguments.games:
            print(f"{name} …", file=sys.stderr)
            found[name] = measured(name, arguments, cache)
    if arguments.json:
        print(json.dumps({"first_of_all_seconds": first, **found}))
        return
    print(f"first start of all, with modules and the grammar's tables still to be made ready: {first} s")
    print(f"{'':28}", *(f"{name:>13}" for name in found))
    for title in dict.fromkeys(key for each in found.values() for key in each):
        cells = (f"{each[title]:>13}" if title in each else f"{'':>13}" for each in found.values())
        print(f"{title.replace('_', ' '):28}", *cells)


if __name__ == "__main__":
    main()
