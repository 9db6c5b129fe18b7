"""What the system says about a process from outside: whether it runs, waits, or was stopped."""

import os
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

_PROCESSES = Path("/proc")
_STATE, _USER, _SYSTEM = 0, 11, 12
"""Where the state and the two times stand behind the name of the process; the name may hold anything."""


class Condition(Enum):
    """What a process does."""

    GONE = "gone"
    STOPPED = "stopped"
    """By a signal, or by a debugger."""
    WAITING = "waiting"
    """All its threads sleep."""
    WORKING = "working"
    """A thread runs, waits for a core, or waits for the disk."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a process."""

    condition: Condition
    seconds: float = 0.0
    """The processor time that it has used."""


def look_at(process: int) -> Look | None:
    """Look at a process; None on systems that do not show their processes as files."""
    if not (_PROCESSES / "self" / "stat").exists():
        return None
    try:
        fields = _fields(_PROCESSES / str(process) / "stat")
    except OSError:
        return Look(Condition.GONE)
    seconds = (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")
    if fields[_STATE] in "ZX":
        return Look(Condition.GONE, seconds)
    if fields[_STATE] in "Tt":
        return Look(Condition.STOPPED, seconds)
    return Look(Condition.WORKING if _has_work(process) else Condition.WAITING, seconds)


def _has_work(process: int) -> bool:
    with suppress(OSError):  # the process has ended; the next look sees it
        for thread in (_PROCESSES / str(process) / "task").iterdir():
            with suppress(OSError):  # the thread has ended
                if _fields(thread / "stat")[_STATE] in "RD":
                    return True
    return False


def _fields(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
