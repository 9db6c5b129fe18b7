"""The log of the server: one JSON object a line, on standard error, where a service manager collects it.

A flood of equal events fills no disk: the first few of a kind are written, then one line a minute that says
how many more there were.
"""

import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

from lazaretto.tui.safe_output import write_err

FEW = 5
"""So many events of a kind are written before the rest of them is counted only."""
EVERY = 60.0
"""Seconds between two lines about a kind of which there are too many; without one for so long, it is calm."""
MOST_KINDS = 1_000
"""How many kinds are told apart; what else happens then counts by its event alone."""
SWEEP = 1.0
"""Seconds until kinds that are over are looked for again."""
LONGEST = 20_000
"""The most characters of a text in an event, such as a stack."""
SORTED_BY = ("reason", "what", "library", "name", "table")
"""The facts that make two events different kinds."""
OF_PEOPLE = ("session_started", "session_ended", "session_cancelled")
"""Events that every person causes: each person has a kind of their own."""

Kind = tuple[object, ...]


@dataclass(slots=True)
class _Flood:
    """What there was of one kind since a moment."""

    since: float
    written: int = 0
    left_out: int = 0


class EventLog:
    """Writes what happens, for operators and their tools; any thread may call it."""

    def __init__(
        self, write: Callable[[str], None] = write_err, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._write, self._clock = write, clock
        self._floods: dict[Kind, _Flood] = {}
        self._swept = clock()
        self._lock = Lock()
        self.left_out = 0
        """How many events were counted only."""

    def note(self, event: str, /, **facts: object) -> None:
        """Write an event with its facts, unless there were too many of its kind lately."""
        with self._lock:
            kind, now = _kind_of(event, facts), self._clock()
            if kind not in self._floods and len(self._floods) >= MOST_KINDS:
                if now - self._swept >= SWEEP:
                    self._tell_left_out(now)
                kind = kind if len(self._floods) < MOST_KINDS else (event,)
            flood = self._floods.setdefault(kind, _Flood(now))
            if now - flood.since >= EVERY:
                self._begin_again(kind, flood, now)
            if flood.written < FEW:
                flood.written += 1
                self._put(event, facts)
            else:
                flood.left_out += 1
                self.left_out += 1

    def tell_left_out(self) -> None:
        """Write how many events were only counted, of the kinds whose minute is over."""
        with self._lock:
            self._tell_left_out(self._clock())

    def _tell_left_out(self, now: float) -> None:
        self._swept = now
        for kind, flood in list(self._floods.items()):
            if now - flood.since >= EVERY:
                self._begin_again(kind, flood, now)
            if not flood.written:
                del self._floods[kind]

    def _begin_again(self, kind: Kind, flood: _Flood, now: float) -> None:
        """Begin another minute: after one with too many, nothing but their number is written."""
        if flood.left_out:
            event, *sort = kind
            self._put(str(event), {"left_out": flood.left_out, **_named(sort)})
        flood.since, flood.written = now, FEW if flood.left_out else 0
        flood.left_out = 0

    def _put(self, event: str, facts: Mapping[str, object]) -> None:
        line: dict[str, object] = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event,
        }
        line |= {name: _clipped(value) for name, value in facts.items()}
        self._write(json.dumps(line, ensure_ascii=True, default=str))


def _kind_of(event: str, facts: Mapping[str, object]) -> Kind:
    sort = [(name, str(facts[name])[:100]) for name in SORTED_BY if name in facts]
    if event in OF_PEOPLE:
        sort.append(("person", str(facts.get("person"))))
    return (event, *sort)


def _named(sort: list[object]) -> dict[str, object]:
    return {str(each[0]): each[1] for each in sort if isinstance(each, tuple)}


def _clipped(value: object) -> object:
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[: LONGEST // 2]}...{value[-LONGEST // 2 :]}"
    return value


class LibraryWarnings(logging.Handler):
    """Writes what libraries warn of into the log of the server, so that every line is JSON."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Note a warning."""
        self._log.note("library_warning", library=record.name, what=record.getMessage())
