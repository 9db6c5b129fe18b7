"""What all connections of a server share, the seam to what runs in sessions, and when garbage goes."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from lazaretto.host.server.call_budgets import Lateness, Purses
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.rules.pause_garbage_collection import frozen_by
from lazaretto.serve.accounts import Accounts, Person
from lazaretto.serve.allowance import Allowances, Buckets, Counts
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.fair_reading import Intake
from lazaretto.serve.limits import Limits
from lazaretto.serve.monitoring import Metrics
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.terminal.terminal_app import TerminalApp

EVERY = 1.0
"""Seconds between two looks."""
YOUNG = 5_000
"""New objects after which Python collects the young ones; that takes a few milliseconds."""
OLDER = 10
"""So many collections of the young are followed by one of the next generation."""
NEVER = 1_000_000_000
QUIET = 20.0
"""Seconds without a key after which a full collection disturbs nobody."""
MANY_ENDED = 200
"""So many sessions may end before everything is collected, even if people are typing."""
SHARE = 0.02
"""The share of the time that full collections may take."""


class GcJanitor:
    """Governs the collector for the whole process, from `start` until `stop`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._governs = False
        self._usual = gc.get_threshold()
        self._ended = 0
        self._open = 0
        self._typed = time.monotonic()
        self._begun = 0.0
        self._not_before = 0.0
        """When everything may be collected again."""

    def start(self) -> None:
        """Take over; call this when everything is imported."""
        self._usual = gc.get_threshold()
        gc.set_threshold(YOUNG, OLDER, NEVER)
        gc.callbacks.append(self._measure)
        gc.collect()
        gc.freeze()
        frozen_by.add(self)
        self._governs = True

    def stop(self) -> None:
        """Give collecting back to Python."""
        if self._governs:
            self._governs = False
            gc.callbacks.remove(self._measure)
            gc.set_threshold(*self._usual)
            gc.unfreeze()
            frozen_by.discard(self)

    def session_started(self) -> None:
        """What a session has set up stays: move it out of the collector's sight."""
        self._open += 1
        if self._governs:
            gc.collect(1)
            gc.freeze()

    def session_ended(self) -> None:
        """What a session leaves behind is collected at the next quiet moment."""
        self._open -= 1
        self._ended += 1

    def typed(self) -> None:
        """Somebody has typed: this is not a quiet moment."""
        self._typed = time.monotonic()

    async def look(self) -> None:
        """Tidy now and then, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            self.tidy()

    def tidy(self) -> None:
        """Collect everything if this is the moment for it."""
        begun = time.monotonic()
        quiet = self._open <= 0 or begun - self._typed > QUIET
        if begun >= self._not_before and ((self._ended and quiet) or self._ended >= MANY_ENDED):
            self._ended = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            now = time.monotonic()
            self._not_before = now + (now - begun) / SHARE

    def _measure(self, phase: str, facts: Mapping[str, int]) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self._metrics.collections_total += 1
            self._metrics.collection_seconds_total += time.perf_counter() - self._begun


class LineMode(Protocol):
    """What runs in a session without a full screen: line by line, or for an app on the player's machine."""

    async def run(self, channel: Any) -> int:
        """Talk to the client until it leaves or its input ends; return the status of the session."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """What runs in a session; `close` is called when the session has ended, however it ended."""

    program: TerminalApp[Any] | LineMode
    close: Callable[[], None] = lambda: None


class OpenSession(Protocol):
    """A session of somebody who is logged in, wherever they came from."""

    person: Person | None
    """Who is there, once that is known."""

    @property
    def client(self) -> tuple[str, str]:
        """The fingerprint of the key, and the address; empty texts stand for neither."""

    def close(self) -> None:
        """End the session from the server's side, because the server stops."""

    async def ended(self) -> None:
        """Wait until the session has ended."""

    def leave_banned(self, reason: str) -> None:
        """End the session, because its key or address has been banned since it began."""

    def leave_deleted(self) -> None:
        """End the session, because the operator has deleted its person."""

    def leave_keyless(self) -> None:
        """End the session, because its person has removed its key."""


SessionFactory = Callable[[Person, Terminal], Awaitable[Hosted]]
"""Makes what runs in a session: an app if the terminal has a full screen, otherwise a line mode.

The app gets its driver from the session.
"""

Report = Callable[[], Awaitable[str]]
"""Makes the answer to a read-only command, such as `ssh HOST status --json`."""


Export = Callable[[Person, str, str], Awaitable[str]]
"""Makes the record of a person's game for a client in a network; raises an `AccountError` if they may not."""


@dataclass(slots=True)
class ServerState:
    """One running server."""

    accounts: Accounts
    factory: SessionFactory
    reports: Mapping[str, Report] = field(default_factory=dict)
    """The commands that a client may run instead of a session, each by its exact words."""
    export: Export | None = None
    """Answers `ssh HOST export CODE`."""
    limits: Limits = field(default_factory=Limits)
    guests: bool = False
    """Whether people without a key may come in."""
    greeting: str = ""
    """The message of the day, for those who come without a key; others read it in the app."""
    log: EventLog = field(default_factory=EventLog)
    metrics: Metrics = field(default_factory=Metrics)
    lateness: Lateness = field(default_factory=Lateness)
    """How late the loop is, which makes what clients do dearer."""
    sessions: set["OpenSession"] = field(default_factory=set)
    """The sessions that are open."""
    naming: dict[str, set[Any]] = field(default_factory=dict)
    """The pages that ask for the name of a new key, by its fingerprint."""
    clients: set[Any] = field(default_factory=set)
    """The connections that are open."""
    janitor: GcJanitor = field(init=False)
    intake: Intake = field(init=False)
    gate: asyncio.Semaphore = field(init=False)
    """Lets few sessions start at the same time, because that takes a while."""
    logins: Buckets = field(init=False)
    channels: Buckets = field(init=False)
    connections: Counts = field(default_factory=Counts)
    half_open: Counts = field(default_factory=Counts)
    doors: Purses = field(default_factory=Purses)
    """What each address pays from when a visitor is asked for a name."""
    people: Allowances = field(init=False)
    """What each person may use, and the guests of each address together."""

    def may_name(self, network: str) -> bool:
        """Whether one more new visitor from there may give a name or a code."""
        payer = self.doors.payer(f"network:{network}", network)
        try:
            return payer.take(Cost.NAME)
        finally:
            payer.leave()

    def __post_init__(self) -> None:
        self.janitor = GcJanitor(self.metrics)
        self.intake = Intake(self.limits, self.lateness)
        self.gate = asyncio.Semaphore(self.limits.starting)
        self.people = Allowances(self.limits, self.lateness)
        self.channels = Buckets(self.limits.channels_per_second, self.limits.channels_burst)
        self.logins = Buckets(self.limits.logins_per_second, self.limits.logins_burst)
