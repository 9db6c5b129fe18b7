"""The operator's command that reminds people: it gets what it needs, and cannot hurt the server."""

import asyncio
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lazaretto.host.server.tables.turn_limits import Reminder, Why
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.reminders import Reminders
from tests.patience import PATIENCE
from tests.serve.server_process import ROOT, Running
from tests.soak import soak

ENDS = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
NAME = "anna; $(touch /tmp/never)"
WRITES = (
    "import os, sys; open(sys.argv[1], 'a').write(repr(sorted(os.environ.items())) + sys.argv[2] + '\\n')"
)


class Log(EventLog):
    """Keeps the events."""

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, object]]] = []

    def note(self, event: str, /, **facts: object) -> None:
        self.events.append((event, facts))


def reminded(*commands: tuple[str, ...], why: Why = Why.TURN) -> list[tuple[str, dict[str, object]]]:
    """Run each command once; return what was logged."""
    log = Log()

    async def script() -> None:
        for command in commands:
            reminders = Reminders(command, log, {"PATH": os.environ["PATH"], "SECRET": "key"})
            reminders(Reminder(NAME, "BCD-234", "Pandemic", why, ENDS))
            async with asyncio.timeout(PATIENCE):
                while reminders.running.waiting:
                    await asyncio.sleep(0.01)

    asyncio.run(script())
    return log.events


def test_the_command_gets_the_person_and_the_table_and_no_shell(tmp_path: Path) -> None:
    file = tmp_path / "told"
    assert reminded((sys.executable, "-c", WRITES, str(file), "$HOME")) == []
    told = file.read_text()
    for each in (
        ("LAZARETTO_PERSON", NAME),
        ("LAZARETTO_TABLE", "BCD-234"),
        ("LAZARETTO_GAME", "Pandemic"),
        ("LAZARETTO_WHY", "turn"),
        ("LAZARETTO_ENDS", "2030-01-02T03:04:05+00:00"),
    ):
        assert repr(each) in told
    assert "SECRET" not in told and told.endswith("$HOME\n")


def test_a_command_that_fails_or_hangs_hurts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.serve.reminders.PATIENCE", 0.5)
    mark = str(time.time())
    hangs = f"import subprocess, sys, time; subprocess.Popen(['sleep', '{mark}']); time.sleep(60)"
    events = reminded((str(tmp_path / "missing"),), ("false",), (sys.executable, "-c", hangs), ("a\0b",))
    assert [name for name, _ in events] == ["reminder_failed"] * 4
    assert [facts.get("status", facts.get("reason")) for _, facts in events][1:3] == [1, "timeout"]
    assert all(facts["table"] == "BCD-234" for _, facts in events)
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert f"sleep {mark}" not in running, "what it started is ended, too"


def test_a_flood_of_reminders_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.serve.reminders.MOST_WAITING", 3)
    log = Log()

    async def script() -> None:
        reminders = Reminders(("sleep", "60"), log, os.environ)
        for _ in range(5):
            reminders(Reminder("anna", "BCD-234", "Pandemic", Why.TURN))
        await asyncio.sleep(0.2)
        async with asyncio.timeout(PATIENCE):
            await reminders.stop()

    asyncio.run(script())
    assert [name for name, _ in log.events] == ["reminder_dropped"] * 2


@soak
def test_the_server_reminds_who_is_away_of_their_turn(tmp_path: Path) -> None:
    file, program = tmp_path / "told", tmp_path / "remind"
    program.write_text(f'#!/bin/sh\necho "$LAZARETTO_PERSON $LAZARETTO_TABLE $LAZARETTO_WHY" >> "{file}"\n')
    program.chmod(0o700)
    settings = (
        f'socket = "hall"\nscenarios = ["{ROOT / "tests" / "data"}"]\nremind = ["{program}", "an argument"]\n'
    )
    server = Running(
        tmp_path,
        settings=settings,
        before="from lazaretto.host.server import server_hall; server_hall.CLOCK_OFTEN = 0.2",
    )

    def joined(person: str, typed: str) -> str:
        words = ["join", "--socket", str(tmp_path / "hall"), "--person", person]
        return subprocess.run(
            [sys.executable, "-m", "lazaretto", *words],
            cwd=ROOT,
            input=typed,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        ).stdout

    try:
        code = joined("anna", "new stones days=24\nquit\n").partition("The new table is ")[2][:7]
        assert "The turn ends" in joined("ben", f"join {code}\n/leave\nquit\n")
        until = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(1)
        assert file.read_text() == f"anna {code} turn\n"
    finally:
        server.stop()
