"""A flood of equal events fills no disk, and hides no other event."""

import json
import logging
from typing import Any

import pytest

from lazaretto.serve.event_log import EVERY, FEW, LONGEST, MOST_KINDS, EventLog, LibraryWarnings


class Kept:
    """A log in memory, and its clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.lines: list[dict[str, Any]] = []
        self.log = EventLog(lambda line: self.lines.append(json.loads(line)), lambda: self.now)


@pytest.fixture
def kept() -> Kept:
    return Kept()


def test_of_a_flood_the_first_few_are_written_then_a_number_a_minute(kept: Kept) -> None:
    for _ in range(3 * 60 * 100):
        kept.log.note("connection_refused", reason="login_rate", address="192.0.2.7")
        kept.now += 0.01
    assert len(kept.lines) == FEW + 2
    assert all("address" in line for line in kept.lines[:FEW])
    assert all(5_900 < line["left_out"] <= 6_000 for line in kept.lines[FEW:])
    assert {line["reason"] for line in kept.lines} == {"login_rate"}
    kept.now += EVERY
    kept.log.tell_left_out()
    kept.now += EVERY
    kept.log.tell_left_out()
    told = sum(line.get("left_out", 0) for line in kept.lines)
    assert told + FEW == 3 * 60 * 100
    assert kept.log.left_out == told


def test_after_a_calm_minute_events_are_written_again(kept: Kept) -> None:
    for _ in range(FEW + 1):
        kept.log.note("error", what="accept")
    kept.now += EVERY
    kept.log.note("error", what="accept")
    assert [line.get("left_out") for line in kept.lines[FEW:]] == [1]
    kept.now += EVERY
    kept.log.tell_left_out()
    kept.now += EVERY
    kept.log.note("error", what="accept", more=1)
    assert kept.lines[-1]["more"] == 1


def test_a_flood_hides_no_event_of_another_kind(kept: Kept) -> None:
    for number in range(1_000):
        kept.log.note("connection_refused", reason="login_rate")
        if number % 100 == 0:
            kept.log.note("connection_refused", reason=f"reason {number}")
    kept.log.note("session_started", person="anna")
    kept.log.note("task_failed", name="clock", what="KeyError()")
    assert len(kept.lines) == FEW + 10 + 2


def test_every_person_is_told_of(kept: Kept) -> None:
    for number in range(300):
        kept.log.note("session_started", person=f"p{number}")
    for _ in range(100):
        kept.log.note("session_started", person="p7")
    assert len(kept.lines) == 300 + FEW - 1


def test_strangers_cannot_make_kinds_without_end(kept: Kept) -> None:
    for number in range(10 * MOST_KINDS):
        kept.log.note("session_refused", reason=f"no such thing as {number}")
    assert len(kept.lines) == MOST_KINDS + FEW
    kept.now += EVERY
    kept.log.note("session_refused", reason="another")
    assert kept.lines[-1]["reason"] == "another"
    kept.now += 2 * EVERY
    kept.log.tell_left_out()
    assert sum(line.get("left_out", 0) for line in kept.lines) == 9 * MOST_KINDS - FEW


def test_a_line_has_an_end(kept: Kept) -> None:
    kept.log.note("app_failed", details="x" * 1_000_000)
    assert LONGEST <= len(kept.lines[0]["details"]) < LONGEST + 10


def test_warnings_of_libraries_are_events(kept: Kept) -> None:
    handler = LibraryWarnings(kept.log)
    for _ in range(FEW + 10):
        handler.emit(logging.LogRecord("asyncio", logging.WARNING, "", 1, "slow", (), None))
    assert len(kept.lines) == FEW
    assert (kept.lines[0]["library"], kept.lines[0]["what"]) == ("asyncio", "slow")
