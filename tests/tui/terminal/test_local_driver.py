"""Tests the driver on this process's terminal: set up, restored, suspended, lost."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lazaretto.tui.terminal import terminal_capabilities
from tests.end_to_end.conftest import shared_nursery as shared_nursery
from tests.end_to_end.terminals import RUNNING, Nursery
from tests.patience import PATIENCE
from tests.tui.terminal.shown import Terminal

ROOT = Path(__file__).resolve().parents[3]
KITTY = re.compile(r"\x1b\[[<>=]\d*u")


class Process:
    """An app on a terminal in memory, in a process that is forked where everything is imported."""

    def __init__(self, end: Path, nursery: Nursery) -> None:
        self._end, self._nursery = end, nursery
        self._master, self.slave = pty.openpty()
        self.sized(80, 24)
        self.settings = termios.tcgetattr(self.slave)
        self.pid = nursery.order(
            module="tests.tui.terminal.alone",
            command=[str(end)],
            terminal=os.ttyname(self.slave),
            environ={**os.environ, "TERM": "xterm-256color"},
            largest=None,
        )
        self.terminal = Terminal()
        self.sent = ""

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def status(self) -> int:
        """Wait until the process stops or ends; return which, as the system tells it."""
        until = time.monotonic() + PATIENCE
        while (status := self._nursery.order(ended=self.pid, options=os.WUNTRACED)) == RUNNING:
            assert time.monotonic() < until, "it goes on"
            time.sleep(0.01)
        if not os.WIFSTOPPED(status):
            self.pid = 0
        return status

    def sized(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def until(self, text: str) -> None:
        """Read until the terminal shows a text."""
        until = time.monotonic() + PATIENCE
        while text not in self.terminal.text():
            assert self.read(until), f"{text!r} was not seen, but {self.terminal.text().strip()!r}"

    def until_sent(self, data: str) -> None:
        until = time.monotonic() + PATIENCE
        while data not in self.sent:
            assert self.read(until), f"{data!r} was not sent"

    def read(self, until: float) -> bool:
        if not select.select([self._master], [], [], max(0.0, until - time.monotonic()))[0]:
            return False
        data = os.read(self._master, 65536).decode()
        self.sent += data
        self.terminal.feed(data)
        return True

    def ended(self) -> str:
        assert self.status() == 0
        return self._end.read_text(encoding="utf-8")

    def hang_up(self) -> None:
        os.close(self.slave)
        os.close(self._master)
        self._master = self.slave = -1

    def close(self) -> None:
        if self.pid:
            self.signal(signal.SIGKILL)
            self.status()
        for each in (self._master, self.slave):
            if each >= 0:
                os.close(each)


@pytest.fixture
def alone(tmp_path: Path, nursery: Nursery) -> Iterator[Process]:
    process = Process(tmp_path / "end", nursery)
    process.until("heard 0")
    yield process
    process.close()


def test_the_terminal_is_taken_over_and_given_back(alone: Process) -> None:
    assert alone.sent.startswith(terminal_capabilities.enter(mouse=False))
    assert not termios.tcgetattr(alone.slave)[3] & termios.ECHO
    alone.type("x")
    alone.until("heard 1")
    alone.sized(70, 20)
    alone.signal(signal.SIGWINCH)
    alone.until("width 70")
    alone.type("\x1b")
    alone.until_sent(terminal_capabilities.leave(mouse=False))
    assert alone.ended() == "0 False None"
    assert alone.sent.endswith(terminal_capabilities.leave(mouse=False))
    assert termios.tcgetattr(alone.slave) == alone.settings
    assert not KITTY.search(alone.sent)


def test_put_to_sleep_and_woken_it_draws_everything_again(alone: Process) -> None:
    alone.type("\x1a")
    alone.until_sent(terminal_capabilities.leave(mouse=False))
    assert os.WIFSTOPPED(alone.status())
    assert termios.tcgetattr(alone.slave) == alone.settings
    alone.sent = ""
    alone.terminal = Terminal()
    alone.signal(signal.SIGCONT)
    alone.until("heard 0")
    assert alone.sent.startswith(terminal_capabilities.enter(mouse=False))
    assert terminal_capabilities.title("alone") in alone.sent
    alone.type("x")
    alone.until("heard 1")


def test_a_stop_from_outside_is_survived(alone: Process) -> None:
    alone.signal(signal.SIGSTOP)
    assert os.WIFSTOPPED(alone.status())
    alone.terminal = Terminal()
    alone.signal(signal.SIGCONT)
    alone.until("heard 0")
    alone.signal(signal.SIGTERM)
    alone.until_sent(terminal_capabilities.leave(mouse=False))
    assert alone.ended() == "143 True None"
    assert termios.tcgetattr(alone.slave) == alone.settings


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_told_to_end_it_gives_the_terminal_back(alone: Process, number: signal.Signals) -> None:
    alone.signal(number)
    alone.until_sent(terminal_capabilities.leave(mouse=False))
    assert alone.ended() == f"{128 + number} True None"
    assert alone.sent.endswith(terminal_capabilities.leave(mouse=False))


def test_a_terminal_that_goes_away_ends_the_app(alone: Process) -> None:
    alone.hang_up()
    assert alone.ended() == "129 True None"


def test_a_crash_leaves_a_clean_terminal(alone: Process) -> None:
    alone.type("b")
    alone.until_sent(terminal_capabilities.leave(mouse=False))
    assert alone.ended() == "70 False Lazaretto stopped because of an internal error (ValueError)."
    assert alone.sent.endswith(terminal_capabilities.leave(mouse=False))


@pytest.mark.parametrize("source", ["file", "pipe"])
def test_without_keys_to_come_it_ends(tmp_path: Path, source: str) -> None:
    end = tmp_path / "end"
    (tmp_path / "keys").write_bytes(b"x")
    reading, writing = os.pipe()
    os.close(writing)
    with (tmp_path / "keys").open() as keys, os.fdopen(reading) as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "tests.tui.terminal.alone", str(end)],
            stdin=keys if source == "file" else pipe,
            capture_output=True,
            cwd=ROOT,
            timeout=PATIENCE,
        )
    assert done.returncode == 0
    assert done.stderr == b""
    assert end.read_text(encoding="utf-8") == "129 True None"


def test_a_flood_of_keys_is_over_soon(alone: Process) -> None:
    """Counts what the app handled: each of these 20,000 keys used to be handled, in minutes."""
    for _ in range(20):
        alone.type("x" * 1_000)
        while alone.read(time.monotonic() + 0.001):
            pass
    until = time.monotonic() + PATIENCE
    while "over" not in alone.terminal.text():
        assert time.monotonic() < until
        alone.type("y")  # is dropped as long as too many keys wait
        alone.read(time.monotonic() + 0.1)
    heard = re.findall(r"heard (\d+)", alone.terminal.text())
    assert heard and 1 <= int(heard[-1]) <= 5_000
    alone.type("x")
    alone.until(f"heard {int(heard[-1]) + 1} ")
    alone.type("\x1b")
    assert alone.ended() == "0 False None"
