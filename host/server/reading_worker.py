"""A process that reads scenarios: `python -m lazaretto.host.server.reading_worker FD [FOLDER ...]`.

Tables go first: the system prefers all other processes to this one.
"""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

from lazaretto.host.server.local_reading_room import LocalReadingRoom
from lazaretto.host.server.worker_process import begin_process, work_for

NICE = 5
"""How far the process stands back for others."""


async def main(handle: int, *paths: str) -> None:
    """Read scenarios for the hall at the other end of a socket; some of them may be in these folders."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    await work_for(handle, lambda _: LocalReadingRoom(tuple(map(Path, paths))), "reading")


if __name__ == "__main__":
    begin_process()
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))
