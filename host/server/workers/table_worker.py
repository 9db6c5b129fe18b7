"""A process that runs the rules of tables: `python -m lazaretto.host.server.workers.table_worker FD`.

Whatever a rule does, it hurts the tables of this process at most, and the hall replaces the process.
"""

import asyncio
import importlib
import sys
from typing import Any

from lazaretto.host.server.workers.local_workroom import LocalWorkroom
from lazaretto.host.server.workers.worker_base import Worker, begin_process, work_for
from lazaretto.host.server.workers.workroom_protocol import Append
from lazaretto.host.wire.codec import encode
from lazaretto.host.wire.frames import Kind
from lazaretto.rules.engine.engine_names import ENGINES, Engine


def bots_named(place: str) -> Any:
    """The bots at a place of a module, for instance `lazaretto.lab.playing.bots:BOTS`.

    The host itself knows none.
    """
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


async def main(handle: int, bots: str, engine: str) -> None:
    """Work for the hall at the other end of a socket."""
    found: Engine = next((each for each in ENGINES if each == engine), "python")

    def workroom(worker: Worker) -> LocalWorkroom:
        def report(append: Append) -> None:
            worker.report(Kind.APPEND, encode(append, Append))

        return LocalWorkroom(bots_named(bots) if bots else {}, report, found)

    await work_for(handle, workroom, "workroom")


if __name__ == "__main__":
    begin_process()
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))
