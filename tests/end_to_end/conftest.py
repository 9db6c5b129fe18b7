"""The environment of the tests: an empty home, no delays, compiled rules that all tests share."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []

if sys.platform != "win32":
    from tests.end_to_end.terminals import Memory, Nursery, nursery

SPOKEN = ("NO_COLOR", "COLORTERM", "COLORFGBG", "TERM_PROGRAM", "COLUMNS", "LINES", "WT_SESSION", "TMUX")


@pytest.fixture(autouse=True)
def quiet_world(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SPOKEN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LAZARETTO_PACE", "off")
    monkeypatch.setenv("LAZARETTO_COLOURS", "256")


@pytest.fixture(scope="session", name="nursery")
def shared_nursery() -> "Nursery":
    return nursery()


class Windows(Protocol):
    """Creates terminals in memory."""

    def __call__(self, width: int = 80, height: int = 24) -> "Memory": ...


@pytest.fixture
def window() -> Iterator[Windows]:
    """Creates windows that are closed after the test."""
    made: list[Memory] = []

    def make(width: int = 80, height: int = 24) -> Memory:
        made.append(Memory(width, height))
        return made[-1]

    yield make
    for memory in made:
        memory.close()
