"""Measures how the cost of a game grows with its map, its decks and its seats.

Usage: python benchmarks/growth.py [--places N ...] [--cards N] [--seats N] [--decisions N]
       [--engine wasm cc] [--json]

It plays the same rules (growth.rules) on generated maps and decks. Below each row it prints the growth
factors since the previous row. No cost should grow faster than the quantity that causes it; a decision that
looks only at neighbours should cost the same on every map. This is not a test: timings are unreliable on
busy machines.
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
from statistics import median, quantiles

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.rules import Game, Program, load  # noqa: E402
from lazaretto.rules.backends.native.native_code import Lane  # noqa: E402
from lazaretto.rules.engine.choose_engine import native_runner  # noqa: E402

TRICKS = 2
"""Cards that the rules themselves name."""
COLUMNS = {
    "places": "places",
    "cards": "cards",
    "compile": "compile s",
    "start": "start s",
    "memory": "MB",
    "median": "decide µs",
    "slow": "95 % µs",
    "fork": "fork µs",
    "decision": "ask ms",
    "view": "view ms",
    "views": "all views ms",
    "imagine": "imagine ms",
}
"""The figures, and their column headings."""
NATIVE_COLUMNS = {
    "ready": "{lane} ready s",
    "native": "{lane} µs",
    "copy": "{lane} fork µs",
    "state": "{lane} kB",
}
"""The same for each native engine."""
FORKS = 1_000


def generate(folder: Path, places: int, cards: int, seats: int) -> None:
    """Write a scenario on a grid with this number of places and cards."""
    wide = round(places**0.5 * 1.3)
    fields = [
        f'    {{ name = "F{each}", weed = "{("thistle", "dock", "nettle", "vetch")[each * 4 // places]}", '
        f"at = [{each % wide}, {each // wide}] }},"
        for each in range(places)
    ]
    right = [(each, each + 1) for each in range(places - 1) if (each + 1) % wide]
    down = [(each, each + wide) for each in range(places - wide)]
    lanes = [f'    {{ ends = ["F{one}", "F{other}"] }},' for one, other in sorted(right + down)]
    coins = [f'    {{ name = "C{each}", worth = {each % 9} }},' for each in range(cards - places - TRICKS)]
    folder.mkdir()
    for name, kind, rows in (("fields", "Field", fields), ("lanes", "Lane", lanes), ("coins", "Coin", coins)):
        (folder / f"{name}.toml").write_text("\n".join((f"{kind} = [", *rows, "]", "")))
    (folder / "growth.rules").write_text((HOUSE / "benchmarks" / "growth.rules").read_text())
    (folder / "scenario.toml").write_text(
        f'name = "{folder.name}"\ntitle = "Growth"\nplayers = [1, {seats}]\n'
        'modules = ["growth"]\ntables = ["fields", "lanes", "coins"]\n'
    )


def process(folder: Path, cache: Path, seats: int) -> tuple[float, float, float]:
    """In a fresh process: CPU seconds to load, from there to the first decision, and megabytes."""
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path; from lazaretto.rules import load\n"
        "begin = time.process_time()\n"
        "loaded = load(Path(sys.argv[2]))\n"
        "assert loaded.program, loaded.diagnostics[:3]\n"
        "ready = time.process_time()\n"
        "loaded.program.start(seed=1, players=[f'p{each}' for each in range(int(sys.argv[3]))])\n"
        "end = time.process_time()\n"
        "import resource; memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(ready - begin, end - ready, memory / 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(HOUSE), str(folder), str(seats)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )
    load_seconds, start_seconds, memory = map(float, done.stdout.split())
    return load_seconds, start_seconds, memory


def decisions(start: Callable[[int], Game], number: int) -> tuple[Game, list[float]]:
    """Seconds for each of `number` random decisions, and the resulting game."""
    chance = Random(1)
    found: list[float] = []
    seed = 0
    game = start(seed)
    while len(found) < number:
        if game.seat is None:
            seed += 1
            game = start(seed)
        answer = game.sample(chance.randrange)
        begin = time.perf_counter()
        game.answer(answer)
        found.append(time.perf_counter() - begin)
    while game.seat is None:
        seed += 1
        game = start(seed)
    return game, found


def timed(work: Callable[[], object], least: float = 0.3) -> float:
    """CPU seconds that some work takes, the median of several runs."""
    work()
    gc.collect()
    found: list[float] = []
    begin = time.process_time()
    while len(found) < 3 or time.process_time() - begin < least:
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return median(found)


def measure_native(program: Program, names: list[str], number: int, lane: Lane) -> dict[str, float]:
    """Measure random play and forks of native code, and how long it takes to compile and load it."""
    begin = time.process_time()
    runner = native_runner(program, lane)
    ready = time.process_time() - begin
    runner.prepare_games(program.board(names, {}))
    made = seed = 0
    spent = 0.0
    while made < number:
        runner.set_seeds([seed])
        begin = time.process_time()
        runner.games(0, 1, number - made)
        spent += time.process_time() - begin
        ((_, _, decisions, *_),) = runner.rows(0, 1)
        made, seed = made + max(1, decisions), seed + 1
    begin = time.process_time()
    runner.call("fork_often", FORKS)
    copy = (time.process_time() - begin) / FORKS
    figures = (ready, spent / made * 1e6, copy * 1e6, runner.state_size / 1e3)
    return {f"{lane}_{name}": figure for name, figure in zip(NATIVE_COLUMNS, figures, strict=True)}


def measure(places: int, cards: int, seats: int, number: int, lanes: list[Lane]) -> dict[str, float]:
    """Measure one row."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, cache = Path(temporary, f"growth_{places}"), Path(temporary, "cache")
        generate(folder, places, cards, seats)
        generate(Path(temporary, "small"), 9, 20, seats)
        process(Path(temporary, "small"), cache, seats)  # From here on, the grammar's tables are cached.
        compiling, _, _ = process(folder, cache, seats)
        again = [process(folder, cache, seats) for _ in range(3)]
        os.environ["XDG_CACHE_HOME"] = str(cache)
        program = load(folder).program
        assert program is not None
        names = [f"p{each}" for each in range(seats)]
        game, spent = decisions(lambda seed: program.start(seed=seed, players=names), number)
        native: dict[str, float] = {}
        for lane in lanes:
            native |= measure_native(program, names, number, lane)
        return {
            "places": places,
            "cards": cards,
            "compile": compiling,
            "start": min(loading + starting for loading, starting, _ in again),
            "memory": max(memory for _, _, memory in again),
            "median": median(spent) * 1e6,
            "slow": quantiles(spent, n=20)[-1] * 1e6,
            "fork": timed(game.fork) * 1e6,
            "decision": timed(lambda: game.decision) * 1e3,
            "view": timed(lambda: game.view(0)) * 1e3,
            "views": timed(game.views) * 1e3,
            "imagine": timed(lambda: game.imagine(0)) * 1e3,
            **native,
        }


