"""Mutation testing of the Python code: changes `rules`, `host` and `tui` in one spot at a time.

Usage: python benchmarks/python_mutants.py [--count N] [--seed N] [--root CHECKOUT] [--jobs N] [--work FOLDER]
                                           [--budget SECONDS] [--only TEXT] [--json FILE]

`generate_python_mutants.py` generates the mutants. The seed chooses the spots, for each folder in proportion
to its lines. First all tests run once, instrumented by `touched.py`, which records the tests that run the
chosen lines and their cost. Only the tests that run a mutated line are run for it, the fastest first, until
one fails; `--budget` limits the CPU time of the tests for one mutant. The first run stores its records in
`--work`; a later run on the same checkout with the same seed and count uses them again.

Tests run in copies of the checkout, never in the checkout itself. This is not a test: it takes most of an
hour on two cores.
"""

import argparse
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from benchmarks.generate_python_mutants import Change, applied, changes, makes_sense  # noqa: E402

FOLDERS = ("rules", "host", "tui")
UNCOPIED = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
    "__pycache__",
    "build",
    "dist",
)
SHARES = (6.0, None)
"""The CPU seconds of tests in the first and second try; None stands for the budget."""
SLOW_TO_COLLECT = 3.0
"""Test files that take more seconds than this to collect wait for the second try."""
CPU_LIMIT, WALL_LIMIT = 4, 1200
"""A run counts as endless after this multiple of its expected CPU time, or after these seconds."""
START = 20.0
"""The most CPU seconds that starting, importing and collecting may take."""
COMPILED = "rules/backends/native/helpers/"
RUNNER = "rules/backends/native/runner.py"
"""The helpers run as native code, so a test that uses the runner runs them all."""
COMPILERS = tuple(f"rules/{folder}/" for folder in ("link", "check", "model", "lower", "backends"))
LOADER = "rules/load_program.py"
"""A test that loads a game needs the compiler, although the game then comes from the cache."""


@dataclass(slots=True)
class Tests:
    """What is known of the tests of a checkout."""

    cost: dict[str, float] = field(default_factory=dict)
    """The CPU seconds of each test that passes."""
    collecting: dict[str, float] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)
    """For each line of code (`file:line`), the tests that run it, the fastest first."""

    def of(self, change: Change) -> list[str]:
        """The tests that run a mutated line; for code that runs on import, all tests that use the file."""
        used: tuple[str, ...] = (f"{change.file}:",)
        if change.file.startswith(COMPILED):
            used += (f"{RUNNER}:",)
        elif change.statement:
            known = self.lines.get(f"{change.file}:{change.statement}", [])
            if known or not change.file.startswith(COMPILERS):
                return known
            used = (f"{LOADER}:",)
        running = {test for line, tests in self.lines.items() if line.startswith(used) for test in tests}
        return sorted(running, key=lambda test: self.cost[test])


@dataclass(slots=True)
class Verdict:
    """The result for one mutant."""

    change: Change
    outcome: str
    """killed, endless, survived, or untested: no test runs the line."""
    by: str = ""
    took: float = 0.0


# --- learning which tests run which lines ----------------------------------------------------------


