"""The seam between a table and whoever sits at it.

An app holds seats and nothing else: what the seat sees, what happened, what it may choose, choose. Whether
the table stands in the same process or at the other end of a line, the seat is the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from host.actions_on import Way
from host.game_stats import Course
from host.record_player import Playback
from rules import Chapter, LogLine, Outcome, Ref, View
from rules.link.map_outline import Coast


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened: the line that told it, and what the seat saw right after it."""

    line: LogLine
    view: View


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees of its table."""

    view: View
    before: View | None
    """What it saw when it last chose; None before its first choice."""
    secret: bool
    """Whether it sees something that not everybody may see."""
    inside: bool
    """Whether what is asked is a further step of something that has been begun."""
    outcome: Outcome | None
    turn: int
    choices: int
    """How many choices have been made; a choice of several steps counts once."""


Heard = Callable[[Sequence[Moment]], None]
"""Told after every change at the table: what happened, as the seat may know it."""


class Seat(Protocol):
    """One seat at a table."""

    @property
    def number(self) -> int:
        """Which of the seats of the game it is."""

    @property
    def name(self) -> str:
        """Who sits there."""

    def look(self) -> Sight:
        """What the seat sees now."""

    def notices(self) -> tuple[str, ...]:
        """What should be said about the record, each once."""

    def listen(self, heard: Heard | None, each: bool = True) -> None:
        """Be told of every change, one listener a seat; None: no more.

        With `each` all that happened is told, thing by thing; without, only the last of it, which is quicker.
        """

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

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing, now that it is asked what to do."""

    async def course(self) -> Course:
        """How the game went so far, as everybody may know it; what was chosen is told once it is over.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """

    async def playback(self) -> Playback:
        """The whole game, to be looked at again from every side.

        Raises:
            ChoiceError: it is not over, and there may be secrets in it.
        """


@dataclass(frozen=True, slots=True)
class Sitting:
    """What somebody gets who sits down at a table: their seats, and what is the same for everybody."""

    title: str
    name: str
    """What the record is called."""
    seats: tuple[Seat, ...]
    """The seats at this keyboard, at least one."""
    coast: Coast
    rulebook: tuple[Chapter, ...]
    notices: tuple[str, ...] = ()
    """What should be said at the beginning: about the file, or about rules that have changed."""

    def hush(self) -> None:
        """Whoever listened at one of the seats hears no more of the table."""
        for seat in self.seats:
            seat.listen(None)