def main() -> None:
    """Measure and print a line for each size, and one with the factors since the previous size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--places", type=int, nargs="+", default=[48, 480, 4_800])
    parser.add_argument("--cards", type=int, default=10_000, help="of the deck on every map")
    parser.add_argument(
        "--few", type=int, default=1_000, help="of the deck on the first map, to compare with"
    )
    parser.add_argument("--seats", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=3_000)
    parser.add_argument("--engine", nargs="+", choices=("wasm", "cc"), default=[])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    sizes = [(arguments.places[0], arguments.few), *((place, arguments.cards) for place in arguments.places)]
    before: dict[str, float] = {}
    if not arguments.json:
        native = [column.format(lane=lane) for lane in arguments.engine for column in NATIVE_COLUMNS.values()]
        print(*(f"{name:>12}" for name in (*COLUMNS.values(), *native)))
    for places, cards in sizes:
        row = measure(places, cards, arguments.seats, arguments.decisions, arguments.engine)
        if arguments.json:
            print(json.dumps(row), flush=True)
            continue
        print(
            *(
                f"{value:>12,.{0 if value >= 100 or isinstance(value, int) else 2}f}"
                for value in row.values()
            ),
            flush=True,
        )
        if before:
            print(*(f"{f'× {value / before[name]:.1f}':>12}" for name, value in row.items()), flush=True)
        before = row


if __name__ == "__main__":
    main()
