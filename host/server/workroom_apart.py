"""A process for one table whose rules took too long before: what it does now, it does to itself."""

import os
from collections.abc import Callable
from contextlib import suppress

from host.server.workers import RemoteWorkroom, Store

NICE = 10
"""How far such a process stands back for all others."""


class WorkroomApart(RemoteWorkroom):
    """A workroom that ends with its table."""

    def __init__(
        self,
        store: Store,
        lost: Callable[[RemoteWorkroom], None],
        bots: str,
        ended: Callable[[RemoteWorkroom], None],
    ) -> None:
        """Make a workroom; `ended` is called when its table is closed."""
        super().__init__(store, lost, bots)
        self._when_ended = ended

    async def start(self) -> None:
        """Start the process; the system prefers all others to it."""
        await super().start()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.process_id, NICE)

    async def close(self, code: str) -> None:
        """Forget the table, and end."""
        await super().close(code)
        with suppress(ValueError):  # it has ended already
            self._when_ended(self)
        await self.stop()
