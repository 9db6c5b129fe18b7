"""The rows of a server's store: plain data about people, tables, choices, chat and results.

All times have a time zone; a store gives them back in UTC.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

OWN_CODE = timedelta(minutes=10)
"""How long a code works that a person makes for another key of their own."""
OPERATOR_CODE = timedelta(days=1)
"""How long a code works that the operator makes for a person who lost a key."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    id: int
    """Never used again for anybody else."""
    name: str
    since: datetime
    guest: bool
    """Whether no key is stored, so that nobody can come back as this person."""
    deleted: bool = False
    """Whether only this row is left, under a name that nobody can choose: `#` and the id."""


@dataclass(frozen=True, slots=True)
class NewKey:
    """A public key to be stored."""

    fingerprint: str
    """`SHA256:` and the digest, as OpenSSH shows it."""
    text: str
    """The public key as a line of `authorized_keys`."""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A public key that a person logs in with."""

    fingerprint: str
    person: int
    text: str
    label: str
    since: datetime


class CodeMaker(StrEnum):
    """Who made a one-time code."""

    PERSON = "person"
    OPERATOR = "operator"


class BanKind(StrEnum):
    """What a ban excludes."""

    KEY = "key"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Ban:
    """A key or an address that may not connect."""

    kind: BanKind
    value: str
    """A fingerprint, or an address or network in its normal form, such as `192.0.2.0/24`."""
    reason: str
    since: datetime


class TableState(StrEnum):
    """How far a table is."""

    OPEN = "open"
    """People take seats; the game has not begun."""
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"
    """Given up or closed by the operator. No table leaves this state."""


class Entry(StrEnum):
    """Who may take a seat at a table."""

    OPEN = "open"
    INVITATION = "invitation"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its seats and choices."""

    code: str
    scenario: str
    title: str
    order: str
    """The settings of the game as JSON."""
    pack: str
    """The digest of the texts it is played with; empty until they are fixed."""
    made_at: datetime
    made_by: int | None
    """The id of a person; None if nobody of this server made it."""
    state: TableState = TableState.OPEN
    pace: str = "live"
    entry: Entry = Entry.OPEN
    outcome: str = ""
    """Why the game ended, or why the table was closed."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. A seat is empty if it has neither a person nor a bot."""

    number: int
    person: int | None = None
    bot: str = ""
    name: str = ""
    """The name of the person at the moment of reading; ignored in what is written."""

    @property
    def empty(self) -> bool:
        """Whether nobody plays this seat."""
        return self.person is None and not self.bot


class ChoiceKind(StrEnum):
    """What a row of a table's history does."""

    CHOICE = "choice"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One row of a table's history, which only grows. Its number is its place, counted from 1."""

    kind: ChoiceKind
    seat: int
    """The seat that chose or took back."""
    key: str = ""
    """The key of the chosen option; empty for an undo."""
    back_to: int = 0
    """For an undo: how many choices are left."""


def choices_left(rows: Iterable[ChoiceRow]) -> tuple[ChoiceRow, ...]:
    """The choices of a history that no later row took back."""
    left: list[ChoiceRow] = []
    for row in rows:
        if row.kind is ChoiceKind.UNDO:
            del left[row.back_to :]
        else:
            left.append(row)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said in the hall or at a table."""

    number: int
    """Grows with every line, here and elsewhere."""
    table: str | None
    """The code of a table; None for the hall."""
    person: int | None
    """Who said it; None for an announcement of the operator."""
    name: str
    """The name of the person at the moment of reading; empty for an announcement."""
    side: str
    """The side that may read it; empty for everybody."""
    text: str
    when: datetime


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The time of a table: since when it waits for the same people, and whether it is paused."""

    turn_began: datetime | None = None
    """None as long as the game has not begun."""
    paused_by: int | None = None
    """The id of who paused the table; None if it is not paused."""
    paused_at: datetime | None = None
    name: str = ""
    """The name of who paused it at the moment of reading; ignored in what is written."""


class Ending(StrEnum):
    """How a game ended for a seat or for the table."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """How a game ended for one seat."""

    seat: int
    person: int | None
    bot: str
    ending: Ending
    name: str = ""
    """The name of the person at the moment of reading; ignored in what is written."""
    points: int | None = None
    """None if the game counts no points."""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a finished game."""

    table: str
    scenario: str
    options: Mapping[str, str]
    ending: Ending
    reason: str
    turns: int
    when: datetime
    players: tuple[ResultPlayer, ...]


@dataclass(frozen=True, slots=True)
class Statistic:
    """How often a game was won: in all, or with one value of one option."""

    scenario: str
    option: str
    """Empty for all games of the scenario."""
    value: str
    won: int
    lost: int
    drawn: int

    @property
    def played(self) -> int:
        """The number of finished games."""
        return self.won + self.lost + self.drawn
