"""The store protocol: what a server keeps, and why it refuses, whatever database keeps it.

The methods wait for the disk; the hall calls them from one thread of its own. A call is one transaction: when
it returns, what it wrote survives a crash of the server and of the machine. When it raises, nothing has
changed. Every method may raise a `ServerStoreError` if the database refuses.

The history of a table only grows; an undo is a row too. A row is inserted only if the number before it is the
last one, so if two processes write to a table, the database refuses one of them (`StaleError`).
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.store_rows import (
    Ban,
    BanKind,
    ChatLine,
    ChoiceRow,
    ClockRow,
    CodeMaker,
    Key,
    NewKey,
    Person,
    ResultRow,
    SeatRow,
    Statistic,
    TableRow,
    TableState,
)


class Clocks(Protocol):
    """Since when each table waits, and which ones are paused: both outlive the process."""

    def get(self, table: str) -> ClockRow:
        """The clock of a table; one that has not begun if there is none."""

    def set(self, table: str, row: ClockRow) -> None:
        """Replace the clock of a table.

        Raises:
            MissingRowError: there is no such table or person.
            InvalidError: somebody paused the table at no time, or nobody did at some time.
        """


class People(Protocol):
    """Who plays here. Names are unique as people read them: case and ways to write a letter do not count."""

    def add(self, name: str, key: NewKey | None = None) -> Person:
        """Add a person, with the first key; without one, a guest.

        Raises:
            InvalidError: nobody can have this name.
            TakenError: somebody has the name or the key.
        """

    def get(self, person: int) -> Person:
        """The person with an id, also a deleted one.

        Raises:
            MissingRowError: there is none.
        """

    def by_key(self, fingerprint: str) -> Person | None:
        """The person who logs in with a key."""

    def by_name(self, name: str) -> Person | None:
        """The person with a name, however it is written."""

    def all(self) -> tuple[Person, ...]:
        """Everybody but the deleted, in the order of their names."""

    def rename(self, person: int, name: str) -> Person:
        """Give a person another name.

        Raises:
            MissingRowError: there is no such person, or they are deleted.
            InvalidError: nobody can have this name.
            TakenError: somebody else has it.
        """

    def is_gone(self, person: int) -> bool:
        """Whether a person was deleted."""

    def delete(self, person: int) -> None:
        """Delete a person: keys, codes, settings, invitations and what they said are removed.

        Their seats at tables that are open or running become empty. Finished games and results show the
        name of the deleted row; nothing is left of a guest who has none. A game that was begun under their
        name still has it in its settings.

        Raises:
            MissingRowError: there is no such person.
        """


class Keys(Protocol):
    """The public keys that people log in with, and the one-time codes that add one."""

    def add(self, person: int, key: NewKey) -> Key:
        """Add a key to a person.

        Raises:
            MissingRowError: there is no such person.
            TakenError: somebody has the key.
        """

    def of_person(self, person: int) -> tuple[Key, ...]:
        """The keys of a person, oldest first."""

    def remove(self, person: int, fingerprint: str) -> None:
        """Remove a key from a person; a code that the person has made ends, too.

        Raises:
            MissingRowError: it is not a key of this person.
            LastKeyError: it is their only one.
        """

    def owner(self, fingerprint: str) -> int | None:
        """The id of the person who has a key."""

    def make_code(self, person: int, maker: CodeMaker, lifetime: timedelta) -> str:
        """Make a one-time code that adds a key to a person; an earlier code of the same maker ends.

        Raises:
            MissingRowError: there is no such person.
        """

    def redeem_code(self, code: str, key: NewKey) -> Person:
        """Add a key to the person for whom a code was made; the code ends.

        Raises:
            KeyCodeError: the code is wrong, used or expired.
            TakenError: somebody has the key; the code stays valid.
        """


class Bans(Protocol):
    """Keys and addresses that may not connect."""

    def add(self, kind: BanKind, value: str, reason: str) -> Ban:
        """Ban a fingerprint, or an address or network; an earlier ban of the same gets the new reason.

        Raises:
            InvalidError: it is none.
        """

    def remove(self, kind: BanKind, value: str) -> None:
        """Lift a ban.

        Raises:
            MissingRowError: there is none.
        """

    def all(self) -> tuple[Ban, ...]:
        """All bans, oldest first."""

    def matching(self, fingerprint: str, address: str) -> Ban | None:
        """The ban on a connection; an empty text stands for no key or no address."""


class PersonSettings(Protocol):
    """How the screens of a person look and sound."""

    def get(self, person: int) -> str:
        """The settings as JSON; empty if there are none."""

    def set(self, person: int, text: str) -> None:
        """Replace the settings.

        Raises:
            MissingRowError: there is no such person.
        """


class Tables(Protocol):
    """The tables, whether open, running or finished."""

    def make(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Add a table with its seats; its pack is stored before.

        Raises:
            InvalidError: the code does not have the form of a table's code, or two seats have one number.
            MissingRowError: there is no such pack or person.
            TakenError: another table has the code.
        """

    def get(self, code: str) -> TableRow:
        """The table with a code.

        Raises:
            MissingRowError: there is none.
        """

    def all(self, *states: TableState, limit: int | None = None) -> tuple[TableRow, ...]:
        """The tables in some states, or in any, latest first."""

    def of_person(self, person: int, *states: TableState, limit: int | None = None) -> tuple[TableRow, ...]:
        """The tables at which a person has a seat, latest first."""

    def set_order(self, code: str, *, title: str, order: str, pack: str) -> None:
        """Change the settings of a game that has not begun, and fix its texts.

        Raises:
            MissingRowError: there is no such table or pack.
            ClosedTableError: the game has begun or the table is closed.
        """

    def set_state(self, code: str, state: TableState, outcome: str = "") -> None:
        """Change the state of a table.

        Raises:
            MissingRowError: there is no such table.
            ClosedTableError: it is closed; a table that is closed once more keeps its outcome.
        """