def environment(root: Path, **more: str) -> dict[str, str]:
    """The environment for a test run that imports only from a checkout."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "LAZARETTO_"))}
    return own | {"PYTHONPATH": str(root), "PYTHONHASHSEED": "0"} | more


def learn(root: Path, work: Path, jobs: int, tests: Sequence[str], tasks: Iterable[Change]) -> Tests:
    """Run the tests once, instrumented, or read the records of an earlier run."""
    parts = sorted(work.glob("lines.*"))
    if not parts:
        copy = work / "learning"
        shutil.copytree(root, copy, symlinks=True, ignore=UNCOPIED)
        shutil.copy(HOUSE / "benchmarks" / "touched.py", copy / "benchmarks")
        wanted = work / "wanted.txt"
        places = [f"{task.file}:{task.statement}" if task.statement else task.file for task in tasks]
        wanted.write_text("\n".join([*places, RUNNER, LOADER]))
        command = [sys.executable, "-m", "pytest", "-p", "benchmarks.touched", "-q", "-p", "no:cacheprovider"]
        command += ["-n", str(jobs), "--dist", "worksteal", *tests]
        with (work / "learning.log").open("w") as log:
            env = environment(copy, LINES_RUN=str(work / "lines"), LINES_WANTED=str(wanted))
            subprocess.run(command, cwd=copy, env=env, stdout=log, stderr=subprocess.STDOUT, check=False)
        shutil.rmtree(copy)
        parts = sorted(work.glob("lines.*"))
    known = Tests()
    found: dict[str, set[str]] = {}
    for part in parts:
        noted = json.loads(part.read_text())
        known.collecting |= noted["collected"]
        for test, item in noted["items"].items():
            if item.get("passed") and "lines" in item:
                known.cost[test] = max(item["cpu"], 0.01)
                for number in item["lines"]:
                    found.setdefault(noted["places"][number], set()).add(test)
    known.lines = {line: sorted(some, key=lambda test: known.cost[test]) for line, some in found.items()}
    return known


# --- choosing changes ------------------------------------------------------------------------------


def chosen(root: Path, count: int, seed: int) -> list[Change]:
    """Choose spots from all folders, in proportion to their lines; every line is equally likely."""
    chance = random.Random(seed)
    size: dict[str, int] = {}
    spots: dict[str, dict[tuple[str, int], list[Change]]] = {folder: {} for folder in FOLDERS}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            text, name = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
            size[folder] = size.get(folder, 0) + text.count("\n")
            for change in changes(name, text):
                spots[folder].setdefault((name, change.line), []).append(change)
    picked: list[Change] = []
    for number, folder in enumerate(FOLDERS, 1):
        share = round(count * sum(size[each] for each in FOLDERS[:number]) / sum(size.values())) - len(picked)
        lines = sorted(spots[folder])
        chance.shuffle(lines)
        good = (one for line in lines if (one := _one(spots[folder][line], root, chance)) is not None)
        picked += islice(good, share)
    chance.shuffle(picked)
    return picked


def _one(some: list[Change], root: Path, chance: random.Random) -> Change | None:
    """One of the mutants of a line."""
    text = (root / some[0].file).read_text(encoding="utf-8")
    order = chance.sample(some, len(some))
    return next((each for each in order if makes_sense(each, text)), None)


# --- running tests ---------------------------------------------------------------------------------


def tries(tests: Tests, change: Change, budget: float) -> list[list[str]]:
    """The tests to run: first a few fast ones from different files, then as many as the budget allows."""
    waiting = tests.of(change)
    found: list[list[str]] = []
    spent, taken = 0.0, set[str]()
    for share in SHARES:
        most = budget if share is None else min(share, budget)
        by_file: dict[str, list[str]] = {}
        for test in waiting:
            file = test.partition("::")[0]
            if test not in taken and (share is None or tests.collecting.get(file, 0) < SLOW_TO_COLLECT):
                by_file.setdefault(file, []).append(test)
        order = sorted(by_file, key=lambda file: _nearness(file, change.file), reverse=True)
        some: list[str] = []
        for turn in range(max(map(len, by_file.values()), default=0)):
            for file in order:
                if turn < len(by_file[file]):
                    test = by_file[file][turn]
                    cost = tests.cost[test] + (0 if turn else tests.collecting.get(file, 0))
                    if spent + cost <= most or not (some or found):
                        some.append(test)
                        spent += cost
        taken |= {*some}
        if some:
            found.append(some)
    return found


def _nearness(test: str, file: str) -> int:
    """The number of parts that the path of a test file shares with the path of the tested file."""
    parts = {part.removeprefix("test_") for part in test.removesuffix(".py").split("/")}
    return len(parts & {*file.removesuffix(".py").split("/")})


class Copy:
    """A copy of the checkout in which one process tries its mutants."""

    def __init__(self, root: Path, work: Path, tests: Tests, budget: float) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="copy-", dir=work))
        self.root = self.place / "root"
        shutil.copytree(root, self.root, symlinks=True, ignore=UNCOPIED)
        self.tests, self.budget = tests, budget

    def judge(self, change: Change) -> Verdict:
        """Apply a mutant, run the tests that could notice it, and restore the file."""
        started = time.monotonic()
        path = self.root / change.file
        before, status = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(applied(change, before), encoding="utf-8")
        self._forget(path)
        try:
            verdict = Verdict(change, *self._tried(change))
        finally:
            path.write_text(before, encoding="utf-8")
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            self._forget(path)
        verdict.took = time.monotonic() - started
        return verdict

    def _forget(self, path: Path) -> None:
        for each in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            each.unlink()

    def _tried(self, change: Change) -> tuple[str, str]:
        waves = tries(self.tests, change, self.budget)
        for wave in waves:
            outcome, by = self._run(wave)
            if outcome != "survived":
                return outcome, by
        return ("survived", "") if waves else ("untested", "")

    def _run(self, tests: Sequence[str]) -> tuple[str, str]:
        """Run tests until one fails; a mutant that changes the test ids of a file counts as noticed."""
        expected = sum(self.tests.cost[test] for test in tests) + START
        files = sorted({test.partition("::")[0] for test in tests})
        wanted = self.place / "tests.txt"
        wanted.write_text("\n".join(tests))
        output = self.place / "output.txt"
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=line"]
        command += ["-p", "no:cacheprovider", "-p", "benchmarks.run_listed_tests", "--hypothesis-seed=0"]
        command += [f"--basetemp={self.place / 'temp'}", *files]
        # As in a worker of xdist, the tests then store compiled programs beside the folder given above.
        env = environment(self.root, WANTED_TESTS=str(wanted), PYTEST_XDIST_WORKER="gw0")
        env["PYTHONPATH"] += os.pathsep + str(self.place.parent / "plugins")
        with output.open("w") as log:
            process = subprocess.Popen(
                command, cwd=self.root, env=env, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_CPU, (int(expected * CPU_LIMIT), int(expected * CPU_LIMIT) + 5)
                ),
            )  # fmt: skip
            try:
                code = process.wait(WALL_LIMIT)
            except subprocess.TimeoutExpired:
                code = -signal.SIGALRM
            finally:
                _end(process)
        if code == 0:
            return "survived", ""
        if code in (-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGKILL):
            return "endless", ""
        failed = [line for line in output.read_text(errors="replace").splitlines() if "FAILED" in line[:7]]
        errors = [line for line in output.read_text(errors="replace").splitlines() if "ERROR" in line[:6]]
        return "killed", (failed or errors or [f"exit {code}"])[0][:160]


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a test run and all its child processes."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


_copies: list[Copy] = []


def start(root: Path, work: Path, tests: Tests, budget: float) -> None:
    """Create the copy for one process."""
    _copies.append(Copy(root, work, tests, budget))


def judge(change: Change) -> Verdict:
    """Try a mutant in the copy of this process."""
    return _copies[-1].judge(change)


# --- reporting -------------------------------------------------------------------------------------


def summary(verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """The figures: in total, by folder and by kind of mutant."""

    def counted(some: Sequence[Verdict]) -> dict[str, Any]:
        counts: Mapping[str, int] = Counter(each.outcome for each in some)
        noticed = counts.get("killed", 0) + counts.get("endless", 0)
        return {"changes": len(some), "noticed": noticed, **counts}

    every = [*verdicts]
    folders = {
        folder: [each for each in every if each.change.file.startswith(f"{folder}/")] for folder in FOLDERS
    }
    kinds = {each.change.kind for each in every}
    return {
        "all": counted(every),
        "folders": {folder: counted(some) for folder, some in folders.items()},
        "kinds": {kind: counted([one for one in every if one.change.kind == kind]) for kind in sorted(kinds)},
    }


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--root", type=Path, default=HOUSE, help="the checkout to change")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=Path, help="a folder for copies, and for what the first run learned")
    parser.add_argument("--budget", type=float, default=40.0, help="CPU seconds of tests for each change")
    parser.add_argument(
        "--tests", nargs="*", default=[], help="the tests to learn from; all if none are named"
    )
    parser.add_argument("--only", default="", help="only changes with this in their description")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def main() -> None:
    """Try the mutants, list those that survive, and print a summary."""
    asked = arguments()
    root = asked.root.resolve()
    work = (asked.work or Path(tempfile.mkdtemp(prefix="python-mutants-"))).resolve()
    (work / "plugins" / "benchmarks").mkdir(parents=True, exist_ok=True)
    shutil.copy(HOUSE / "benchmarks" / "run_listed_tests.py", work / "plugins" / "benchmarks")
    every = chosen(root, asked.count, asked.seed)
    tests = learn(root, work, asked.jobs, asked.tests, every)
    tasks = [each for each in every if asked.only in str(each)]
    print(f"{len(tests.cost)} tests, {len(tasks)} changes, in {work}", file=sys.stderr, flush=True)
    verdicts: list[Verdict] = []
    context = multiprocessing.get_context("fork")
    with context.Pool(asked.jobs, start, (root, work, tests, asked.budget)) as pool:
        for verdict in pool.imap_unordered(judge, tasks):
            verdicts.append(verdict)
            if verdict.outcome in {"survived", "untested"}:
                print(f"{verdict.outcome}: {verdict.change}", flush=True)
            done = f"{len(verdicts)}/{len(tasks)} {verdict.outcome} in {verdict.took:.0f} s"
            print(f"{done}: {verdict.change} {verdict.by}", file=sys.stderr, flush=True)
            if asked.json is not None:
                listed = [asdict(each) for each in verdicts]
                asked.json.write_text(json.dumps(summary(verdicts) | {"verdicts": listed}, indent=1))
    whole = summary(verdicts)
    print(json.dumps(whole, indent=1))
    print(f"{whole['all']['noticed']} of {whole['all']['changes']} noticed")
    for copy in work.glob("copy-*"):
        shutil.rmtree(copy)


if __name__ == "__main__":
    main()
