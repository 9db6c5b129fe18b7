"""The protocol between a recorded game and its viewer, and how the viewer builds views from changes."""

from dataclasses import dataclass
from typing import Protocol

from lazaretto.host.records.rerun_record import Difference
from lazaretto.host.table.win_chance_over_game import Chances
from lazaretto.host.wire.allowed_calls import Cost, costs
from lazaretto.host.wire.bounds import Place, SeatNumber
from lazaretto.rules import Chapter, Outcome, View
from lazaretto.rules.link.read_coastlines import Coast
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.diff_views import BaseIndex, ViewChange, applied


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


@dataclass(frozen=True, slots=True)
class Shown:
    """What a viewer sees after the given number of choices."""

    at: int
    turn: int
    choice: ReplayChoice | None
    view: View
    before: View | None
    """What the same seat saw before the last choice."""
    outcome: Outcome | None


class ReplayClient:
    """A replay and the views made from it."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._bases: dict[int | None, BaseIndex] = {}

    @property
    def info(self) -> ReplayInfo:
        """The facts about the replay."""
        return self._replay.info

    async def shown(self, at: int, seat: int | None = None) -> Shown:
        """What a seat saw after the given number of choices; see `Replay.frame`."""
        index = await self._base(seat)
        frame = await self._replay.frame(at, seat)
        before = None if frame.before is None else applied(index, index.blank, frame.before)
        view = applied(index, before or index.blank, frame.change)
        return Shown(frame.at, frame.turn, frame.choice, view, before, frame.outcome)

    async def public(self, first: int, last: int) -> list[View]:
        """The public view after each of these choices."""
        index = await self._base(None)
        views, view = [], index.blank
        for change in await self._replay.public(first, last):
            view = applied(index, view, change)
            views.append(view)
        return views

    async def _base(self, seat: int | None) -> BaseIndex:
        if seat not in self._bases:
            self._bases[seat] = BaseIndex(await self._replay.base(seat))
        return self._bases[seat]
