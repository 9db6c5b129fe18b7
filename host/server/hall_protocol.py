"""The protocol between the hall of a server and the client of one person.

Everything that a person does goes through it as a command; everything the person sees comes out of it as an
update. It knows no terminal and no connection. Only plain data passes through it, apart from the seats that
it hands out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Protocol

from host.lobby_protocol import ScenarioInfo
from host.program_loader import Faults
from host.replay_protocol import Showing
from host.seat_protocol import OpenTable
from host.user_settings import Settings
from rules import Ref
from rules.find_scenarios import Found


class HallError(Exception):
    """A command is refused; the message is a sentence for the person."""


class State(Enum):
    """Where a table stands."""

    OPEN = "open"
    """Seats are free, and the game has not begun."""
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"
    """Given up by its people, or closed by the operator."""


class Pace(Enum):
    """How fast a table plays."""

    LIVE = "live"
    DAYS = "days"
    """Everybody comes and goes; each turn has a time limit, or none."""


class LateRule(Enum):
    """What happens at a table over days when somebody's time is over."""

    WAIT = "wait"
    REMIND = "remind"
    BOT = "bot"
    """A bot plays that seat until its owner comes back."""


class Presence(Enum):
    """Whether the owner of a seat is at the table."""

    HERE = "here"
    AWAY = "away"
    BOT = "bot"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class SeatListing:
    """One seat of a table as everybody may see it."""

    number: int
    player: str
    """The name in the game: that of the person, of the bot, or of the empty seat."""
    person: str
    """The person who holds it; empty for a bot or a free seat."""
    presence: Presence
    asked: bool = False
    """Whether the table waits for this seat, as far as everybody may know that."""


@dataclass(frozen=True, slots=True)
class TableListing:
    """One table in the list of the hall."""

    code: str
    scenario: str
    title: str
    options: Mapping[str, str]
    seats: tuple[SeatListing, ...]
    state: State
    pace: Pace
    public: bool
    """Whether anybody may join; otherwise only who is invited or has the code."""
    made_by: str
    made_at: datetime
    turn: int = 0
    outcome: str = ""
    watchers: int = 0
    yours: bool = False
    """Whether the person holds a seat of it."""
    invited: bool = False
    """Whether the person is invited."""
    your_turn: bool = False
    """Whether the table waits for the person."""
    hours: int = 0
    """The time limit of a turn over days; 0 for none."""
    late: LateRule = LateRule.WAIT
    free_undo: bool = False
    """Whether anybody may undo anybody's choice without being asked."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """The settings of a new table."""

    folder: Path
    seats: tuple[str, ...]
    """For each seat: empty for a person, or the name of a bot."""
    options: Mapping[str, str] = field(default_factory=dict)
    switches: frozenset[str] = frozenset()
    seed: int | None = None
    """None draws one."""
    public: bool = True
    pace: Pace = Pace.LIVE
    hours: int = 0
    """The time limit of a turn over days; 0 for none."""
    late: LateRule = LateRule.WAIT
    free_undo: bool = False
    """Whether anybody may undo anybody's choice without being asked."""
    mine: int = 0
    """The seat of who makes the table."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat; the lines of a table or of the hall are numbered from 1."""

    number: int
    when: datetime
    person: str
    """Who wrote it; empty for a message of the server."""
    text: str
    side: str = ""
    """The side it is for; empty if everybody at the table may read it."""
    signal: bool = False
    """Whether it is one of the ready-made signals."""


@dataclass(frozen=True, slots=True)
class HallView:
    """What a person sees of the hall."""

    person: str
    guest: bool
    tables: tuple[TableListing, ...]
    """Those where it is the person's turn first, then the person's others, open ones, running ones."""
    here: tuple[str, ...]
    """Who is in the hall or at a table now."""
    chat: tuple[ChatLine, ...] = ()
    """The latest lines of the hall."""
    announcement: str = ""
    host: str = ""
    """The name of the server for an `ssh` command."""
    port: int = 22


class VoteKind(Enum):
    """What people at a table agree on."""

    UNDO = "undo"
    BACK = "back"
    TAKE_OVER = "take_over"
    """Somebody else or a bot takes an empty or abandoned seat."""
    KICK = "kick"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to the people at a table."""

    number: int
    kind: VoteKind
    by: str
    about: str = ""
    """The person or seat that it is about."""
    agreed: tuple[str, ...] = ()
    needed: int = 1
    asked: tuple[str, ...] = ()
    """Who may answer."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Somebody shows something to the others for a moment."""

    person: str
    seat: int
    ref: Ref


