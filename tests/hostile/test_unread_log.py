"""A server whose log nobody reads: everybody plays on, it stops as always, and says what was lost."""

import json
import os
import subprocess
import threading
from pathlib import Path
from queue import SimpleQueue

from lazaretto.serve.run_server import MOST_WAITING, OutputThread
from tests.patience import PATIENCE
from tests.serve.server_process import Running


def fill(writing: int) -> None:
    """Fill a pipe, so that the next line waits for a reader."""
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b"\n" * 4096)
    except BlockingIOError:
        os.set_blocking(writing, True)


def test_a_full_pipe_holds_nobody(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    fill(writing)
    server = Running(tmp_path, stderr=writing)
    try:
        key = tmp_path / "key"
        words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(words, check=True, timeout=PATIENCE)
        assert "connected" in server.run("status", key=key).stdout
        heard = b""
        while b"server_started" not in heard:  # as soon as somebody reads, the log goes on
            heard = os.read(reading, 65_536)
        fill(writing)
        assert server.stop() == 0
    finally:
        server.process.kill()
        os.close(writing)
        os.close(reading)


class Reader:
    """Somebody who reads what is written as soon as they are told to."""

    def __init__(self) -> None:
        self.holds_one, self.reads = threading.Event(), threading.Event()
        self.lines: SimpleQueue[str] = SimpleQueue()

    def take(self, line: str) -> None:
        self.holds_one.set()
        self.reads.wait()
        self.lines.put(line)


def test_what_nobody_reads_is_kept_up_to_a_bound_and_counted() -> None:
    reader = Reader()
    output = OutputThread(reader.take)
    for number in range(MOST_WAITING + 101):
        output.write(json.dumps(number))
        assert number or reader.holds_one.wait(PATIENCE)  # the first one is on its way
    assert output.take_lost() == 0  # there is no room to tell of it
    reader.reads.set()
    output.close()
    written = [json.loads(reader.lines.get()) for _ in range(reader.lines.qsize())]
    assert written == [*range(len(written))]
    assert len(written) + output.take_lost() == MOST_WAITING + 101
    assert len(written) == MOST_WAITING + 1


def test_the_end_does_not_wait_for_a_reader_who_never_reads() -> None:
    reader = Reader()
    output = OutputThread(reader.take)
    output.write("a line")
    output.close()
    assert reader.lines.empty()
