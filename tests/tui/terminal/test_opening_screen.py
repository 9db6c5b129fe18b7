"""The opening screen: what a terminal shows and how it is set, before, during and after it."""

import os
import signal
import termios
import tty
from collections.abc import Iterator

import pytest

from lazaretto.tui.terminal import opening_screen as opening


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """A terminal: the end of the player, and that of the program."""
    master, slave = os.openpty()
    monkeypatch.setattr(opening, "IN", slave)
    monkeypatch.setattr(opening, "OUT", slave)
    yield master, slave
    os.close(master)
    os.close(slave)


def echoes(slave: int) -> bool:
    return bool(termios.tcgetattr(slave)[tty.LFLAG] & termios.ECHO)


def test_the_name_is_shown_and_what_is_typed_is_not(ends: tuple[int, int]) -> None:
    master, slave = ends
    before = termios.tcgetattr(slave)
    with opening.opening_screen():
        os.write(master, b"xyz")
        assert not echoes(slave)
        shown = os.read(master, 1000)
        assert shown.startswith(b"\x1b[?1049h") and b"Lazaretto" in shown and b"x" not in shown
    assert os.read(master, 1000) == b"\x1b[?1049l\x1b[?25h"
    assert termios.tcgetattr(slave) == before


def test_an_app_takes_over_and_restores_what_was_before(ends: tuple[int, int]) -> None:
    master, slave = ends
    before = termios.tcgetattr(slave)
    with opening.opening_screen():
        os.read(master, 1000)
        assert opening.taken_over() == before
        assert opening.taken_over() is None
    os.set_blocking(master, False)
    with pytest.raises(BlockingIOError):  # the app leaves its screen itself
        os.read(master, 1000)
    assert not echoes(slave)


def test_an_error_gives_the_terminal_back(ends: tuple[int, int]) -> None:
    _, slave = ends
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended, opening.opening_screen():
        os.kill(os.getpid(), signal.SIGTERM)
    assert ended.value.code == 128 + signal.SIGTERM
    assert echoes(slave) and signal.getsignal(signal.SIGTERM) is handler


def test_what_is_no_terminal_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setattr(opening, "IN", reading)
    monkeypatch.setattr(opening, "OUT", writing)
    with opening.opening_screen():
        assert opening.taken_over() is None
    os.close(writing)
    assert os.read(reading, 10) == b""
    os.close(reading)
