"""Lists the figures that `benchmarks/bench_all.py` records, and how the other benchmarks measure them.

A figure keeps its name for ever: it is the name of a column of `benchmarks/history.csv`. Whoever measures
something else, or in another way, gives it another name. Three sorts of benchmarks stay out: those of
strength (`bots.py`, `hidden_opponent.py`), those of tests (`mutants.py`, `python_mutants.py`,
`mutant_tests.py`), and `count_keys.py`, which counts what people type. So does `serve.py --hostile`, which
takes too long for what it tells.
"""

import json
from dataclasses import dataclass
from typing import Literal

from benchmarks.yardstick import NOMINAL

Path = tuple[str | int, ...]
"""The way to a figure in what a benchmark prints with `--json`."""

SECTIONS = {
    "games": "Random games",
    "loading": "From texts to a game",
    "starts": "Starts of the app and of line mode",
    "app": "Keys in the app",
    "server": "A server with eight people",
    "bots": "Bots and hints",
    "views": "What a seat is sent",
    "growth": "A map of 480 places",
    "work": "Calls, bytes, objects and modules",
}
"""The sections of `docs/speed.md`, by the names of their pictures."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its column, its unit, its section, and where the output of a benchmark has it."""

    name: str
    unit: str
    section: str
    path: Path
    better: Literal["less", "more"] = "less"
    divided: bool = True
    """Whether the yardstick divides it; sizes and counts are recorded as they are."""

    def at_nominal(self, value: float, yardstick: float) -> float:
        """Return a figure as it would be if the yardstick took `NOMINAL` milliseconds."""
        if not self.divided:
            return value
        ratio = yardstick / NOMINAL
        return value * ratio if self.better == "more" else value / ratio

    def found_in(self, output: object) -> float | None:
        """Return the figure from the output of a benchmark; None if nothing, or 0, was measured."""
        for step in self.path:
            match output, step:
                case dict(), str() if step in output:
                    output = output[step]
                case list(), int() if -len(output) <= step < len(output):
                    output = output[step]
                case _:
                    return None
        if isinstance(output, bool) or not isinstance(output, int | float):
            return None
        return float(output) or None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A script with its arguments, and the figures that it gives."""

    script: str
    arguments: str
    figures: tuple[Figure, ...]
    quick: str | None = None
    """The arguments of `--quick`; None leaves it out there."""
    once: bool = False
    """Whether one round is enough, because it counts and does not time."""

    def words(self, quick: bool) -> list[str]:
        """Return the arguments."""
        return ((self.quick or "") if quick else self.arguments).split()

    @property
    def name(self) -> str:
        """The script and what it plays."""
        words = self.arguments.split()
        game = words[words.index("--games") + 1] if "--games" in words else ""
        return f"{self.script} {game}".strip()


def rate(name: str, section: str, *path: str | int) -> Figure:
    """Return a figure that says how often something is done in a second."""
    return Figure(name, "1/s", section, path, "more")


def size(name: str, unit: str, section: str, *path: str | int) -> Figure:
    """Return a figure that is no time."""
    return Figure(name, unit, section, path, divided=False)


def parsed(text: str) -> object:
    """Return the values of a text of JSON; a list of them if each line is one.

    Raises:
        ValueError: if it is no JSON.
    """
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def _played(game: str) -> tuple[Figure, ...]:
    return (
        rate(f"turns of {game}", "games", game, "turns_per_second"),
        rate(f"turns of {game} in WebAssembly", "games", game, "wasm_turns_per_second"),
    )


def _compiled(game: str) -> tuple[Figure, ...]:
    return (
        Figure(f"{game}: texts, processor", "s", "loading", (game, "wasm", "text", 0)),
        Figure(f"{game}: WebAssembly, processor", "s", "loading", (game, "wasm", "compile", 0)),
    )


def _planned(game: str) -> tuple[Figure, ...]:
    return (
        Figure(f"plan in {game}", "ms", "bots", ("python",)),
        Figure(f"plan in {game} in WebAssembly", "ms", "bots", ("wasm", "ms")),
    )


def _started(mode: str, engine: str, title: str) -> tuple[Figure, ...]:
    return (
        Figure(f"{title} to its first decision", "s", "starts", (mode, engine, "seconds")),
        Figure(f"{title} to its first decision, processor", "s", "starts", (mode, engine, "processor")),
    )


PLAYED = (
    *_played("pandemic"),
    rate("forks of pandemic", "games", "pandemic", "forks_at_100"),
    rate("forks of pandemic in WebAssembly", "games", "pandemic", "wasm_forks_per_second"),
    size("state of pandemic in WebAssembly", "bytes", "games", "pandemic", "wasm_state_bytes"),
    rate("lines parsed", "loading", "pandemic", "parsed_lines_per_second"),
    Figure("first start of all", "s", "loading", ("first_of_all_seconds",)),
    Figure("pandemic from its texts", "s", "loading", ("pandemic", "from_text_seconds")),
    Figure("pandemic from the cache", "s", "loading", ("pandemic", "from_cache_seconds")),
    size("memory of pandemic", "MB", "loading", "pandemic", "memory_mb"),
)
SIMULATED = (
    Figure(
        "simulations of pandemic, share of WebAssembly alone",
        "%",
        "games",
        ("pandemic", "wasm", "percent"),
        "more",
        divided=False,
    ),
)
SHOWN = (
    Figure("first frame of the launcher", "s", "starts", ("first frame of the launcher, s",)),
    Figure("move: key to repaint", "ms", "app", ("move: key to repaint, median, ms",)),
    size("move: bytes", "bytes", "app", "move: bytes, median"),
    Figure("choice: key to repaint", "ms", "app", ("choice: key to repaint, median, ms",)),
    size("choice: bytes", "bytes", "app", "choice: bytes, median"),
    size("memory of the app", "MB", "app", "memory, MB"),
)
SERVED = (
    Figure("server: key to repaint", "ms", "server", (0, "p50")),
    Figure("server: key, processor", "ms", "server", (0, "cpu_a_key")),
    size("server: key, bytes", "bytes", "server", 0, "bytes_a_key"),
    size("server: session", "MB", "server", 0, "megabytes_a_session"),
    Figure("server: first frame", "ms", "server", (0, "first_frame")),
    size("server: first frame, kilobytes", "KB", "server", 0, "first_frame_kilobytes"),
    Figure("server: choice to the last of four screens", "ms", "server", (0, "to_last_of_four")),
)
HINTED = (
    Figure("first hint, processor", "s", "bots", ("all", "first_cpu median")),
    Figure("last hint, processor", "s", "bots", ("all", "last_cpu median")),
)
SENT = (
    size("view of a seat", "bytes", "views", "pandemic", "whole view, bytes"),
    size("base of a seat", "bytes", "views", "pandemic", "base, bytes"),
    size("choice, sent to a seat", "bytes", "views", "pandemic", "choice in all, bytes"),
    Figure("change of a view, found", "ms", "views", ("pandemic", "to find a change, ms")),
    Figure("change of a view, applied", "ms", "views", ("pandemic", "to apply it, ms")),
)
GROWN = (
    Figure("large map: compiled", "s", "growth", (-1, "compile")),
    Figure("large map: started", "s", "growth", (-1, "start")),
    size("large map: memory", "MB", "growth", -1, "memory"),
    Figure("large map: decision", "µs", "growth", (-1, "median")),
    Figure("large map: fork", "µs", "growth", (-1, "fork")),
    Figure("large map: view", "ms", "growth", (-1, "view")),
    Figure("large map: all views", "ms", "growth", (-1, "views")),
    Figure("large map: determinisation", "ms", "growth", (-1, "imagine")),
)
COUNTED = tuple(
    size(name, name.partition(" ")[0], "work", name)
    for name in (
        "calls for eight moves of the cursor in a list",
        "calls for eight moves of the cursor on the board",
        "bytes for eight moves of the cursor on the board",
        "calls for two hundred random choices",
        "calls for twenty choices at a table of three and a spectator",
        "calls for views for a table of three and a spectator",
        "objects kept by a game of two hundred choices",
        "calls for a compiled game from the cache",
        "calls for a check of a small game",
        "modules of ours loaded before the first frame",
    )
)
STARTED = (
    *_started("app", "python", "app"),
    *_started("app", "wasm", "app with WebAssembly"),
    *_started("lines", "python", "line mode"),
)

_PLAY = "--rounds 7 --engine python wasm --json --games"
_COMPILE = "--rounds 1 --json --games"
_PLAN = "--positions 16 --engines wasm --json --games"
BENCHMARKS = (
    Benchmark(
        "playouts.py",
        f"{_PLAY} pandemic",
        PLAYED,
        "--rounds 1 --seconds 0.1 --engine python wasm --json --games pandemic",
    ),
    Benchmark("playouts.py", f"{_PLAY} the_cure", _played("the_cure")),
    Benchmark("playouts.py", f"{_PLAY} cold_war", _played("cold_war")),
    Benchmark(
        "simulations.py",
        "--rounds 7 --seconds 0.5 --engine wasm --json --games pandemic",
        SIMULATED,
        "--rounds 1 --seconds 0.1 --engine wasm --json --games pandemic",
    ),
    Benchmark("compiling.py", f"{_COMPILE} pandemic", _compiled("pandemic")),
    Benchmark("compiling.py", f"{_COMPILE} cold_war", _compiled("cold_war")),
    Benchmark("engine_starts.py", "--runs 3 --json", STARTED, "--runs 1 --json python"),
    Benchmark(
        "app.py",
        "--moves 40 --choices 20 --starts 5 --json",
        SHOWN,
        "--moves 5 --choices 3 --starts 1 --json",
    ),
    Benchmark("serve.py", "--sessions 8 --seconds 8 --json", SERVED, "--sessions 4 --seconds 1 --json"),
    Benchmark(
        "plans.py",
        f"{_PLAN} pandemic",
        _planned("pandemic"),
        "--positions 3 --json --games pandemic --engines wasm",
    ),
    Benchmark("plans.py", f"{_PLAN} cold_war", _planned("cold_war")),
    Benchmark(
        "hints.py", "--positions 12 --json --games pandemic", HINTED, "--positions 2 --json --games pandemic"
    ),
    Benchmark(
        "bytes_to_seat.py",
        "--choices 60 --json --games pandemic",
        SENT,
        "--choices 10 --json --games pandemic",
    ),
    Benchmark(
        "growth.py",
        "--places 480 --few 500 --cards 3000 --json",
        GROWN,
        "--places 480 --few 500 --cards 1000 --decisions 100 --json",
    ),
    Benchmark("count_work.py", "--json", COUNTED, "--json", once=True),
)
FIGURES = tuple(figure for benchmark in BENCHMARKS for figure in benchmark.figures)
