"""Starts the processes that run rules by forking one in which everything is imported already.

A hundred tests start such a process, and importing takes most of its time. A server that runs as a process of
its own (`tests/serve/server_process.py`) starts its processes as always.
"""

import asyncio
import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from lazaretto.host.server.workers import reading_worker, table_worker, worker_base
from lazaretto.rules.pause_garbage_collection import frozen_by

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 1_000_000
"""Bytes of an order: mostly the environment."""


class Forked:
    """A process of the template, as far as the hall needs to know it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ends = os.pidfd_open(pid)

    async def wait(self) -> int:
        """Wait for its end."""
        if self.returncode is None:
            loop = asyncio.get_running_loop()
            ended = asyncio.Event()
            loop.add_reader(self._ends, ended.set)
            await ended.wait()
            loop.remove_reader(self._ends)
            os.close(self._ends)
            self.returncode = -signal.SIGKILL
        return self.returncode


class Template:
    """The process that is forked."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        with theirs:
            command = [sys.executable, "-m", "tests.forked_workers", str(theirs.fileno())]
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])

    async def start_process(
        self, handle: int, module: str, words: Sequence[str], environ: Mapping[str, str]
    ) -> Forked:
        """Start a process by forking."""
        order = json.dumps({"module": module, "words": [*words], "environ": {**environ}}).encode()
        socket.send_fds(self._line, [order], [handle])
        return Forked(int(self._line.recv(100)))

    def close(self) -> None:
        """End the template."""
        self._line.close()
        self._process.wait()


@cache
def _template() -> Template:
    template = Template()
    atexit.register(template.close)
    return template


async def start_by_forking(
    handle: int, module: str, words: Sequence[str], environ: Mapping[str, str]
) -> Forked:
    """Stands in for `worker_line.start_process`: all are forked from one process."""
    return await _template().start_process(handle, module, words, environ)


def _obey(line: socket.socket) -> None:
    while True:
        order, handles, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not order:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            _work(handles[0], **json.loads(order))
        os.close(handles[0])
        line.send(str(pid).encode())


def _work(handle: int, module: str, words: list[str], environ: dict[str, str]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environ)
    try:
        worker_base.begin_process()
        asyncio.run(import_module(module).main(handle, *words))
    finally:
        os._exit(0)


def _forget(*_: object) -> None:
    """Let the system forget processes that have ended; their time counts as that of the tests."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main() -> None:
    """Fork for every order until nobody is left to give one."""
    table_worker.bots_named("lazaretto.lab.playing.bots:BOTS")
    assert reading_worker
    gc.collect()
    gc.freeze()
    frozen_by.add("template")
    signal.signal(signal.SIGCHLD, _forget)
    with socket.socket(fileno=int(sys.argv[1])) as line:
        _obey(line)


if __name__ == "__main__":
    main()
