"""The seam between a recorded game and whoever looks at it again; only plain data crosses it."""

from dataclasses import dataclass
from typing import Protocol

from host.rerun_record import Difference
from rules import Chapter, Outcome
from rules.link.map_outline import Coast
from rules.run.view_change import ViewBase, ViewChange


@dataclass(frozen=True, slots=True)
class ReplayInfo:
    """What is known of a record once it has been played through."""

    players: tuple[str, ...]
    length: int
    """Choices in the record."""
    turns: tuple[int, ...]
    """How many turns had begun after so many choices, as far as the rules follow the record."""
    over: bool
    """Whether the game ends there: only then is anything told that was secret in it."""
    changed: bool
    """Whether the scenario's texts are other than when the record was written."""
    difference: Difference | None
    """The first choice that the rules no longer take."""


@dataclass(frozen=True, slots=True)
class ReplayChoice:
    """A choice of a record as its seat read it; label and steps are empty where they may not be told."""

    player: str
    key: str = ""
    """The first step, as records keep it."""
    label: str = ""
    """What the first step was called; empty if it was not offered by that key."""
    steps: tuple[str, ...] = ()
    """What came after it."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """What is seen after so many choices."""

    at: int
    turn: int
    choice: ReplayChoice | None
    """The last one; None at the beginning."""
    before: ViewChange | None
    """What the same side saw before it, as a change of the blank view; None at the beginning."""
    change: ViewChange
    """What it sees now, as a change of what it saw before, or of the blank view."""
    outcome: Outcome | None


class Replay(Protocol):
    """A recorded game."""

    @property
    def info(self) -> ReplayInfo:
        """What is known of it."""

    async def base(self, seat: int | None) -> ViewBase:
        """What never changes of what a seat sees; None: of what everybody sees."""

    async def frame(self, at: int, seat: int | None) -> ReplayFrame:
        """What a seat saw after so many choices; before the game is over, what everybody saw.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """

    async def public(self, first: int, last: int) -> tuple[ViewChange, ...]:
        """What everybody saw after each of these choices: a change of the blank view, then of one another.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """


@dataclass(frozen=True, slots=True)
class ShowingInfo:
    """What is the same all through a record."""

    title: str
    name: str
    """What the record is called."""
    coast: Coast
    rulebook: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Showing:
    """What somebody gets who looks at a record."""

    info: ShowingInfo
    replay: Replay
