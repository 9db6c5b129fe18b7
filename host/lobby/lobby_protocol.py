"""The lobby protocol: scenarios, saved games and campaigns as plain data, and how tables are opened.

Only plain data passes through it, apart from the seats and replays that it hands out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, NamedTuple, Protocol

from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.records.record_lock import Holder
from lazaretto.host.records.replay_protocol import Showing
from lazaretto.host.records.statistics import Statistics
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_protocol import OpenTable
from lazaretto.host.wire.allowed_calls import Cost, costs_all
from lazaretto.host.wire.bounds import (
    Bots,
    Many,
    Options,
    Place,
    Players,
    ScenarioPath,
    Seed,
    ShortText,
    Switches,
    Text,
)
from lazaretto.rules import Chapter, OptionInfo, SwitchInfo, View
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.rules.link.read_coastlines import Coast


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a campaign."""

    record: str
    """The name of the saved game."""
    outcome: str = ""
    results: tuple[str, ...] = ()
    """The result of each seat; empty while it is being played."""
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignInfo:
    """A campaign, or the problem with its file."""

    name: str
    path: Path
    scenario: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    games: tuple[PlayedGame, ...] = ()
    problem: str = ""
    over: bool = False
    """Whether no game follows any more."""


NO_OPTIONS: Mapping[str, str] = {}


class LobbyError(Exception):
    """A request is refused; the message is a sentence for the player."""


class HeldError(LobbyError):
    """Another process has the game open; the message says which. See `Access` for what can be done."""


class Access(Enum):
    """How to open a saved game."""

    PLAY = "play"
    """Go on with it; refused if another process has it open."""
    LOOK = "look"
    """Only look at it, and follow what the other process plays."""
    COPY = "copy"
    """Go on with a copy under a new name."""
    TAKE_OVER = "take_over"
    """Go on with it here; the other process can only look from then on."""


ELSEWHERE = (Access.LOOK, Access.COPY, Access.TAKE_OVER)
"""The ways to open a game that another process has open."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """The facts about a scenario that are needed to set up a game."""

    name: str
    title: str
    description: str
    players: tuple[int, int]
    """The least and the greatest number of players."""
    options: tuple[OptionInfo, ...]
    switches: tuple[SwitchInfo, ...]
    digest: str
    """A digest of the texts and of the parts that are switched on."""
    hands_on: bool = False
    """Whether its games hand something on, so that it can be played as a campaign."""


FileText = Annotated[str, Text(100_000, lines=True)]
"""A text of a saved game, as its file has it."""
FileTexts = Annotated[tuple[FileText, ...], Many(1_000)]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The facts about a recorded game, without its choices."""

    scenario: FileText
    title: FileText
    players: FileTexts
    options: Annotated[Mapping[FileText, FileText], Many(1_000)]
    switches: FileTexts
    seed: Seed
    choices: Place
    """The number of choices made."""
    outcome: FileText = ""
    bots: FileTexts = ()
    """The bot of each seat, an empty name for a person; empty if all seats are persons."""
    campaign: FileText = ""
    """The campaign that it belongs to; empty if it belongs to none."""
    number: Place = 0
    """The number of the game in the campaign."""
    guide: FileText = ""
    """The name of the guide that the game began with; empty if it began without one."""
    what_if: FileText = ""
    """The name of the game that it branched off; empty if it is a game of its own."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A saved game: its summary, or the problem with its file."""

    name: FileText
    path: ScenarioPath
    changed: datetime
    summary: GameSummary | None
    problem: FileText = ""


@dataclass(frozen=True, slots=True)
class Order:
    """The settings of a new game."""

    folder: ScenarioPath
    players: Players
    seed: Seed
    options: Options = field(default_factory=dict)
    switches: Switches = frozenset()
    """Optional parts to switch on; those with a leading `-` are switched off."""
    bots: Bots = ()
    """The bot of each seat, an empty name for a person; empty if all seats are persons."""
    campaign: ShortText = ""
    """The name of a new campaign that this game begins; empty for a game that stands alone."""
    guide: ShortText = ""
    """The name of the guide to play; then players, seed, options and switches are those of the guide."""