class Packs(Protocol):
    """The texts that games are played with, each stored once."""

    def put(self, digest: str, content: bytes) -> None:
        """Store a pack unless it is there.

        Raises:
            TakenError: other texts are stored under this digest.
        """

    def get(self, digest: str) -> bytes:
        """The texts under a digest.

        Raises:
            MissingRowError: there are none.
        """


class Seats(Protocol):
    """Who sits where; a person may have several seats. Who is connected is not stored."""

    def at(self, table: str) -> tuple[SeatRow, ...]:
        """The seats of a table in the order of their numbers; none if there is no such table."""

    def take(self, table: str, number: int, person: int) -> None:
        """Give an empty seat to a person; nothing happens if it is theirs.

        Raises:
            MissingRowError: there is no such seat or person.
            TakenError: somebody else or a bot has it.
        """

    def leave(self, table: str, number: int, person: int) -> None:
        """Empty the seat of a person.

        Raises:
            MissingRowError: the seat is not theirs.
        """

    def change(self, table: str, number: int, *, person: int | None = None, bot: str = "") -> None:
        """Give a seat to a person, to a bot or to nobody, whoever has it.

        Raises:
            MissingRowError: there is no such seat or person.
            InvalidError: both a person and a bot are given.
        """


class Choices(Protocol):
    """The history of each table. Rows are added at its end and never change."""

    def append(self, table: str, expected: int, rows: Sequence[ChoiceRow]) -> int:
        """Add rows after the row with the expected number, 0 for none; return the number of the last one.

        Raises:
            StaleError: the last row has another number: another process wrote to the table.
            MissingRowError: there is no such table.
            ClosedTableError: it is closed.
        """

    def all(self, table: str, after: int = 0) -> tuple[ChoiceRow, ...]:
        """The rows of a table after a number."""

    def last(self, table: str) -> int:
        """The number of the last row of a table; 0 if there is none."""


class Chat(Protocol):
    """What is said in the hall and at tables."""

    def append(
        self,
        table: str | None,
        person: int | None,
        side: str,
        text: str,
        when: datetime,
        keep: int | None = None,
    ) -> int:
        """Add a line and return its number; no table means the hall, no person the server or the operator.

        With `keep`, about so many lines of people on that side stay there, the latest ones.

        Raises:
            MissingRowError: there is no such table or person.
        """

    def lines(self, table: str | None, after: int = 0, limit: int | None = None) -> tuple[ChatLine, ...]:
        """The lines after a number in the order they were said.

        With a limit, the last ones that people said on each side, and the last ones of the server.
        """


