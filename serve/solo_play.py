"""Lets each person play alone over SSH: the usual app, with games and settings in a folder of their own."""

import asyncio
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from host.lobby_protocol import KeptGame, LobbyError, Order
from host.local_lobby import LocalLobby
from host.program_loader import Faults, Programs
from host.record_store import Store
from host.seat_view_assembly import Sitting, sit_down
from host.user_settings import from_environment, read_settings
from lab.bots import COMPANIONS
from rules import RuleError
from rules.find_scenarios import Found
from serve import messages as say
from serve.accounts import Person
from serve.event_log import EventLog
from serve.line_channel import LineChannel, in_thread
from serve.server_state import LineMode
from serve.terminal import Terminal
from tui.app import Lazaretto
from tui.line_mode import Plain
from tui.random_seed import drawn
from tui.safe_output import SafeStream
from tui.terminal.isolated_app import TerminalApp

SETTINGS = "settings.toml"
RECORDS = "records"
GUESTS = "guests"
"""The folder of the guests' games, which the next start of the server deletes."""
COMPANION = "keen"
"""The bot that plays the other seats in line mode."""


class SoloPlay:
    """Makes what runs in a session."""

    def __init__(
        self, folder: Path, paths: Sequence[Path] = (), motd: str = "", log: EventLog | None = None
    ) -> None:
        self._folder = folder
        self._guests = folder / GUESTS
        shutil.rmtree(self._guests, ignore_errors=True)
        self._motd = motd
        self._log = log or EventLog()
        self._programs = Programs(paths)

    def __call__(self, person: Person, terminal: Terminal) -> TerminalApp[Any] | LineMode:
        """The app of a person, or their line mode."""
        own = (self._guests if person.guest else self._folder) / str(person.id)
        settings, notice = read_settings(own / SETTINGS)
        lobby = LocalLobby(
            store=Store(own / RECORDS),
            bots=COMPANIONS,
            settings=own / SETTINGS,
            programs=self._programs,
        )
        if not terminal.full_screen:
            return SoloLines(lobby, person.name, self._motd)
        forced = ({"ascii": True} if terminal.ascii_only else {}) | from_environment(terminal.environ)
        return Lazaretto(
            lobby,
            settings,
            forced=forced,
            environ=terminal.environ,
            notices=tuple(each for each in (self._motd, notice) if each),
            on_crash=self._keep,
        )

    def _keep(self, details: str) -> None:
        """Log the details of a failure; the player does not see them."""
        self._log.note("app_failed", details=details)


@dataclass(frozen=True, slots=True)
class SoloLines:
    """One person's games, line by line."""

    lobby: LocalLobby
    name: str
    motd: str

    async def run(self, line: LineChannel) -> int:
        """Offer games until the person leaves."""
        return await in_thread(line, self._play)

    def _play(self, lines: TextIO, out: TextIO) -> int:
        safe = SafeStream(out)
        if self.motd:
            safe.write(f"{self.motd}\n")
        with asyncio.Runner() as runner:
            while (sitting := self._sit(runner, lines, safe)) is not None:
                try:
                    Plain(sitting, runner, lines, out).play()
                except RuleError as error:
                    safe.write(f"{error}\n")
                finally:
                    sitting.leave()
        return 0

    def _sit(self, runner: asyncio.Runner, lines: TextIO, safe: SafeStream) -> Sitting | None:
        """Sit down at the game that is chosen; None if the person leaves."""
        while True:
            kept = [
                each for each in runner.run(self.lobby.kept()) if each.summary and not each.summary.outcome
            ]
            found = [each for each in runner.run(self.lobby.scenarios()) if not each.problem]
            choices: list[KeptGame | Found] = [*kept, *found]
            safe.write(f"\n{say.HELLO(name=self.name)}\n")
            for number, each in enumerate(choices, 1):
                safe.write(f"  {number}. {_named(each)}\n")
            safe.write(f"{say.WHICH_GAME()} ")
            safe.flush()
            typed = lines.readline()
            answer = typed.strip()
            if not typed or answer.casefold() in {"quit", "q", ":quit"}:
                return None
            if not answer.isdecimal() or not 1 <= int(answer) <= len(choices):
                safe.write(f"{say.NOT_IN_THE_LIST(typed=answer)}\n")
                continue
            try:
                return runner.run(self._open(choices[int(answer) - 1]))
            except LobbyError as error:
                safe.write(f"{error}\n")

    async def _open(self, chosen: KeptGame | Found) -> Sitting:
        if isinstance(chosen, KeptGame):
            return await sit_down(await self.lobby.resume(chosen))
        info = await self.lobby.load(chosen.folder)
        if isinstance(info, Faults):
            raise LobbyError(info.messages[0])
        number = max(info.players[0], min(2, info.players[1]))
        bot = COMPANION
        others = [f"{bot}{each}" for each in range(1, number)]
        players = (self.name, *others)
        bots = ("", *[bot] * len(others)) if others else ()
        return await sit_down(await self.lobby.open(Order(chosen.folder, players, drawn(), bots=bots)))


def _named(each: KeptGame | Found) -> str:
    if isinstance(each, KeptGame):
        assert each.summary is not None
        return say.GO_ON_WITH(title=each.summary.title, name=each.name)
    return each.title
