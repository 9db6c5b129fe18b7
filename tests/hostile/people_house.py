"""The server that `people` visit, in this process: the hall, its store and its workers are real."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from lazaretto.host import crash_report
from lazaretto.host.server import call_budgets
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_rows import NewKey
from lazaretto.host.server.tables import hall_table, person_at_table, watched_seats
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.server.workers import worker_handle
from lazaretto.serve.accounts import Person
from lazaretto.serve.config import BOTS
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.hall_play import HallPlay, ProtocolChannel
from lazaretto.serve.monitoring import LoopWatchdog, Metrics
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.forked_workers import start_by_forking
from tests.hostile.people_games import write_wharf
from tests.hostile.people_wire import Heard, Session

STONES = Path(__file__).resolve().parents[1] / "data" / "stones"
HELD = 250
"""The most milliseconds of processor time for which the event loop may be held by one piece of work."""
PLENTY = 1e9
PEOPLE, GUESTS = 10, 2
"""How many people there are, and how many of them are guests."""
EXPECTED = {"worker_lost", "loop_held", "app_failed", "clock_set"}
"""Events that say nothing by themselves."""


@contextmanager
def circumstances(*, rich: bool, crashed: Callable[[str], None]) -> Iterator[None]:
    """Let tables rest soon, delay secrets for a moment only, tell of crashes, and fork the workers.

    Those who are `rich` can pay for all calls; others are refused what they would have to wait for.
    """
    paid = {cost: replace(rate, at_once=PLENTY, a_second=PLENTY) for cost, rate in call_budgets.RATES.items()}
    changed: list[tuple[object, str, object]] = [
        (hall_table, "IDLE", 0.5),
        (watched_seats, "DELAY", 0.02),
        (person_at_table, "TOLD", (PLENTY, PLENTY)),
        (crash_report, "keep_crash", crashed),
        (worker_handle, "start_process", start_by_forking),
        (call_budgets, "RATES", paid) if rich else (call_budgets, "LONGEST_WAIT", 0.0),
    ]
    kept = [getattr(module, name) for module, name, _ in changed]
    try:
        for module, name, value in changed:
            setattr(module, name, value)
        yield
    finally:
        for (module, name, _), value in zip(changed, kept, strict=True):
            setattr(module, name, value)


class _Output:
    """Where a channel writes to."""

    def __init__(self) -> None:
        self.session: Session

    def write(self, data: bytes) -> None:
        """Let the session have what the server sends."""
        self.session.feed(data)


class House:
    """A hall in a folder, and how to come in."""

    remote = False
    """Whether what the server sends is on its way for a while."""

    def __init__(self, folder: Path, limits: HallLimits, problem: Callable[[str, str], None]) -> None:
        self._folder, self._limits, self._problem = folder, limits, problem
        self._games = folder / "games"
        write_wharf(self._games)
        (self._games / "stones").symlink_to(STONES)
        self._numbers = 0
        self._running: dict[asyncio.Task[None], ProtocolChannel] = {}
        self.held: list[int] = []
        """How long the loop was held, in milliseconds."""
        self.events: list[str] = []
        self.store: SqliteStore
        """A second connection to what the hall stores, as an operator has one."""

    async def open(self) -> None:
        """Open the hall on what the folder holds."""
        path = self._folder / DATABASE
        self.tasks = WatchedTasks(self._note)
        store = SqliteStore(path)
        more: dict[str, Any] = {"limits": self._limits, "tasks": self.tasks}
        self.hall = ServerHall(store, self._folder / "packs", paths=[self._games], bots=BOTS, **more)
        self._play = HallPlay(self.hall, "", EventLog(lambda _: None))
        self._watchdog = LoopWatchdog(Metrics(), self._note, self.hall.lateness)
        await self.hall.open()
        self.store = SqliteStore(path, maintain=False)
        self._watchdog.start()

    async def close(self, *, kill: bool = False) -> None:
        """Close the hall as a server does; it cannot be killed without this process."""
        self._watchdog.stop()
        self.store.close()
        await self.hall.close()
        await self.tasks.stop()
        for channel in list(self._running.values()):
            channel.end()
        for task in list(self._running):
            await task

    def _note(self, event: str, /, **facts: object) -> None:
        self.events.append(event)
        if event == "loop_held":
            stack = facts.get("stack", ())
            assert isinstance(stack, tuple)
            self.held.append(int(str(facts["milliseconds"])))
            if int(str(facts["processor_milliseconds"])) > HELD and stack and not _is_ours(stack):
                self._problem("held", f"the loop was held: {facts}")
        elif event not in EXPECTED:
            self._problem(event, f"{event}: {facts}")

    def add(self, name: str, number: int) -> str:
        """Make somebody known; return the fingerprint of their key; guests have none."""
        if number >= PEOPLE - GUESTS:
            self.store.people.add(name)
            return ""
        key = f"SHA256:{name.encode().hex():0<43}"[:50]
        self.store.people.add(name, NewKey(key, f"ssh-ed25519 {name}"))
        return key

    async def connect(self, name: str, heard: Heard) -> Session:
        """Let somebody in."""
        self._numbers += 1
        found = self.store.people.by_name(name)
        assert found is not None
        output = _Output()
        channel = ProtocolChannel(output)
        session = Session(name, self._numbers, channel.feed, heard)
        output.session = session
        hosted = await self._play(Person(found.id, found.name), Terminal(protocol=True))

        program = hosted.program
        assert not isinstance(program, TerminalApp)

        async def run() -> None:
            try:
                await program.run(channel)
            except Exception as error:
                self._problem("session", f"the session of {name} fails: {error!r}")
            finally:
                hosted.close()
                session.end()

        async def hang_up() -> None:
            channel.end()
            await session.ended.wait()

        session.hang_up = hang_up
        task = asyncio.get_running_loop().create_task(run())
        self._running[task] = channel
        task.add_done_callback(lambda each: self._running.pop(each, None))
        await session.greeted
        return session

    async def finish(self) -> None:
        """Wait for changes that nobody waits for any more."""
        await self.tasks.finish()

    async def catch_up(self) -> None:
        """Let the hall read at once what the operator has changed."""
        await self.hall.catch_up()

    def signal(self, number: signal.Signals) -> list[int]:
        """Send a signal to the processes that run the rules; return which these are."""
        workers = [room.process_id for room in self.hall.pool.rooms]
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, number)
        return workers


def _is_ours(stack: tuple[str, ...]) -> bool:
    """Whether this test held the loop itself."""
    for line in stack:
        if "events.py" in line and line.endswith(" _run"):
            return False
        if "tests/hostile/people" in line:
            return True
    return False
