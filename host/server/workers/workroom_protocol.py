"""The protocol between the hall and a process that runs the rules of tables.

The hall never runs a rule. It opens tables in a workroom, hands their seats on to people, and stores what the
workroom reports before anybody is told. Only plain data passes through it, apart from seats and replays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.replay_protocol import Showing
from lazaretto.host.server.tables.table_settings import Kept
from lazaretto.host.table.seat_protocol import Seat, TableInfo
from lazaretto.host.wire.allowed_calls import Cost, costs_all
from lazaretto.host.wire.bounds import (
    Bots,
    ChoiceKey,
    Code,
    LongText,
    Many,
    Options,
    Players,
    ScenarioPath,
    SeatNumber,
    Seed,
    ShortText,
    Switches,
    UpdateNumber,
)
from lazaretto.host.wire.wire_server import ERRORS, SIDES

Choices = Annotated[tuple[tuple[SeatNumber, ChoiceKey], ...], Many(100_000)]
Keyboard = Annotated[frozenset[SeatNumber], Many(64)]


class NotCompiledError(LobbyError):
    """The program of a table is not cached: it must be compiled elsewhere."""


ERRORS[NotCompiledError.__name__] = NotCompiledError


@dataclass(frozen=True, slots=True)
class TableJob:
    """A table to run: its texts on disk, its set-up, and the choices made so far."""

    code: Code
    folder: ScenarioPath
    players: Players
    seed: Seed
    options: Options = field(default_factory=dict)
    switches: Switches = frozenset()
    bots: Bots = ()
    """The bot of each seat, an empty name for a person; empty if all seats are persons."""
    choices: Choices = ()
    """The seat and the key of each choice."""
    kept: Kept = field(default_factory=dict)
    """What the game before it in its campaign handed on, as far as it fits."""
    compiles: bool = False
    """Whether the process may compile the program itself, while its other tables wait."""


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of a scenario and of those it uses, by their paths."""

    scenario: str
    digest: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Taken:
    """One change of a record: the first `kept` choices stay, and one follows unless the key is empty."""

    kept: int
    seat: int = 0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a table stands, as far as everybody may know."""

    turn: int
    asked: tuple[int, ...]
    """The seats that the table waits for."""
    outcome: str = ""
    """Why the game ended; empty if it has not."""
    results: tuple[str, ...] = ()
    """The result of each seat then."""
    points: tuple[int, ...] = ()
    """The points of each seat then; empty if the game counts none."""
    ranks: tuple[int, ...] = ()
    """The rank of each seat then; empty if the game has none."""
    secretive: int | None = None
    """The seat that alone may know of the last choice, or of what it is asked; None: everybody may."""
    team: tuple[int, ...] = ()
    """The seats that play together against the others; empty if there are no others."""


@dataclass(frozen=True, slots=True)
class Append:
    """A table asks the hall to store a change of its record; it waits for `Workroom.stored`."""

    code: str
    number: int
    """The number of this request at this table."""
    changes: tuple[Taken, ...]
    progress: Progress


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table that is open in a workroom."""

    info: TableInfo
    progress: Progress


@costs_all(Cost.ELSEWHERE)
class Workroom(Protocol):
    """Runs the rules of some tables."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""

    async def open(self, job: TableJob) -> TableFacts:
        """Set a table up and go to where its choices lead.

        Raises:
            NotCompiledError: its program must be compiled first.
            LobbyError: it cannot be played so, or the rules do not accept its choices.
        """

    async def begin(self, code: Code) -> None:
        """Let the bots of a table play until a person has to decide.

        Raises:
            LobbyError: there is no such table.
            RuleError: a rule fails.
        """

    async def sit(self, code: Code, seat: SeatNumber | None, keyboard: Keyboard) -> Seat:
        """A client of a seat, or with None one that looks on; `keyboard` are all seats of that person.

        Raises:
            LobbyError: there is no such table or seat.
        """

    async def appoint(self, code: Code, seat: SeatNumber, bot: ShortText) -> None:
        """Let a bot play a seat from now on, or with an empty name a person.

        Raises:
            LobbyError: there is no such table, seat or bot.
        """

    async def undo(self, code: Code) -> None:
        """Undo the last choice of a person, whoever made it.

        Raises:
            LobbyError: there is no such table.
            ChoiceError: there is nothing to undo, or something was revealed since.
        """

    async def close(self, code: Code) -> None:
        """Forget a table."""

    async def replay(self, code: Code) -> Showing:
        """The game of a table as a replay.

        Raises:
            LobbyError: there is no such table, or its game is not over.
        """

    async def record(self, code: Code, seats: Keyboard) -> str:
        """The game of a table as the text of a record, for the owner of some seats.

        Raises:
            LobbyError: there is no such table, or its game goes on and other seats have secrets.
        """

    async def handed_on(self, code: Code) -> Mapping[str, str]:
        """What the finished game of a table hands on to the next one of its campaign; for the hall alone.

        Raises:
            LobbyError: there is no such table, or its game is not over.
        """

    async def stored(self, code: Code, number: UpdateNumber, error: LongText) -> None:
        """The answer to `Append`: the change is stored, or the error says why not."""


SIDES["workroom"] = Workroom