class Results(Protocol):
    """The results of finished games."""

    def put(self, row: ResultRow) -> None:
        """Store the result of a table; it replaces an earlier one.

        Raises:
            MissingRowError: there is no such table or person.
        """

    def remove(self, table: str) -> None:
        """Remove the result of a table, for a game that goes on after all."""

    def all(self, person: int | None = None, limit: int | None = None) -> tuple[ResultRow, ...]:
        """The results of a person or of everybody, latest first."""

    def statistics(self, person: int | None = None) -> tuple[Statistic, ...]:
        """Counts for each scenario, and for each value of its options.

        For a person, each game counts as it ended for the first of their seats.
        """


class Invitations(Protocol):
    """Who is invited to which table."""

    def add(self, table: str, person: int) -> None:
        """Invite a person; nothing happens if they are invited.

        Raises:
            MissingRowError: there is no such table or person.
        """

    def remove(self, table: str, person: int) -> None:
        """Withdraw an invitation, if there is one."""

    def at(self, table: str) -> tuple[int, ...]:
        """The people who are invited to a table, in the order they were invited."""

    def of_person(self, person: int) -> tuple[str, ...]:
        """The codes of the tables to which a person is invited, latest first."""


class ServerStore(Protocol):
    """Everything that a server keeps."""

    @property
    def people(self) -> People:
        """Who plays here."""

    @property
    def keys(self) -> Keys:
        """Their public keys."""

    @property
    def bans(self) -> Bans:
        """Who may not connect."""

    @property
    def settings(self) -> PersonSettings:
        """How their screens look and sound."""

    @property
    def tables(self) -> Tables:
        """The tables."""

    @property
    def packs(self) -> Packs:
        """The texts of the tables' games."""

    @property
    def seats(self) -> Seats:
        """Who sits where."""

    @property
    def clocks(self) -> Clocks:
        """Since when each table waits."""

    @property
    def choices(self) -> Choices:
        """The history of each table."""

    @property
    def chat(self) -> Chat:
        """What is said."""

    @property
    def results(self) -> Results:
        """How games ended."""

    @property
    def invitations(self) -> Invitations:
        """Who is invited."""

    def transaction(self) -> AbstractContextManager[None]:
        """Make all calls inside it one transaction: all of them take effect, or none.

        It keeps other writers waiting; do nothing slow inside it.
        """

    def changes(self) -> int:
        """A number that differs from the last one if another process wrote in between."""

    def backup(self, path: Path) -> None:
        """Write a copy of everything to a new file while the store is in use; any thread may call this.

        Raises:
            ServerStoreError: there is a file of this name, or the system refuses.
        """

    def close(self) -> None:
        """Close the database; the store cannot be used any more."""


class ServerStoreError(Exception):
    """The store refuses, or its database does; the message is a sentence for the operator."""

    @property
    def told(self) -> str:
        """The sentence for everybody else."""
        return str(self)


class UnusableError(ServerStoreError):
    """The database refuses; what the operator reads names its file."""

    @property
    def told(self) -> str:
        """The sentence for everybody else."""
        return say.STORE_UNUSABLE()


class BusyError(UnusableError):
    """Another process has been writing for too long."""


class MissingRowError(ServerStoreError):
    """There is no such person, key, table, seat or ban."""


class TakenError(ServerStoreError):
    """Somebody has this name, key, code or seat already."""


class InvalidError(ServerStoreError):
    """A value has a form that the store does not take."""


class KeyCodeError(ServerStoreError):
    """A one-time code is wrong, used or expired; the message does not say which."""


class LastKeyError(ServerStoreError):
    """Without this key the person could not log in any more."""


class ClosedTableError(ServerStoreError):
    """The table is closed, or its game has begun, so this cannot change any more."""


class StaleError(ServerStoreError):
    """The table's history has gone on since: `last` is the number of its last row."""

    def __init__(self, message: str, last: int) -> None:
        super().__init__(message)
        self.last = last
