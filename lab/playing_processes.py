"""Processes that play games of a simulation: on this machine, or on the machines of a Dask cluster.

Every process that helps a command leaves Ctrl-C to it, and ends when it ends.
"""

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from lazaretto.lab.batches import LostError
from lazaretto.lab.game_rows import Batch
from lazaretto.lab.series import Series, Setting
from lazaretto.rules import Program, load
from lazaretto.rules.engine.engine_names import Engine
from lazaretto.rules.run.compiled_game import CompiledGame

if TYPE_CHECKING:
    from concurrent.futures import Executor


def begin() -> None:
    """Prepare a process that was started to help another one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End at once when the process that waits for results is gone, however it ended.

    The others would wait for work without end: each of them keeps the queue open for the others.
    """
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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
        places = tuple(path.resolve() for path in search)
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
_PROGRAMS: dict[ProgramSource, Program] = {}
"""The programs that were played last."""
MOST_PROGRAMS = 2
"""How many programs a process keeps: simulations compare two."""


def play_task(task: Task, first: int, count: int, tables: CompiledGame | None = None) -> Batch:
    """Play games of a simulation in the process that calls this."""
    with _ALONE:
        series = _KNOWN.get(task)
        if series is None:
            if task.code not in ("", code_digest()):
                raise OtherVersionError
            _KNOWN.clear()
            series = _KNOWN[task] = Series(_program(task.source, tables), task.setting, task.engine)
        return series.play(first, count)


def _program(source: ProgramSource, tables: CompiledGame | None) -> Program:
    program = _PROGRAMS.get(source)
    if program is None:
        if len(_PROGRAMS) >= MOST_PROGRAMS:
            _PROGRAMS.clear()
        program = _PROGRAMS[source] = source.program(tables)
    return program


class Pool:
    """Processes of this machine, for one simulation after the other; they start when there is work."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self.age = 0
        """How often the processes were replaced."""
        self._executor: ProcessPoolExecutor | None = None

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, mp_context=get_context("spawn"), initializer=begin)

    def hire(self, task: Task, _: CompiledGame | None = None) -> "Processes":
        """Let the processes play the games of a task."""
        return Processes(self, task)

    def submit(self, task: Task, first: int, count: int) -> "Future[Batch]":
        """Let one of them play games."""
        for _ in range(2):
            self._executor = self._executor or self._new()
            try:
                return self._executor.submit(play_task, task, first, count)
            except BrokenExecutor:
                self.renew(self.age)
        raise LostError

    def renew(self, age: int) -> None:
        """Replace the processes after one was killed, unless that has happened since they were so old."""
        if age == self.age:
            self.age += 1
            self._end(wait=False)

    def close(self) -> None:
        """End the processes."""
        self._end(wait=True)

    def _end(self, wait: bool) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=wait, cancel_futures=True)
            self._executor = None


class Processes:
    """A crew of processes that play the games of one simulation."""

    def __init__(self, pool: Pool, task: Task) -> None:
        self._pool = pool
        self._task = task
        self.lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)

    @property
    def size(self) -> int:
        """How many play at the same time."""
        return self._pool.size

    @property
    def age(self) -> int:
        """How often it was renewed."""
        return self._pool.age

    def submit(self, first: int, count: int) -> "Future[Batch]":
        """Let somebody play games."""
        return self._pool.submit(self._task, first, count)

    def renew(self, age: int) -> None:
        """Replace the processes after one was killed, unless that has happened since it was so old."""
        self._pool.renew(age)


PATIENCE = 10
"""Seconds until a cluster must have answered."""


class NoClusterError(Exception):
    """There is no cluster, or it has no workers."""


class MissingDaskError(Exception):
    """`distributed` is not installed."""


class Cluster:
    """A connection to a cluster."""

    def __init__(self, address: str) -> None:
        """Connect.

        Raises:
            MissingDaskError: `distributed` is not installed.
            NoClusterError: nobody answers at this address.
        """
        try:
            from distributed import Client, KilledWorker  # noqa: PLC0415
        except ImportError as error:
            raise MissingDaskError from error
        try:
            self._client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, ValueError) as error:  # TimeoutError is an OSError
            raise NoClusterError(str(error)) from error
        self.lost: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)

    def run(self, function: Callable[..., object], *arguments: object) -> dict[str, object]:
        """Call a function on every worker; return the results by the workers' addresses."""
        found: dict[str, object] = self._client.run(function, *arguments)
        return found

    def hire(self, task: Task, tables: CompiledGame) -> "ClusterCrew":
        """Let the workers play the games of a task."""
        known = self.run(has_program, task.source)
        return ClusterCrew(self, task, None if all(known.values()) else tables)

    @property
    def executor(self) -> "Executor":
        """The workers as an executor of `concurrent.futures`."""
        found: Executor = self._client.get_executor(pure=False)
        return found

    @property
    def size(self) -> int:
        """The number of workers."""
        return max(1, len(self._client.nthreads()))

    def close(self) -> None:
        """End the connection; the cluster goes on."""
        self._client.close()


class ClusterCrew:
    """The workers of a cluster that play the games of a simulation."""

    def __init__(self, cluster: Cluster, task: Task, tables: CompiledGame | None) -> None:
        self._cluster = cluster
        self._task = task
        self._tables = tables
        self._executor = cluster.executor
        self.lost = cluster.lost
        self.age = 0
        """How often it was renewed: never, because Dask replaces workers itself."""

    @property
    def size(self) -> int:
        """How many play at the same time."""
        return self._cluster.size

    def submit(self, first: int, count: int) -> "Future[Batch]":
        """Let somebody play games."""
        return self._executor.submit(play_task, self._task, first, count, self._tables)

    def renew(self, age: int) -> None:
        """Do nothing: the cluster replaces its workers."""
