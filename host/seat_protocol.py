"""The seam between a table and whoever sits at it.

Only plain data crosses it: everything that a seat is given or gives back can be written as JSON. Whether the
table is in the same process or at the other end of a line, the seat is the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from host.actions_on import Way
from host.game_stats import Course
from host.preview_next_question import Ahead
from host.replay_protocol import Replay
from rules import Chapter, Outcome, Ref
from rules.link.map_outline import Coast
from rules.run.view_change import ViewBase, ViewChange


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened: what the seat saw change, and how many lines it added to the log."""

    change: ViewChange
    lines: int


@dataclass(frozen=True, slots=True)
class SeatUpdate:
    """How a seat sees its table now; changes follow on what it was told before, in this order."""

    happenings: tuple[Happening, ...]
    change: ViewChange
    secret: bool
    """Whether it sees something that not everybody may see."""
    inside: bool
    """Whether the question is a further step of something that has been begun."""
    outcome: Outcome | None
    turn: int
    choices: int
    """How many choices have been made; a choice of several steps counts once."""
    notices: tuple[str, ...] = ()
    """What this seat should hear about the record and has not heard yet."""


@dataclass(frozen=True, slots=True)
class SeatStart:
    """What a seat is told when somebody takes it; the change is one of the blank view."""

    base: ViewBase
    now: SeatUpdate


Told = Callable[[SeatUpdate], None]
"""Called on the event loop after every change at the table."""


class Seat(Protocol):
    """One seat at a table."""

    @property
    def number(self) -> int:
        """Which of the seats of the game it is."""

    @property
    def name(self) -> str:
        """Who sits there."""

    async def join(self, told: Told) -> SeatStart:
        """Take the seat: how things stand, and from now on what changes. Who had it before hears no more.

        What a command changes is told before the command returns.
        """

    def leave(self) -> None:
        """Hear no more of the table."""

    def follow(self, each: bool) -> None:
        """Choose whether updates tell each thing that happens, or only how things stand afterwards."""

    async def choose(self, key: str) -> None:
        """Choose, for this seat.

        Raises:
            ChoiceError: it is not open; nothing has changed.
            RuleError: a rule went wrong; nothing has changed.
            StoreError: the game went on, but could not be written down.
        """

    async def back(self) -> None:
        """Take one step of an unfinished choice back.

        Raises:
            ChoiceError: there is none, or it cannot be taken back.
            StoreError: as in `choose`.
        """

    async def undo(self) -> None:
        """Take the last choice of a person back.

        Raises:
            ChoiceError: something was revealed or left to chance since, or there is nothing to undo.
            StoreError: as in `choose`.
        """

    async def save(self) -> None:
        """Write the record as it stands, if an earlier attempt failed.

        Raises:
            StoreError: it could not be written.
        """

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing, now that it is asked what to do."""

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """What this seat would be asked after some steps, as far as nothing is revealed by them.

        Raises:
            ChoiceError: a step is not open.
            RuleError: a rule goes wrong.
        """

    async def course(self) -> Course:
        """How the game went so far, as everybody may know it; what was chosen is told once it is over.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """

    async def replay(self) -> Replay:
        """The whole game, to be looked at again from every side.

        Raises:
            ChoiceError: it is not over, and there may be secrets in it.
            RuleError: a rule goes wrong where somebody looks.
        """


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What is the same for everybody at a table."""

    title: str
    name: str
    """What the record is called."""
    place: str
    """Where the record is kept, for people to read; empty where they need not know."""
    coast: Coast
    rulebook: tuple[Chapter, ...]
    notices: tuple[str, ...] = ()
    """What should be said at the beginning: about the file, or about rules that have changed."""
    resumed: int = 0
    """Choices that had been made when the game was taken up again."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with the seats that somebody may take, at least one."""

    info: TableInfo
    seats: tuple[Seat, ...]
