"""The protocol between the hall and the process that reads scenarios.

Reading, checking and compiling what strangers wrote may take seconds, so no table runs in this process.
"""

from dataclasses import dataclass
from typing import Annotated, Protocol

from lazaretto.host.bounds import Number, Options, ScenarioPath, Switches
from lazaretto.host.client_calls import Cost, costs_all
from lazaretto.host.lobby_protocol import ScenarioInfo
from lazaretto.host.program_loader import Faults
from lazaretto.host.wire_server import SIDES

SeatCount = Annotated[int, Number(1, 64)]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a new table of a scenario needs."""

    info: ScenarioInfo
    refusal: str = ""
    """Why a game cannot start like this; empty if it can."""
    digest: str = ""
    """The digest of the texts."""
    pack: str = ""
    """All texts, see `pack_texts.py`; empty if the table is refused."""


@costs_all(Cost.ELSEWHERE)
class ReadingRoom(Protocol):
    """Reads scenarios."""

    @property
    def bots(self) -> tuple[str, ...]:
        """None: nobody plays here."""

    async def load(self, folder: ScenarioPath, switches: Switches = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""

    async def prepare(
        self, folder: ScenarioPath, switches: Switches, players: SeatCount, options: Options
    ) -> Prepared | Faults:
        """What a table for so many players needs, or the mistakes; its program is cached."""

    async def compile(self, folder: ScenarioPath, switches: Switches = frozenset()) -> str:
        """Cache the program of a scenario; return its first mistake, or an empty text."""


SIDES["reading"] = ReadingRoom
