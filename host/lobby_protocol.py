"""Where people find each other before they sit down: scenarios, kept games, and the way to a table.

Only plain data crosses this seam, besides the seats and replays that it hands out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from host.program_loader import Faults
from host.replay_protocol import Showing
from host.seat_protocol import OpenTable
from host.user_settings import Settings
from rules import OptionInfo, SwitchInfo, View
from rules.find_scenarios import Found
from rules.link.map_outline import Coast


class LobbyError(Exception):
    """What was asked for cannot be done; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What must be known of a scenario to set up a game of it."""

    name: str
    title: str
    description: str
    players: tuple[int, int]
    """How many may play, at least and at most."""
    options: tuple[OptionInfo, ...]
    switches: tuple[SwitchInfo, ...]
    digest: str
    """The same for the same texts with the same parts switched on."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a record says of its game, without what was chosen."""

    scenario: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    switches: tuple[str, ...]
    seed: int
    choices: int
    """How many have been made."""
    outcome: str = ""
    bots: tuple[str, ...] = ()
    """Who plays for each seat where no person does; empty where all are persons."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was kept; either a summary or what is wrong with its file."""

    name: str
    path: Path
    changed: datetime
    summary: GameSummary | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A new game as it was agreed on."""

    folder: Path
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    switches: frozenset[str] = frozenset()
    """Optional parts to switch on, and with a `-` in front those to switch off."""
    bots: tuple[str, ...] = ()
    """The bot of each seat, an empty name where a person sits; empty where all are persons."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a kept game stands, as far as everybody may know it."""

    view: View
    coast: Coast
    turn: int
    player: str
    """Who is asked; empty when it is over."""
    outcome: str
    """Why it ended; empty when it did not."""
    notice: str = ""
    """Where the rules no longer follow the record."""


class Lobby(Protocol):
    """Everything that somebody needs who looks for a game."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that may sit at a table."""

    async def scenarios(self) -> tuple[Found, ...]:
        """Every scenario that is found; their rules are not read."""

    async def kept(self) -> tuple[KeptGame, ...]:
        """Every kept game, the latest first; damaged files are among them, with what is wrong."""

    async def load(
        self, folder: Path, switches: frozenset[str] = frozenset(), *, again: bool = False
    ) -> ScenarioInfo | Faults:
        """What there is to know of a scenario, or its mistakes; `again` reads it even if it is at hand."""

    async def standing(self, kept: KeptGame) -> Standing:
        """Where a kept game stands. Who stops waiting stops the work.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or does not follow any more.
        """

    async def preview(self, folder: Path) -> Standing:
        """How the board of a scenario looks when a game of it begins.

        Raises:
            LobbyError: it cannot be started.
        """

    async def open(self, order: Order) -> OpenTable:
        """Begin a new game.

        Raises:
            LobbyError: it cannot be played like this.
        """

    async def resume(self, kept: KeptGame) -> OpenTable:
        """Take a kept game up again.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or does not follow any more.
        """

    async def replay(self, kept: KeptGame) -> Showing:
        """Look at a kept game again.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or does not even begin any more.
        """

    async def find(self, path: Path) -> KeptGame:
        """The game in a file, or the one of that name among the kept ones.

        Raises:
            LobbyError: there is none.
        """

    async def delete(self, kept: KeptGame) -> None:
        """Throw a kept game away.

        Raises:
            LobbyError: the system refuses.
        """

    async def rename(self, kept: KeptGame, name: str) -> None:
        """Give a kept game another name.

        Raises:
            LobbyError: it is no name, it is taken, or the system refuses.
        """

    async def keep(self, settings: Settings) -> None:
        """Write the settings down.

        Raises:
            LobbyError: the system refuses.
        """