class NextGame(NamedTuple):
    """The next game of a campaign, or the one that is not over: the first arguments of `Lobby.go_on`."""

    campaign: str
    seed: int
    options: Mapping[str, str] = NO_OPTIONS
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The current state of a saved game, as far as it is public."""

    view: View
    coast: Coast
    turn: int
    player: str
    """The player who has to decide; empty if the game is over."""
    outcome: str
    """Why the game ended; empty if it has not."""
    notice: str = ""
    """The first choice that the rules no longer accept; empty if they accept all."""


@costs_all(Cost.ELSEWHERE)
class Lobby(Protocol):
    """Everything a player needs to find and start a game."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""

    async def scenarios(self) -> tuple[FoundScenario, ...]:
        """Every scenario that is found, without reading its rules."""

    async def kept(self) -> tuple[KeptGame, ...]:
        """Every saved game, latest first; a damaged file is listed with its problem."""

    async def load(
        self, folder: ScenarioPath, switches: Switches = frozenset(), *, again: bool = False
    ) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes; `again` reads it even if it is cached."""

    async def standing(self, kept: KeptGame) -> Standing:
        """The current state of a saved game. Cancelling the call stops the work.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or no longer fits the record.
        """

    async def rulebook(self, folder: ScenarioPath) -> tuple[Chapter, ...]:
        """The rulebook of a scenario, with its usual parts.

        Raises:
            LobbyError: it has mistakes.
        """

    async def preview(self, folder: ScenarioPath) -> Standing:
        """The board of a scenario at the start of a game.

        Raises:
            LobbyError: it cannot be started.
        """

    async def open(self, order: Order) -> OpenTable:
        """Start a new game.

        Raises:
            LobbyError: it cannot be played with these settings.
        """

    async def campaigns(self) -> tuple[CampaignInfo, ...]:
        """Every campaign by name; a damaged file is listed with its problem."""

    async def go_on(
        self,
        campaign: ShortText,
        seed: Seed,
        options: Options = NO_OPTIONS,
        folder: ScenarioPath | None = None,
        access: Access = Access.PLAY,
    ) -> OpenTable:
        """Go on with a campaign: with the game that is not over, or with the next one.

        Options hold for the next game and those after it. The folder is that of the scenario, if it is not
        one of those that are found. `access` says how to open the game that is not over.

        Raises:
            HeldError: another process has that game open.
            LobbyError: there is no such campaign, its file cannot be used, or the game cannot be started.
        """

    async def holder(self, kept: KeptGame) -> Holder | None:
        """The process that has a saved game open; None if nobody has, or where files cannot be locked."""

    async def resume(self, kept: KeptGame, access: Access = Access.PLAY) -> OpenTable:
        """Resume a saved game.

        Raises:
            HeldError: another process has it open.
            LobbyError: the file is damaged, or the scenario is missing or no longer fits the record.
        """

    async def replay(self, kept: KeptGame) -> Showing:
        """Open a saved game as a replay.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or cannot start the game.
        """

    async def what_if(self, kept: KeptGame, at: Place, seed: Seed | None = None) -> OpenTable:
        """Play on after the first `at` choices of a saved game, as a game of its own under a new name.

        With a seed, all that nobody knows is dealt anew; otherwise the same is drawn as in the saved game.
        The saved game never changes, and a campaign that it belongs to learns nothing of it.

        Raises:
            LobbyError: the file is damaged, the scenario is missing, the rules do not follow the record so
                far, or the game is not over and has secrets.
        """

    async def statistics(self) -> Statistics:
        """Statistics over the finished games of the store; cancelling the call stops the work."""

    async def find(self, path: ScenarioPath) -> KeptGame:
        """The game in a file, or the saved game of that name.

        Raises:
            LobbyError: there is none.
        """

    async def delete(self, kept: KeptGame) -> None:
        """Delete a saved game.

        Raises:
            LobbyError: the system refuses, or the game is open.
        """

    async def rename(self, kept: KeptGame, name: ShortText) -> None:
        """Rename a saved game.

        Raises:
            LobbyError: the name is invalid or taken, the system refuses, or the game is open.
        """

    async def keep(self, settings: Settings) -> None:
        """Save the settings.

        Raises:
            LobbyError: the system refuses.
        """
