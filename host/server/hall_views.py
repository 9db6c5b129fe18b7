"""What a person sees of the hall of a server, and what they say to it: plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Annotated

from lazaretto.host.wire.bounds import Bots, Code, Number, Options, ScenarioPath, SeatNumber, Seed, Switches
from lazaretto.rules import Ref

Hours = Annotated[int, Number(0, 24 * 366)]
"""The time limit of a turn over days, in hours; 0 for none."""


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
    """Whether every list shows it; otherwise only who is invited sees it, and who has the code may join."""
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
    hours: Hours = 0
    """The time limit of a turn over days; 0 for none."""
    late: LateRule = LateRule.WAIT
    free_undo: bool = False
    """Whether anybody may undo anybody's choice without being asked."""
    ends: datetime | None = None
    """When the time of those whom the table waits for is over; None if there is no limit, or a pause."""
    chat: tuple[ChatLine, ...] = ()
    """At a table where the person waits for the game to begin: the latest lines of those who wait."""
    game: int = 0
    """The number of the game in its campaign; 0 for one that goes on from no other."""
    hints: bool = True
    """Whether people may ask what a bot would do."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """The settings of a new table."""

    folder: ScenarioPath
    seats: Bots
    """For each seat: empty for a person, or the name of a bot."""
    options: Options = field(default_factory=dict)
    switches: Switches = frozenset()
    seed: Seed | None = None
    """None draws one."""
    public: bool = True
    pace: Pace = Pace.LIVE
    hours: Hours = 0
    """The time limit of a turn over days; 0 for none."""
    late: LateRule = LateRule.WAIT
    free_undo: bool = False
    """Whether anybody may undo anybody's choice without being asked."""
    hints: bool = True
    """Whether people may ask what a bot would do."""
    mine: SeatNumber = 0
    """The seat of who makes the table."""
    follows: Code = ""
    """The code of a finished table whose campaign goes on; empty for a game that goes on from no other."""


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
    """The name of the server for an `ssh` command; empty if it is not known."""
    port: int = 22
    announced_at: datetime | None = None
    """When the operator announced it."""


class VoteKind(Enum):
    """What people at a table agree on."""

    UNDO = "undo"
    TAKE_OVER = "take_over"
    """Somebody else or a bot takes an empty or abandoned seat."""
    KICK = "kick"
    CLOSE = "close"
    WATCH = "watch"
    """Somebody who watches wants to see what the owner of a seat sees."""


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
    sees: int | None = None
    """The seat that this person, who watches, may look at with its owner's leave."""
    shows: int | None = None
    """The seat that this place looks at; None for what everybody may see."""
    shown_to: tuple[str, ...] = ()
    """Who may look at a seat of this person."""


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
    points: int | None = None
    """The points of the first of the person's seats; None if the game counts none."""
    rank: int | None = None


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
