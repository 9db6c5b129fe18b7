"""Processes of this machine that play games."""

import signal
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from threading import Lock

from lab.game_rows import Batch
from lab.series import Series, Setting
from rules import Program, load
from rules.engines import Engine
from rules.run.compiled_game import CompiledGame


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """From where another process gets a program."""

    folder: Path
    switches: frozenset[str]
    search: tuple[Path, ...]
    backend: str
    digest: str

    @classmethod
    def of(cls, program: Program, backend: str) -> "ProgramSource":
        """Return that of a program."""
        switches, search = program.read or (frozenset(), ())
        places = tuple(each.resolve() for each in search)
        return cls(program.folder.resolve(), switches, places, backend, program.digest)

    def program(self, tables: CompiledGame | None = None) -> Program:
        """Load the program; where its texts are not there or differ, take its tables.

        Raises:
            LookupError: neither is there.
        """
        if (self.folder / "scenario.toml").is_file():
            found = load(
                self.folder, switches=self.switches, search=self.search, backend=self.backend
            ).program
            if found is not None and found.digest == self.digest:
                return found
        if tables is None:
            raise LookupError(str(self.folder))
        return Program(tables, self.folder)


class OtherVersionError(Exception):
    """A process has other code than the one in charge, so its games might differ."""


@cache
def code_digest() -> str:
    """Return a hash of the code that plays games."""
    total, house = sha256(), Path(__file__).resolve().parent.parent
    for path in sorted(each for part in ("grammar", "rules", "lab") for each in (house / part).rglob("*.py")):
        total.update(path.relative_to(house).as_posix().encode() + path.read_bytes())
    return total.hexdigest()


@dataclass(frozen=True, slots=True)
class Task:
    """The games of a simulation, for another process."""

    source: ProgramSource
    setting: Setting
    engine: Engine
    code: str = ""
    """The hash of the code that must play; empty for any."""


def has_program(source: ProgramSource) -> bool:
    """Whether the process that calls this has the texts of a program."""
    try:
        return bool(source.program())
    except LookupError:
        return False


_ALONE = Lock()
"""A process plays one batch at a time: native code has one memory."""
_KNOWN: dict[Task, Series] = {}
"""What was played last."""


def play_task(task: Task, first: int, count: int, tables: CompiledGame | None = None) -> Batch:
    """Play games of a simulation in the process that calls this."""
    with _ALONE:
        series = _KNOWN.get(task)
        if series is None:
            if task.code not in ("", code_digest()):
                raise OtherVersionError
            _KNOWN.clear()
            series = _KNOWN[task] = Series(task.source.program(tables), task.setting, task.engine)
        return series.play(first, count)


class Processes:
    """A crew of processes."""

    def __init__(self, task: Task, jobs: int) -> None:
        self._task = task
        self._jobs = jobs
        self._age = 0
        self.lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts
        )

    @property
    def size(self) -> int:
        """How many play at the same time."""
        return self._jobs

    @property
    def age(self) -> int:
        """How often it was renewed."""
        return self._age

    def submit(self, first: int, count: int) -> "Future[Batch]":
        """Let somebody play games."""
        try:
            return self._pool.submit(play_task, self._task, first, count)
        except BrokenExecutor:
            self.renew(self._age)
            return self._pool.submit(play_task, self._task, first, count)

    def renew(self, age: int) -> None:
        """Replace the processes after one was killed, unless that has happened since it was so old."""
        if age == self._age:
            self._age += 1
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new()

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that is in charge."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
