"""The protocol between a recorded game and its viewer; only plain data passes through it."""

from dataclasses import dataclass
from typing import Protocol

from lazaretto.host.bounds import Place, SeatNumber
from lazaretto.host.client_calls import Cost, costs
from lazaretto.host.rerun_record import Difference
from lazaretto.host.win_chances import Chances
from lazaretto.rules import Chapter, Outcome
from lazaretto.rules.link.map_outline import Coast
from lazaretto.rules.run.view_base import ViewBase
from lazaretto.rules.run.view_change import ViewChange


@dataclass(frozen=True, slots=True)
class ReplayInfo:
    """The facts about a record that has been played to its end."""

    players: tuple[str, ...]
    length: int
    """Choices in the record."""
    turns: tuple[int, ...]
    """For each number of choices the turns begun, as far as the rules accept the record."""
    over: bool
    """Whether the game is over: only then are its secrets shown."""
    changed: bool
    """Whether the scenario has changed since the record was written."""
    difference: Difference | None
    """The first choice that the rules no longer accept."""


@dataclass(frozen=True, slots=True)
class ReplayChoice:
    """A choice of a record as its seat saw it; label and steps are empty if they are secret."""

    player: str
    key: str = ""
    """The key of the first step."""
    label: str = ""
    """The label of the first step; empty if no option had that key."""
    steps: tuple[str, ...] = ()
    """The labels of the further steps."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """What a viewer sees after the given number of choices."""

    at: int
    turn: int
    choice: ReplayChoice | None
    """The last choice; None at the start."""
    before: ViewChange | None
    """What the same seat saw before it, as a change of the blank view; None at the start."""
    change: ViewChange
    """What it sees now, as a change of `before`, or of the blank view."""
    outcome: Outcome | None


class Replay(Protocol):
    """A recorded game."""

    @property
    def info(self) -> ReplayInfo:
        """The facts about it."""

    @costs(Cost.LOAD)
    async def base(self, seat: SeatNumber | None) -> ViewBase:
        """The constant part of what a seat sees; None stands for the public view.

        Raises:
            RuleError: there is no such seat.
        """

    @costs(Cost.LOOK)
    async def frame(self, at: Place, seat: SeatNumber | None) -> ReplayFrame:
        """What a seat saw after the given number of choices; the public view if the game is not over.

        Raises:
            RuleError: a rule fails while a view is made.
        """

    @costs(Cost.LOOK)
    async def public(self, first: Place, last: Place) -> tuple[ViewChange, ...]:
        """The public view after each of these choices: a change of the blank view, then of the one before.

        Raises:
            RuleError: a rule fails while a view is made.
        """

    @costs(Cost.LOOK)
    async def chances(self) -> Chances:
        """Go on for a short time with estimating the chance to win, and say what is known so far.

        There is no estimate of a game that is not over, nor where nobody estimates: it is done at once.

        Raises:
            RuleError: a rule fails.
        """

    @costs(Cost.FREE)
    def leave(self) -> None:
        """Look at it no more, so that it can be forgotten."""


@dataclass(frozen=True, slots=True)
class ShowingInfo:
    """The facts that stay the same throughout a record."""

    title: str
    name: str
    """The name of the record."""
    coast: Coast
    rulebook: tuple[Chapter, ...]
    place: str = ""
    """Where the record is saved; empty if it is in no file of this machine."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A record that is open for viewing."""

    info: ShowingInfo
    replay: Replay
