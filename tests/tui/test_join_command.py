"""`lazaretto join`: how it ends, and what it says of a server that it does not reach."""

import argparse
import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from lazaretto.host.server import hall_messages as hall_say
from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.hall_wire import HallServer, RemoteHall
from lazaretto.tui.__main__ import main
from lazaretto.tui.commands import join
from lazaretto.tui.hall.line_hall import TypedLines
from tests.tui.hall.fake_hall import FakeServer


class Link:
    """A connection over which nothing comes back."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Nobody reads it."""


@pytest.mark.parametrize(("leaves", "status"), [(True, 0), (False, 1)])
def test_a_link_that_ends_after_leaving_is_not_lost(
    leaves: bool, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The server hangs up while the screen of a person who left is still being put away."""
    link: Any = None

    class App:
        def __init__(self, hall: RemoteHall, **_: object) -> None:
            self.hall, self.over = hall, asyncio.Event()

        async def run_async(self) -> None:
            if leaves:
                self.exit()
            link.ended.set()
            await self.over.wait()
            await asyncio.sleep(0.01)

        def exit(self) -> None:
            self.hall.leave()
            self.over.set()

    async def play() -> int:
        nonlocal link
        link = Link()
        server = HallServer(FakeServer(tmp_path).enter("anna"), lambda _: None, lambda _: None)
        hall = RemoteHall(cast("Any", link), server.greeting)
        arguments = argparse.Namespace(plain=False, table="")
        return await join._play(cast("HallLine", link), hall, arguments, TypedLines())

    monkeypatch.setattr("lazaretto.tui.commands.play.has_screen", lambda: True)
    monkeypatch.setattr("lazaretto.tui.hall.hall_app.HallApp", App)
    assert asyncio.run(play()) == status


@pytest.mark.parametrize(
    ("words", "address", "sentence"),
    [
        (r"Your key is new here.\r\n", "localhost", "cannot join localhost: Your key is new here."),
        (
            r"No key is known.\r\nIt failed.\r\n",
            "a@host:22",
            "cannot join a@host:22: No key is known.\nIt failed.",
        ),
        ("", "host:22", f"cannot join host:22: {hall_say.SILENT()}"),
    ],
)
def test_the_reason_is_what_the_client_or_the_server_said(
    words: str, address: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ssh = tmp_path / "ssh"
    ssh.write_text(f"#!/bin/sh\nprintf '{words}' >&2\nexit 255\n")
    ssh.chmod(0o700)
    assert main(["join", address, "--ssh", str(ssh)]) == 1
    assert capsys.readouterr() == ("", f"lazaretto: {sentence}\n")
