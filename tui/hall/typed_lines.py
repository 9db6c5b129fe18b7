"""Lines from standard input for an event loop: nothing is left waiting when the program ends."""

import asyncio
import os

CHUNK = 65_536
INPUT = 0
LONGEST = 16 * 1024
"""The most bytes of a line that are kept."""


class TypedLines:
    """Reads lines when somebody waits for them."""

    def __init__(self) -> None:
        self._typed = b""
        self._ended = False

    async def next(self) -> str:
        """The next line; an empty text at the end of the input."""
        while b"\n" not in self._typed and not self._ended:
            await self._more()
        line, feed, self._typed = self._typed.partition(b"\n")
        return (line[:LONGEST] + feed).decode(errors="replace")

    async def chunk(self) -> bytes:
        """What comes next, as it is; nothing at the end of the input."""
        while not self._typed and not self._ended:
            await self._more()
        found, self._typed = self._typed, b""
        return found

    async def _more(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(INPUT, ready.set)
        except PermissionError:
            ready.set()  # a file on disk: reading it never waits
        try:
            await ready.wait()
            data = os.read(INPUT, CHUNK)
        except OSError:
            data = b""
        finally:
            loop.remove_reader(INPUT)
        self._ended = not data
        if len(self._typed) < LONGEST or b"\n" in data:
            self._typed += data