@dataclass(frozen=True, slots=True)
class TableView:
    """What a person sees of a table besides the game."""

    listing: TableListing
    people: tuple[str, ...]
    """Who is at the table now, with those who watch."""
    chat: tuple[ChatLine, ...]
    """The latest lines that this person may read."""
    votes: tuple[Vote, ...] = ()
    paused: bool = False
    notice: str = ""
    """For instance that the table is being set up again."""
    side: str = ""
    """The side to which the person may talk alone; empty if there is none."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of a person."""

    code: str
    scenario: str
    ending: str
    """`won`, `lost` or `drawn`, for the first of the person's seats."""
    reason: str
    turns: int
    when: datetime
    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameCount:
    """How often a game was won: in all, or with one value of one option."""

    scenario: str
    option: str
    """Empty for all games of the scenario."""
    value: str
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What the server keeps about a person."""

    name: str
    keys: tuple[tuple[str, str], ...]
    """The fingerprint and the label of each key."""
    blocked: tuple[str, ...]
    history: tuple[FinishedGame, ...]
    """The latest finished games, latest first."""
    counts: tuple[GameCount, ...]


HallHeard = Callable[[HallView], None]
"""Called on the event loop whenever what the person sees of the hall has changed."""


@dataclass(frozen=True, slots=True)
class TableHeard:
    """The listeners of a table, called on the event loop."""

    changed: Callable[[TableView], None]
    pointed: Callable[[Pointer], None]


class TableSeat(Protocol):
    """A person's place at a table of the hall: the seats to play, and everything besides the game."""

    @property
    def code(self) -> str:
        """The code of the table."""

    @property
    def table(self) -> OpenTable:
        """The seats this person plays; for a spectator one that only sees."""

    @property
    def view(self) -> TableView:
        """What the person sees now besides the game."""

    @property
    def watching(self) -> bool:
        """Whether the person only watches."""

    def listen(self, heard: TableHeard | None) -> None:
        """Be told of changes; None stops that."""

    def leave(self) -> None:
        """Go away from the table; the seat stays the person's own."""

    async def say(self, text: str, side: str = "") -> None:
        """Write a line of chat, to everybody at the table or to one's own side.

        Raises:
            HallError: the person is muted, writes too fast, or may not write to that side.
        """

    async def signal(self, name: str) -> None:
        """Give one of the ready-made signals; raises as `say` does."""

    def point(self, ref: Ref) -> None:
        """Show something to the others for a moment; too many are dropped."""

    async def undo(self) -> None:
        """Undo the last choice, or ask the others to agree.

        Raises:
            HallError: there is nothing to undo, or something was revealed since.
        """

    async def vote(self, number: int, agree: bool) -> None:
        """Answer a vote.

        Raises:
            HallError: it is over.
        """

    async def propose(self, kind: VoteKind, about: str = "") -> None:
        """Ask the others to agree on something.

        Raises:
            HallError: it makes no sense here.
        """

    async def pause(self, paused: bool) -> None:
        """Pause the table, or go on."""

    async def resign(self) -> None:
        """Give the seat up for good; it becomes empty.

        Raises:
            HallError: the person holds none.
        """


class Hall(Protocol):
    """The hall for one person."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""

    @property
    def view(self) -> HallView:
        """What the person sees now."""

    @property
    def settings(self) -> Settings:
        """The person's settings."""

    def listen(self, heard: HallHeard | None) -> None:
        """Be told of changes; None stops that."""

    def leave(self) -> None:
        """Go away; tables and seats stay as they are."""

    async def scenarios(self) -> tuple[Found, ...]:
        """Every scenario of this server, without reading its rules."""

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""

    async def make(self, order: TableOrder) -> str:
        """Make a table, take its first seat, and return its code.

        Raises:
            HallError: it cannot be played with these settings, or the person has too many tables.
        """

    async def join(self, code: str, seat: int | None = None) -> TableSeat | None:
        """Go to a table: to one's own seat, or take a free one.

        The game begins when all seats are taken; None as long as some are free.

        Raises:
            HallError: there is no such table, no free seat, or the person may not join.
        """

    async def watch(self, code: str) -> TableSeat:
        """Watch a table.

        Raises:
            HallError: there is no such table, or it may not be watched.
        """

    async def invite(self, code: str, person: str) -> None:
        """Invite a person to a table.

        Raises:
            HallError: there is no such person or table, or the inviter holds no seat.
        """

    async def replay(self, code: str) -> Showing:
        """Replay a finished game.

        Raises:
            HallError: the game is not over, or the person did not play it.
        """

    async def say(self, text: str) -> None:
        """Write a line of chat to the hall.

        Raises:
            HallError: the person is muted or writes too fast.
        """

    async def block(self, person: str, blocked: bool) -> None:
        """See no more chat, pointing and invitations of a person, or see them again."""

    async def profile(self) -> Profile:
        """What the server keeps about the person."""

    async def key_code(self) -> str:
        """A one-time code that adds another key to the person.

        Raises:
            HallError: the person is a guest.
        """

    async def remove_key(self, fingerprint: str) -> None:
        """Remove a key from the person.

        Raises:
            HallError: it is the only one, or not theirs.
        """

    async def keep(self, settings: Settings) -> None:
        """Save the person's settings.

        Raises:
            HallError: they could not be saved.
        """
