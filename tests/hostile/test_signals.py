"""Signals that are not for the server, or not for its processes, end nobody's evening."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.workers.worker_pool import MODULE, WorkroomPool
from tests.host.server.halls import run
from tests.hostile.ssh_evening import processes_of
from tests.patience import PATIENCE
from tests.serve.server_process import Running

NOHUP = "import signal as s; s.signal(s.SIGHUP, s.SIG_IGN)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("server"), before=NOHUP)
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(running.folder / "key")]
    subprocess.run(words, check=True, timeout=PATIENCE)
    yield running
    if running.process.poll() is None:
        running.stop()


def caught(process: int) -> set[int]:
    """The signals for which a process has a handler of its own, and those that it ignores."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    bits = sum(int(line.split()[1], 16) for line in lines if line.startswith(("SigCgt", "SigIgn")))
    return {each + 1 for each in range(64) if bits >> each & 1}


def test_signals_that_mean_nothing_end_nothing(server: Running) -> None:
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGHUP):
        server.process.send_signal(number)
        assert "connected" in server.run("status", key=server.folder / "key").stdout


def test_what_a_terminal_or_a_service_manager_sends_to_all_is_for_the_server(server: Running) -> None:
    (worker,) = processes_of(server.process.pid, MODULE)
    ours = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    until = time.monotonic() + PATIENCE
    while not ours <= caught(worker):
        assert time.monotonic() < until, "the process takes these signals for itself"
    for number in ours:
        os.kill(worker, number)
    assert os.getsid(worker) == worker != os.getsid(server.process.pid), "Ctrl-C does not reach it"
    assert "connected" in server.run("status", key=server.folder / "key").stdout
    assert [*processes_of(server.process.pid, MODULE)] == [worker]
    assert "worker_lost" not in {event["event"] for event in server.events()}


def test_without_memory_such_a_process_goes_first(server: Running) -> None:
    (worker,) = processes_of(server.process.pid, MODULE)
    scores = [int(Path(f"/proc/{each}/oom_score_adj").read_text()) for each in (server.process.pid, worker)]
    assert scores[1] > scores[0]


def test_a_server_that_is_to_stop_starts_no_more_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[WorkroomPool] = []

    async def start(pool: WorkroomPool, command: object) -> object:
        started.append(pool)
        await asyncio.sleep(0)
        if len(started) == 3:
            hall.stop_starting()
        return object()

    monkeypatch.setattr(WorkroomPool, "_started", start)
    hall: ServerHall

    async def work() -> None:
        nonlocal hall
        hall = ServerHall(None, tmp_path, workers=100)  # type: ignore[arg-type]
        await hall.pool.fill()

    run(work)
    assert len(started) == 3
