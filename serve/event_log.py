"""The log of the server: one JSON object a line, on standard error, where a service manager collects it."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime

from tui.safe_output import write_err


class EventLog:
    """Writes what happens, for operators and their tools."""

    def __init__(self, write: Callable[[str], None] = write_err) -> None:
        self._write = write

    def note(self, event: str, **facts: object) -> None:
        """Write an event with its facts."""
        line = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
        self._write(json.dumps(line, ensure_ascii=True, default=str))


class LibraryWarnings(logging.Handler):
    """Writes what libraries warn of into the log of the server, so that every line is JSON."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Note a warning."""
        self._log.note("library_warning", library=record.name, what=record.getMessage())
