"""Tells the operator when nothing can be stored, and ends the server when nothing ever will be."""

import asyncio
from collections.abc import Awaitable, Callable

from lazaretto.host.server.sqlite_database import Condition
from lazaretto.host.server.watched_tasks import Note
from lazaretto.serve import messages as say

OFTEN = 1.0
"""Seconds between two looks."""


class StoreWatch:
    """Watches the store of a server."""

    def __init__(self, look: Callable[[], Awaitable[Condition]], note: Note, end: Callable[[], None]) -> None:
        """Watch with `look`; `end` is called when nothing can be stored any more."""
        self._look, self._note, self._end = look, note, end
        self._last = Condition()

    def ails(self) -> list[str]:
        """What monitoring reads if the last change was refused."""
        return [say.STORE_REFUSES(reason=self._last.trouble)] if self._last.trouble else []

    @property
    def gone(self) -> str:
        """Why nothing can be stored any more; empty if something can."""
        return self._last.gone

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(OFTEN)
            self._take(await self._look())

    def _take(self, now: Condition) -> None:
        before, self._last = self._last, now
        if now.mended > before.mended:
            self._note("data_put_back", times=now.mended)
        if now.trouble and now.trouble != before.trouble:
            self._note("store_refuses", reason=now.trouble)
        if before.trouble and not now.trouble:
            self._note("store_works_again")
        if now.gone:
            self._end()
