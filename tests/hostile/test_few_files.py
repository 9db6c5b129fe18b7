"""A server that may open few files: who is there goes on, who comes is refused calmly, and it recovers."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from lazaretto.serve.limits import Limits
from lazaretto.serve.process_setup import files_needed
from tests.patience import PATIENCE
from tests.serve.server_process import ROOT, Running

FILES = 80
SETTINGS = f"""
scenarios = ["{ROOT / "tests" / "data"}"]
[limits]
connections_per_address = 1000
half_open = 1000
half_open_per_address = 1000
logins_per_second = 1000
logins_burst = 100000
channels_per_second = 1000.0
channels_burst = 1000.0
"""
FEW = f"import resource as r; r.setrlimit(r.RLIMIT_NOFILE, ({FILES}, {FILES}))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tmp_path = tmp_path_factory.mktemp("server")
    running = Running(tmp_path, settings=SETTINGS, before=FEW)
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key")],
        check=True,
        timeout=PATIENCE,
    )
    yield running
    if running.process.poll() is None:
        running.stop()


class Lines:
    """Somebody who plays in lines."""

    def __init__(self, server: Running) -> None:
        self.process = subprocess.Popen(
            server.ssh("-T", key=server.folder / "key"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, line: str, until: bytes) -> bytes:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        heard = b""
        while until not in heard:
            more = os.read(self.process.stdout.fileno(), 65_536)
            assert more, heard
            heard += more
        return heard

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        for io in (self.process.stdin, self.process.stdout):
            assert io is not None
            io.close()


def connect_many(port: int, kept: ExitStack, times: int) -> None:
    for _ in range(times):
        client = kept.enter_context(socket.socket())
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", port))


def test_the_operator_reads_that_there_are_too_few_files(server: Running) -> None:
    (told,) = (event for event in server.events() if event["event"] == "few_files")
    assert told["allowed"] == FILES and told["needed"] == files_needed(Limits(connections=600))


def test_a_flood_of_connections_takes_no_file_that_others_need(server: Running) -> None:
    anna = Lines(server)
    anna.ask("anna", b"anna")
    anna.ask("new stones", b"-")  # a process that runs rules is at work, and the database
    with ExitStack() as kept:
        for number in range(3):
            connect_many(server.port, kept, FILES)
            anna.ask(f"say here {number}", f"here {number}".encode())
        refused = [event for event in server.events() if event["event"] == "connection_refused"]
        assert {each["reason"] for each in refused} == {"files"}
    events = server.events()
    assert [event for event in events if event["event"] in ("error", "library_warning", "task_failed")] == []
    assert len(events) < 20, [event["event"] for event in events]
    anna.ask("say still here", b"still here")
    until = time.monotonic() + PATIENCE
    while server.run("status", key=server.folder / "key").returncode:
        assert time.monotonic() < until, "nobody can connect any more"
    anna.close()
