"""Judges from its answers whether a process still works, or has stopped for good.

A process that computes may answer late: on a busy machine it waits for a core, and native code keeps Python's
interpreter to itself. So silence alone proves nothing. The system says whether the process was stopped, waits
for nothing that will come, or works; and while it works, only its own processor time counts.
"""

from collections.abc import Callable
from enum import Enum

from lazaretto.host.server.process_look import Condition, Look

BEAT = 0.5
"""Seconds between two questions."""
STOPPED = 2
"""Looks in a row that must find a silent process stopped."""
WAITING = 3
"""Looks in a row that must find all threads of a silent process asleep: what it was asked would wake one."""
WORKED = 10.0
"""Seconds of its own processor time for which a process may work without answering."""
UNSEEN = 20
"""Questions that a process may leave unanswered where the system does not show what it does."""


class Fault(Enum):
    """Why a process is of no use any more."""

    GONE = "gone"
    """It has ended, or closed its connection."""
    STOPPED = "stopped"
    HUNG = "hung"
    """It waits for something that does not come, or works without ever answering."""
    RUBBISH = "rubbish"
    """It sends something that is no answer."""
    SLOW = "slow"
    """One call took too long."""


class Pulse:
    """The pulse of one process."""

    def __init__(self, look: Callable[[], Look | None]) -> None:
        """Judge a process; `look` says what the system knows about it now."""
        self._look = look
        self._answered = True
        self._found: Condition | None = None
        """What the last looks in a row found."""
        self._looks = 0
        self._first = self._last = -1.0
        """The processor time of the process at the first and at the last look; below 0 without one."""

    @property
    def answered(self) -> bool:
        """Whether the process has answered the last question."""
        return self._answered

    def heard(self) -> None:
        """Note that the process has sent something."""
        self._answered = True

    def asked(self) -> None:
        """Note that the process was asked something."""
        self._answered, self._found, self._looks = False, None, 0
        self._first = self._last = -1.0

    def judge(self) -> Fault | None:
        """Judge a process that was asked a beat ago or earlier; None as long as it may still answer."""
        if self._answered:
            return None
        look = self._look()
        if look is None:
            self._looks += 1
            return Fault.HUNG if self._looks >= UNSEEN else None
        found = look.condition
        if found is Condition.WAITING and look.seconds != self._last:
            found = Condition.WORKING  # it has worked since the last look
        self._looks = self._looks + 1 if found is self._found else 1
        self._found, self._last = found, look.seconds
        self._first = look.seconds if self._first < 0 else self._first
        match found:
            case Condition.GONE:
                return Fault.GONE
            case Condition.STOPPED:
                return Fault.STOPPED if self._looks >= STOPPED else None
            case Condition.WAITING:
                return Fault.HUNG if self._looks >= WAITING else None
            case Condition.WORKING:
                return Fault.HUNG if look.seconds - self._first > WORKED else None
