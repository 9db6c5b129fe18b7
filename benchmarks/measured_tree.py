"""Runs benchmarks and the yardstick on a checkout of the project, this one or another."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copy

from benchmarks.speed_figures import Benchmark, parsed

HOUSE = Path(__file__).resolve().parents[1]
PATIENCE = 240.0
"""Seconds after which a benchmark is stopped and left out."""
REST = 20.0
"""Seconds to wait for processes that a benchmark has left."""
OFTEN = 2
"""A way to run a benchmark that failed so often is not tried again."""
OWN = {"benchmarks", ".git", ".venv"}
"""What a borrowed tree does not take from the other one."""
UNWANTED = ("PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "NO_COLOR")
"""Variables that change what is measured, besides our own."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """How long the yardstick took, and in which version of Python."""

    milliseconds: float
    python: str


class BenchmarkError(Exception):
    """A benchmark did not run; says why."""


class MeasuredTree:
    """A checkout whose package is measured.

    If it is another one, each benchmark has two ways to run: that of this tree, in a folder that has all
    else from the other tree, and that of the other tree itself. Tests that the other tree lacks are taken
    from this one, because `tests` is a package without a file of its own.
    """

    def __init__(self, root: Path, scratch: Path, tell: Callable[[str], None]) -> None:
        self.root = root
        self._tell = tell
        own = root / ".venv" / "bin" / "python"
        self._python = str(own) if own.exists() else sys.executable
        self._home = scratch / "home"
        self._home.mkdir()
        self._home_of_ours = str(self._home).encode()
        self._ways = [root] if root == HOUSE else [*self._borrowed(scratch / "tree"), root]
        self._failed: Counter[tuple[Path, str]] = Counter()

    def yardstick(self) -> Yardstick:
        """Run the yardstick of this tree with the Python of the measured one."""
        script = Path(__file__).with_name("yardstick.py")
        found = json.loads(self._output(HOUSE, ["-I", str(script)]))
        return Yardstick(found["ms"], found["python"])

    def run(self, benchmark: Benchmark, words: Sequence[str]) -> object:
        """Return what a benchmark prints, None if it does not run; say why not."""
        for way in self._ways:
            script = way / "benchmarks" / benchmark.script
            if self._failed[way, benchmark.name] >= OFTEN or not script.exists():
                continue
            try:
                found = parsed(self._output(way, [str(script), *words]))
            except (BenchmarkError, ValueError) as fault:
                self._failed[way, benchmark.name] += 1
                whose = (
                    "" if len(self._ways) == 1 else " of that tree" if way == self.root else " of this tree"
                )
                self._tell(f"{benchmark.name}{whose} does not run: {fault}")
            else:
                if way != self._ways[0]:
                    self._tell(f"{benchmark.name} is measured by the script of that tree")
                return found
        self._tell(f"{benchmark.name} is left out")
        return None

    def _borrowed(self, place: Path) -> Iterator[Path]:
        """Make a folder with the other tree and our benchmarks, if its package is imported from there."""
        place.mkdir()
        for each in self.root.iterdir():
            if each.name not in OWN:
                (place / each.name).symlink_to(each)
        (place / "benchmarks").mkdir()
        for each in (HOUSE / "benchmarks").iterdir():
            if each.suffix in {".py", ".rules"}:
                copy(each, place / "benchmarks")
        try:
            file = self._output(place, ["-c", "import lazaretto; print(lazaretto.__file__)"])
        except BenchmarkError:
            return
        if Path(file.strip()).resolve().is_relative_to(self.root):
            yield place

    def _environment(self, house: Path) -> dict[str, str]:
        """Return an environment with a home of its own, and no settings of ours."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in UNWANTED and not name.startswith("LAZARETTO_")
        }
        home = str(self._home)
        homes = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPYCACHEPREFIX")
        return {**kept, **dict.fromkeys(homes, home), "PYTHONPATH": os.pathsep.join(map(str, (house, HOUSE)))}

    def _output(self, house: Path, words: list[str]) -> str:
        """Run Python in a tree, and return what it prints.

        Raises:
            BenchmarkError: if it fails or takes too long.
        """
        process = subprocess.Popen(
            [self._python, *words],
            cwd=house,
            env=self._environment(house),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            out, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired as fault:
            raise BenchmarkError(f"it takes more than {PATIENCE:.0f} s") from fault
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        self._wait_for_rest()
        if process.returncode:
            raise BenchmarkError((errors.strip().splitlines() or [f"status {process.returncode}"])[-1])
        return out

    def _wait_for_rest(self) -> None:
        """Wait for what a benchmark has left running, such as compilers: it would disturb what follows."""
        until = time.monotonic() + REST
        while time.monotonic() < until and any(map(self._is_ours, Path("/proc").glob("[0-9]*"))):
            time.sleep(0.1)

    def _is_ours(self, process: Path) -> bool:
        """Whether a process has our home in its environment."""
        try:
            return self._home_of_ours in (process / "environ").read_bytes()
        except OSError:
            return False
