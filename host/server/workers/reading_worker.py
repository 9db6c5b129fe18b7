"""A process that reads scenarios: `python -m lazaretto.host.server.workers.reading_worker FD [FOLDER ...]`.

Tables go first: the system prefers all other processes to this one.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from lazaretto.host.crash_report import only
from lazaretto.host.lobby.lobby_protocol import LobbyError, ScenarioInfo
from lazaretto.host.lobby.local_lobby import info_of
from lazaretto.host.lobby.program_loader import Faults, Programs
from lazaretto.host.server.workers.pack_texts import packed, texts_of
from lazaretto.host.server.workers.scenario_reader import Prepared
from lazaretto.host.server.workers.worker_base import begin_process, work_for
from lazaretto.rules import Compiling, Program, RuleError, StartError
from lazaretto.rules.load_program import keep

Found = TypeVar("Found")


class LocalReadingRoom:
    """The `ReadingRoom` of this process."""

    bots: tuple[str, ...] = ()

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        """Search used scenarios also in `paths`."""
        self._programs = Programs(paths)

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes; on disk only the usual parts are cached."""
        compiling = Compiling.UNKEPT if switches else Compiling.KEPT
        found = await _in_thread(lambda: self._programs.load(folder, switches, True, compiling))
        return found if isinstance(found, Faults) else info_of(found)

    async def prepare(
        self, folder: Path, switches: frozenset[str], players: int, options: Mapping[str, str]
    ) -> Prepared | Faults:
        """What a table needs, or the mistakes."""
        return await _in_thread(lambda: self._prepared(folder, switches, players, options))

    async def compile(self, folder: Path, switches: frozenset[str] = frozenset()) -> str:
        """Cache the program of a scenario; return its first mistake."""
        faults = await _in_thread(lambda: self._kept(folder, switches))
        return faults.messages[0] if isinstance(faults, Faults) else ""

    # --- in a thread -------------------------------------------------------------------------------

    def _kept(self, folder: Path, switches: frozenset[str]) -> Program | Faults:
        program = self._programs.load(folder, switches, again=True)
        if isinstance(program, Program):
            keep(program)
        return program

    def _prepared(
        self, folder: Path, switches: frozenset[str], players: int, options: Mapping[str, str]
    ) -> Prepared | Faults:
        program = self._kept(folder, switches)
        if isinstance(program, Faults):
            return program
        try:
            program.check_options(players, options)
        except (StartError, RuleError) as error:
            return Prepared(info_of(program), str(error))
        texts = texts_of(folder, switches, self._programs.paths)
        if isinstance(texts, Faults):
            return texts
        return Prepared(info_of(program), "", texts.digest, packed(texts).decode())


async def _in_thread(work: Callable[[], Found]) -> Found:
    with only(LobbyError, otherwise=LobbyError):
        return await asyncio.to_thread(work)


NICE = 5
"""How far the process stands back for others."""


async def main(handle: int, *paths: str) -> None:
    """Read scenarios for the hall at the other end of a socket; some of them may be in these folders."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    await work_for(handle, lambda _: LocalReadingRoom(tuple(map(Path, paths))), "reading")


if __name__ == "__main__":
    begin_process()
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))
