"""Measures the full-screen app: start-up time, response time to keys, bytes sent, and memory.

Usage: python benchmarks/app.py [--moves N] [--choices N] [--starts N] [--json]

The program runs in a separate process on a true-colour terminal of 120 by 40 cells. The response time of a
key ends with the last byte of its repaint. This is not a test: timings are unreliable on busy machines.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from tests.end_to_end.player import Player, over  # noqa: E402
from tests.end_to_end.terminals import Memory  # noqa: E402

SIZE = (120, 40)
LAUNCHER = b"Scenarios"
"""A word that only the launcher shows."""

QUIET = 0.25
"""Seconds without a byte after which a repaint counts as complete; they are not part of the time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to a key: seconds until its last byte, and the number of bytes."""

    seconds: float
    size: int


class Timed(Memory):
    """A terminal that records when bytes arrive, and parses them later."""

    def timed(self, *keys: str, first: float = QUIET) -> Answer | None:
        """Press keys; None if nothing comes back."""
        chunks: list[bytes] = []
        start = last = time.perf_counter()
        self.press(*keys)
        while select.select([self.master], [], [], QUIET if chunks else first)[0]:
            chunks.append(os.read(self.master, 65536))
            last = time.perf_counter()
        self.take(b"".join(chunks))
        return Answer(last - start, sum(map(len, chunks))) if chunks else None

    def play(self, *arguments: str) -> None:
        """Run the command."""
        self.start_alone(sys.executable, "-m", "lazaretto", "play", *arguments)


def first_frame() -> float:
    """Seconds from the start of the process until the launcher is visible."""
    terminal = Timed(*SIZE)
    shown = b""
    start = time.perf_counter()
    terminal.play()
    while LAUNCHER not in shown:
        shown += os.read(terminal.master, 65536)
    found = time.perf_counter() - start
    terminal.close()
    return found


def bare_start() -> float:
    """Seconds that an empty Python process takes, for comparison."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


def played(moves: int, choices: int, scenario: str) -> tuple[list[Answer], list[Answer], float]:
    """The responses to cursor moves and to choices in one game, and the memory in megabytes at the end."""
    terminal = Timed(*SIZE)
    terminal.play(scenario, "--players", "2", "--seed", "7")
    terminal.sat_down()
    terminal.timed("Tab", first=2.0)
    chance = Random(1)
    moved: list[Answer] = []
    while len(moved) < moves:
        answer = terminal.timed(chance.choice(("Up", "Down", "Left", "Right")))
        if answer is not None:
            moved.append(answer)
    terminal.press("Tab")
    player = Player(terminal, 7)
    chosen: list[Answer] = []
    seen = terminal.settle()
    while len(chosen) < choices and not over(seen):
        keys = player.keys(seen)
        *before, last = keys
        if before:
            terminal.timed(*before)
        answer = terminal.timed(last)
        then = terminal.look()
        if answer is not None and then.asked != seen.asked and not then.said:
            chosen.append(answer)
        seen = then
    weight = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(terminal.pid)], capture_output=True, text=True, check=True
    )
    terminal.close()
    return moved, chosen, int(weight.stdout) / 1024


def main() -> None:
    """Measure and print, one line per figure, with its target."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=80, help="of the cursor")
    parser.add_argument("--choices", type=int, default=40)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--scenario", default="pandemic")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        names = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        os.environ.update(dict.fromkeys(names, home), COLORTERM="truecolor", LAZARETTO_PACE="off")
        os.environ.pop("NO_COLOR", None)
        first_frame()
        starts = [first_frame() for _ in range(arguments.starts)]
        bare = min(bare_start() for _ in range(3))
        moved, chosen, weight = played(arguments.moves, arguments.choices, arguments.scenario)
    found = {
        "first frame of the launcher, s": (round(median(starts), 3), "0.8"),
        "  of it Python itself, s": (round(bare, 3), ""),
        **_told("move", moved, "1200"),
        **_told("choice", chosen, "6000"),
        "memory, MB": (round(weight, 1), "120"),
    }
    if arguments.json:
        print(json.dumps({name.strip(): value for name, (value, _) in found.items()}))
        return
    print(f"{'at 120x40':36} {'measured':>10} {'goal':>8}")
    for name, (value, goal) in found.items():
        print(f"{name:36} {value:>10} {f'< {goal}' if goal else '':>8}")


def _told(what: str, answers: list[Answer], bytes_goal: str) -> dict[str, tuple[float, str]]:
    milliseconds = [answer.seconds * 1000 for answer in answers]
    sizes = [answer.size for answer in answers]
    return {
        f"{what}: key to repaint, median, ms": (round(median(milliseconds), 1), "25"),
        f"{what}: key to repaint, 95 %, ms": (round(quantiles(milliseconds, n=20)[-1], 1), "60"),
        f"{what}: bytes, median": (round(median(sizes)), bytes_goal),
        f"{what}: bytes, 95 %": (round(quantiles(sizes, n=20)[-1]), ""),
    }


if __name__ == "__main__":
    main()
