"""A process that works for a hall and misbehaves as it is told: the name of the scenario to read says how."""

import asyncio
import ctypes
import os
import signal
import time
from pathlib import Path

from lazaretto.host.lobby.lobby_protocol import LobbyError, ScenarioInfo
from lazaretto.host.server.workers.worker_base import CALL, Worker, work_for
from lazaretto.host.wire.frames import HEAD, LONGEST, Frame, Kind

FACTS = ScenarioInfo("it", "It", "", (1, 1), (), (), "")
SECONDS = 0.8
"""Of processor time, without an answer."""


class Unruly:
    """A reading room in which reading goes wrong."""

    bots: tuple[str, ...] = ()

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo:
        match folder.name:
            case "dies":
                os._exit(3)
            case "is stopped":
                os.kill(os.getpid(), signal.SIGSTOP)
            case "hangs":  # sleeps in C, and nobody else gets the interpreter
                ctypes.PyDLL(None).sleep(1000)
            case "works without answering":  # as a long search in a text does
                before = time.process_time()
                while time.process_time() < before + SECONDS:
                    sum(range(10**6))
            case "spins":
                await asyncio.to_thread(_spin)
            case "writes rubbish":
                self._worker.report(Kind.BEAT, b"{")
                await asyncio.sleep(1000)
            case "answers rubbish":
                self._worker._write(Frame(Kind.ANSWER, b'{"value":7}', CALL.get()))
                await asyncio.sleep(1000)
            case "tells rubbish":
                self._worker.report(Kind.EVENT, b'{"seat": [1]}')
                await asyncio.sleep(1000)
            case "writes too much":
                self._worker._writer.write(HEAD.pack(LONGEST + 1, b"A", 1))
                await asyncio.sleep(1000)
            case "sends what it must not":
                self._worker.report(Kind.APPEND, b"{}")
                await asyncio.sleep(1000)
            case "fails":
                raise LobbyError("it fails")
            case _:
                pass
        return FACTS


def _spin() -> None:
    while True:
        sum(range(1000))


async def main(handle: int, *words: str) -> None:
    await work_for(handle, Unruly, "reading")
