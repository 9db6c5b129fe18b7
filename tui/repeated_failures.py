"""Notes the failures of one app: keeps the details of each once, and notices when they do not end."""

import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import monotonic

MOST = 30
WITHIN = 10.0
"""With so many failures in so many seconds, going on makes no sense."""


class FailureLog:
    """The failures of an app so far."""

    def __init__(
        self, keep: Callable[[str], Path | None] | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self._keep = keep
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MOST)
        self._files: dict[tuple[str, str, int], Path | None] = {}

    def note(self, error: Exception) -> tuple[Path | None, bool]:
        """Return the file with the details, and whether a failure at this place of the code is new."""
        self._times.append(self._clock())
        place = _place(error)
        new = place not in self._files
        if new:
            details = "".join(traceback.format_exception(error))
            self._files[place] = self._keep(details) if self._keep is not None else None
        return self._files[place], new

    @property
    def endless(self) -> bool:
        """Whether failures follow each other so quickly that the app is of no use any more."""
        return len(self._times) == MOST and self._times[-1] - self._times[0] < WITHIN


def _place(error: Exception) -> tuple[str, str, int]:
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        return type(error).__name__, "", 0
    return type(error).__name__, last.tb_frame.f_code.co_filename, last.tb_lineno
