"""Lets one process of a run make what all need, while the others wait."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock beside a path; Windows has no such locks, so that every process makes its own there."""
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
