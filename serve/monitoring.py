"""What monitoring and the operator read of a running server: its health, its metrics, the end of its log."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from lazaretto.serve.event_log import EventLog
from lazaretto.serve.status_http import start_status

AGAIN = 30.0
"""Seconds until a port that somebody else uses is tried again."""
FLUSH = 10.0
"""Seconds between two looks for events that were only counted."""


class StatusPort:
    """The port for monitoring; people can play without it."""

    def __init__(
        self,
        port: int,
        pages: Mapping[str, Callable[[], str]],
        ails: Callable[[], Sequence[str]],
        log: EventLog,
    ) -> None:
        self._port, self._pages, self._ails, self._log = port, pages, ails, log
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, unless somebody else uses the port."""
        try:
            self._server = await start_status(self._port, self._pages, self._ails)
        except OSError as error:
            self._log.note("no_status_port", port=self._port, reason=str(error))

    async def run(self) -> None:
        """Answer until cancelled."""
        while True:
            if self._server is None:
                await asyncio.sleep(AGAIN)
                await self.open()
                continue
            server, self._server = self._server, None
            try:
                await server.serve_forever()
            finally:
                server.close()


async def tell_left_out(log: EventLog, take_lost: Callable[[], int]) -> None:
    """Write now and then how many events were only counted, and how many lines were lost, until cancelled."""
    while True:
        await asyncio.sleep(FLUSH)
        log.tell_left_out()
        lost = take_lost()
        if lost:
            log.note("log_lost", lines=lost)
