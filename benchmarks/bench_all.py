"""Records how fast the project is: runs the benchmarks of speed, and tells what is slower than it was.

Usage: python benchmarks/bench_all.py [--quick] [--tree PATH] [--rounds N] [--only WORD ...] [--dry-run]
       [--history FILE]

All takes about ten minutes on two cores, with `--quick` one; nothing else should run on the machine. Each
benchmark runs once in each round, between two runs of the yardstick (`benchmarks/yardstick.py`). Each time
is divided by the yardstick beside it, and told as on a machine whose yardstick takes 100 ms, since the
speed of many machines changes from minute to minute. The median of the rounds is recorded in
`benchmarks/history.csv`, and the page with the curves, `docs/speed.md`, is written anew. Figures are
compared with the median of the last ten lines of the same machine and version of Python whose commits are
not younger. This is not a test: the exit status is 0 even if all is slower.

With `--tree`, another checkout is measured, for instance of an older commit, by its own `.venv` if it has
one. It is measured by the benchmarks of this tree; where these do not run with the other package, by its
own; what neither can measure stays empty. With `--only`, only benchmarks run whose name has one of the
words. Such lines and those of `--quick` are compared but not recorded, unless `--history` names a file for
them.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from benchmarks.compare_speed import compared, table, verdict  # noqa: E402
from benchmarks.measured_tree import MeasuredTree, Yardstick  # noqa: E402
from benchmarks.speed_figures import BENCHMARKS, FIGURES, Benchmark, Figure  # noqa: E402
from benchmarks.speed_history import HISTORY, Line, append, made, read  # noqa: E402
from benchmarks.speed_page import PICTURES, write_page  # noqa: E402

ROUNDS = 3
WRITTEN = (HISTORY, HOUSE / "docs" / "speed.md", HOUSE / PICTURES)
"""What this script writes; its changes do not make a tree a changed one."""
BUSY = 0.5
"""From how many running processes for each core on a machine is called busy."""


def tell(text: str) -> None:
    """Say how far it is."""
    print(text, file=sys.stderr, flush=True)


def measure(
    tree: MeasuredTree, chosen: Sequence[Benchmark], rounds: int, quick: bool
) -> tuple[dict[str, float], list[Yardstick]]:
    """Run benchmarks; return the medians of all figures, and each yardstick."""
    values: dict[str, list[float]] = {}
    sticks = [tree.yardstick()]
    for number in range(rounds):
        for benchmark in chosen:
            if number and benchmark.once:
                continue
            begun = time.monotonic()
            output = tree.run(benchmark, benchmark.words(quick))
            tell(f"round {number + 1} of {rounds}: {benchmark.name}, {time.monotonic() - begun:.0f} s")
            sticks.append(tree.yardstick())
            beside = (sticks[-2].milliseconds + sticks[-1].milliseconds) / 2
            for figure in benchmark.figures:
                value = figure.found_in(output)
                if value is not None:
                    values.setdefault(figure.name, []).append(figure.at_nominal(value, beside))
    return {name: median(some) for name, some in values.items()}, sticks


def machine() -> str:
    """Return the name of the processor and the number of cores."""
    name = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        rows = (line.partition(":") for line in info.read_text(encoding="utf-8").splitlines())
        name = next((value.strip() for key, _, value in rows if key.strip() == "model name"), name)
    cores = os.cpu_count() or 1
    return f"{name}, {cores} {'core' if cores == 1 else 'cores'}"


def git(tree: Path, *words: str) -> str:
    """Return what git prints about a tree."""
    done = subprocess.run(
        ["git", "--no-optional-locks", "-C", str(tree), *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def state_of(tree: Path) -> dict[str, str]:
    """Return the date and commit of a tree."""
    excluded = [f":(top,exclude){path.relative_to(HOUSE).as_posix()}" for path in WRITTEN]
    commit = git(tree, "rev-parse", "--short", "HEAD")
    when = datetime.fromtimestamp(int(git(tree, "log", "-1", "--format=%ct")), UTC)
    if git(tree, "status", "--porcelain", "--", ":(top)", *excluded):
        commit, when = f"{commit}+", datetime.now(UTC)
    return {"date": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "commit": commit}


def line_of(tree: Path, figures: Mapping[str, float], sticks: Sequence[Yardstick]) -> Line:
    """Return the line of a tree."""
    stick = f"{median(each.milliseconds for each in sticks):.1f}"
    about = {"python": sticks[0].python, "machine": machine(), "yardstick ms": stick}
    return made({**state_of(tree), **about}, figures)


def report(
    line: Line, lines: Sequence[Line], figures: Sequence[Figure], sticks: Sequence[Yardstick], seconds: float
) -> None:
    """Print all figures, then what is worse than it was."""
    found = compared(line, lines, figures)
    least, most = (f(each.milliseconds for each in sticks) for f in (min, max))
    print(
        f"{line.commit} of {line.date}, Python {line.place[1]}, {line.place[0]}; measured in {seconds:.0f} s"
    )
    print(f"The yardstick took {least:.0f} to {most:.0f} ms; figures are told as if it took 100 ms.\n")
    if not found:
        print("No benchmark ran.")
        return
    print("\n".join([*table(found), "", *verdict(found)]))
    missing = [each.name for each in figures if line.figure(each.name) is None]
    if missing:
        print(f"Not measured: {'; '.join(missing)}.")


def asked() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small sizes and one round, to try it")
    parser.add_argument(
        "--tree", type=Path, default=HOUSE, help="the checkout to measure, this one by default"
    )
    parser.add_argument("--rounds", type=int, help=f"how often each benchmark runs: {ROUNDS}, with --quick 1")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="run benchmarks whose name has a word")
    parser.add_argument("--dry-run", action="store_true", help="record nothing")
    parser.add_argument("--history", type=Path, help="a file to compare with and to record in")
    given = parser.parse_args()
    given.rounds = given.rounds or (1 if given.quick else ROUNDS)
    return given


def chosen_by(given: argparse.Namespace) -> list[Benchmark]:
    """Return the benchmarks to run."""
    return [
        each
        for each in BENCHMARKS
        if (each.quick is not None or not given.quick)
        and (not given.only or any(word in each.name for word in given.only))
    ]


def main() -> None:
    """Measure, compare and record."""
    given = asked()
    tree = given.tree.resolve()
    if os.getloadavg()[0] > BUSY * (os.cpu_count() or 1):
        tell("This machine is busy: times that pass will be longer than they are without other work.")
    begun = time.monotonic()
    chosen = chosen_by(given)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        measured = MeasuredTree(tree, Path(folder), tell)
        figures, sticks = measure(measured, chosen, given.rounds, given.quick)
    line, history = line_of(tree, figures, sticks), given.history or HISTORY
    wanted = [figure for benchmark in chosen for figure in benchmark.figures]
    report(line, read(history), wanted, sticks, time.monotonic() - begun)
    partial = given.quick or given.only
    if given.dry_run or (partial and given.history is None) or not figures:
        print("Nothing was recorded.")
        return
    append(history, line, [each.name for each in FIGURES])
    print(f"Recorded in {history}.")
    if history.resolve() == HISTORY:
        write_page()


if __name__ == "__main__":
    main()
