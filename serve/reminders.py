"""Runs the operator's command that reminds people of their turn.

The command gets no shell and no input, and what it must know in its environment. Whatever it does, the
server goes on: only a few run at the same time, one that hangs is killed, and failures are logged.
"""

import asyncio
import os
import signal
from collections.abc import Mapping
from contextlib import suppress

from lazaretto.host.server.tables.turn_limits import Reminder
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.serve.event_log import EventLog

PATIENCE = 30.0
"""Seconds after which a command is killed."""
AT_ONCE = 4
MOST_WAITING = 200
"""Reminders that wait for others; more are dropped, and logged."""
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")
"""What the command gets of the server's own environment."""


class Reminders:
    """Reminds people by a command."""

    def __init__(self, command: tuple[str, ...], log: EventLog, environ: Mapping[str, str]) -> None:
        self._command, self._log = command, log
        self._environ = {name: environ[name] for name in PASSED_ON if name in environ}
        self._free = asyncio.Semaphore(AT_ONCE)
        self.running = WatchedTasks(log.note)

    def __call__(self, reminder: Reminder) -> None:
        """Remind somebody soon, if there is a command for it."""
        if not self._command:
            return
        if self.running.waiting >= MOST_WAITING:
            self._note("reminder_dropped", reminder)
            return
        self.running.spawn("reminder", self._remind(reminder))

    async def stop(self) -> None:
        """Run no more commands, and end those that run."""
        await self.running.stop()

    async def _remind(self, reminder: Reminder) -> None:
        async with self._free:
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL,
                    env=self._environ | _variables(reminder),
                    start_new_session=True,
                )
            except (OSError, ValueError) as error:
                self._note("reminder_failed", reminder, reason=str(error))
                return
            try:
                async with asyncio.timeout(PATIENCE):
                    status = await process.wait()
            except TimeoutError:
                self._note("reminder_failed", reminder, reason="timeout")
            else:
                if status:
                    self._note("reminder_failed", reminder, status=status)
            finally:
                if process.returncode is None:
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                    await process.wait()

    def _note(self, event: str, reminder: Reminder, **facts: object) -> None:
        self._log.note(event, person=reminder.person, table=reminder.code, **facts)


def _variables(reminder: Reminder) -> dict[str, str]:
    ends = "" if reminder.ends is None else reminder.ends.isoformat(timespec="seconds")
    return {
        "LAZARETTO_PERSON": reminder.person,
        "LAZARETTO_TABLE": reminder.code,
        "LAZARETTO_GAME": reminder.title,
        "LAZARETTO_WHY": reminder.why.value,
        "LAZARETTO_ENDS": ends,
    }
