"""Measures how long a game takes to its first decision, with native code for bots and hints and without.

Usage: python benchmarks/engine_starts.py [--runs N] [--game NAME] [--shown TEXT] [--json] [ENGINE ...]

It starts the app and line mode with each engine in turn, on a terminal of 120 by 40 cells, and prints
medians: the seconds from the start of the process until the first decision of a person is shown, and the
processor time that the process has taken by then. The caches are warm: each engine has compiled the game
before. This is not a test: timings are unreliable on busy machines.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from tests.end_to_end.terminals import Memory  # noqa: E402

SIZE = (120, 40)
MODES = {"lines": ["--plain"], "app": []}
PATIENCE = 120.0
TICKS = os.sysconf("SC_CLK_TCK")

FILL = """
import sys
from pathlib import Path
from lazaretto.rules import load
from lazaretto.rules.engine.choose_engine import native_runner
native_runner(load(Path(sys.argv[1])).program, sys.argv[2])
"""


def started(arguments: list[str], shown: bytes) -> tuple[float, float]:
    """Start a game; return seconds and processor time until a text is shown.

    Raises:
        TimeoutError: if it never is.
    """
    terminal = Memory(*SIZE)
    seen = b""
    start = time.perf_counter()
    terminal.start_alone(sys.executable, "-m", "lazaretto", "play", *arguments)
    while shown not in seen:
        if not select.select([terminal.master], [], [], PATIENCE)[0]:
            raise TimeoutError
        seen += os.read(terminal.master, 65536)
    passed = time.perf_counter() - start
    status = Path(f"/proc/{terminal.pid}/stat").read_text().rpartition(")")[2].split()
    terminal.close()
    return passed, (int(status[11]) + int(status[12])) / TICKS


def measured(given: argparse.Namespace) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Start each way to play with each engine in turn; return what each start took."""
    order = [given.game, "--players", "2", "--seed", "7"]
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as home:
        names = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
        os.environ.update(dict.fromkeys(names, home), COLORTERM="truecolor", LAZARETTO_PACE="off")
        for engine in given.engines:
            if engine != "python":
                folder = HOUSE / "scenarios" / given.game
                subprocess.run([sys.executable, "-c", FILL, str(folder), engine], cwd=HOUSE, check=True)
        for number in range(given.runs + 1):
            for mode, arguments in MODES.items():
                for engine in given.engines:
                    each = started([*order, *arguments, "--engine", engine], given.shown.encode())
                    if number:  # the first run fills the cache
                        found.setdefault((mode, engine), []).append(each)
    return found


def main() -> None:
    """Measure and print a line for each way to play and each engine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("engines", nargs="*", default=["python", "wasm"])
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--game", default="pandemic")
    parser.add_argument("--shown", default="Actions left", help="a text that the first decision shows")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    middle: dict[str, dict[str, dict[str, float]]] = {}
    for (mode, engine), some in measured(given).items():
        passed, spent = (median(column) for column in zip(*some, strict=True))
        middle.setdefault(mode, {})[engine] = {"seconds": passed, "processor": spent}
    if given.json:
        print(json.dumps(middle))
        return
    print(f"{'':6} {'engine':8} {'seconds':>8} {'processor':>10}")
    for mode, engines in middle.items():
        for engine, each in engines.items():
            print(f"{mode:6} {engine:8} {each['seconds']:8.2f} {each['processor']:10.2f}")


if __name__ == "__main__":
    main()
