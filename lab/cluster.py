"""Lets the machines of a Dask cluster play games.

The workers need the same version of Lazaretto. A scenario whose texts they do not have is sent to them in its
compiled form; Python plays it then. Dask starts a batch again on another worker if its worker is gone.
"""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any

from lazaretto.lab.crew import Task, has_program, play_task
from lazaretto.lab.game_rows import Batch
from lazaretto.rules.run.compiled_game import CompiledGame

if TYPE_CHECKING:
    from concurrent.futures import Executor

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
