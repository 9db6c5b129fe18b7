"""The hall's end of the process that reads scenarios."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lazaretto.host.lobby_protocol import ScenarioInfo
from lazaretto.host.program_loader import Faults
from lazaretto.host.server import worker_line
from lazaretto.host.server.reading_protocol import Prepared
from lazaretto.host.server.worker_line import WorkerLine
from lazaretto.host.wire_server import LOBBY, Call
from lazaretto.rules.find_scenarios import built_in

MODULE = "lazaretto.host.server.reading_worker"
PATIENCE = 10.0
"""How much longer than others may take what is known to end: our own scenarios, and those of tables."""


class RemoteReadingRoom(WorkerLine):
    """A `ReadingRoom` in a process of its own."""

    def longest(self, call: Call | None) -> float:
        """How many seconds of processor time a call may take."""
        if call is None:
            return worker_line.LONGEST
        known = call.method == "compile" or is_ours(Path(str(call.arguments.get("folder", ""))))
        return worker_line.LONGEST * (PATIENCE if known else 1.0)

    async def _ask(self, method: str, **arguments: Any) -> Any:
        return await self._client.ask("reading", LOBBY, method, **arguments)

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""
        found: ScenarioInfo | Faults = await self._ask("load", folder=folder, switches=switches)
        return found

    async def prepare(
        self, folder: Path, switches: frozenset[str], players: int, options: Mapping[str, str]
    ) -> Prepared | Faults:
        """What a new table needs, or the mistakes."""
        asked = {"folder": folder, "switches": switches, "players": players, "options": options}
        found: Prepared | Faults = await self._ask("prepare", **asked)
        return found

    async def compile(self, folder: Path, switches: frozenset[str] = frozenset()) -> str:
        """Cache the program of a scenario; return its first mistake."""
        found: str = await self._ask("compile", folder=folder, switches=switches)
        return found


def is_ours(folder: Path) -> bool:
    """Whether a scenario comes with the program."""
    return folder.is_relative_to(built_in())
