"""A record as something to wind: what is seen after each choice, where the turns begin, where most happens.

Before a game is over it gives nothing but what everybody at the table could see, and what was chosen is told
by the log alone.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from host import Difference
from host.replay_protocol import ReplayChoice
from host.replay_view_assembly import ReplayClient
from rules import Outcome, Ref, View
from tui.messages import common
from tui.shared_texts import title
from tui.table.view_diff import changed, numbers

MOST_MOMENTS = 20
TRACK_WEIGHT = 3
"""A marker that moves weighs as much as so many places on which something changes."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is shown after so many choices."""

    at: int
    turn: int
    player: str
    """Who chose last; empty before the first choice."""
    choice: str
    """What was chosen, in words; empty where it may not be told."""
    view: View
    before: View | None
    """The same side before that choice."""
    fresh: frozenset[Ref]
    """What that choice changed on the board."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Weighed:
    """How much a choice changed, and what."""

    at: int
    weight: int
    words: str
    told: str
    """What the log said of it."""


class Reel:
    """A record that can be wound: its turns, its end, and what is seen on the way."""

    def __init__(self, replay: ReplayClient) -> None:
        self._replay = replay
        info = replay.info
        self.players = info.players
        self.length = info.length
        """Choices in the record."""
        self.turns = info.turns
        """How many turns had begun after so many choices."""
        self.end = len(info.turns) - 1
        """How far the rules follow the record."""
        self.over = info.over
        self.difference: Difference | None = info.difference
        self.changed = info.changed

    async def frame(self, number: int, seat: int | None = None) -> Frame:
        """What is seen after so many choices, by everybody or, once the game is over, by one seat.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """
        shown = await self._replay.shown(max(0, min(number, self.end)), seat)
        choice = shown.choice
        return Frame(
            shown.at,
            shown.turn,
            choice.player if choice is not None else "",
            _words(choice) if choice is not None else "",
            shown.view,
            shown.before,
            changed(shown.before, shown.view),
            shown.outcome,
        )

    # --- turns ---------------------------------------------------------------------------------

    def start_of(self, turn: int) -> int:
        """The choices that had been made when a turn began; the end if it never did."""
        return min(bisect_left(self.turns, turn), self.end)

    def turn_from(self, at: int, step: int) -> int:
        """The beginning of the next turn, of this one, or of the one before."""
        turn = self.turns[at]
        if step > 0:
            return self.start_of(turn + 1)
        start = self.start_of(turn)
        return start if start < at else self.start_of(turn - 1)

    # --- moments -------------------------------------------------------------------------------

    async def weigh(self, first: int, last: int) -> list[Weighed]:
        """How much each of some choices changed for everybody to see.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """
        before, *views = await self._replay.public(first - 1, last)
        found = []
        for at, now in enumerate(views, first):
            places = len(changed(before, now))
            words: list[str] = [common.PLACES(number=places)] if places else []
            words += numbers(before, now)
            told = " ".join(line.text for line in now.log[len(before.log) :])
            found.append(Weighed(at, places + _moved(before, now), ", ".join(words), told))
            before = now
        return found


def _words(choice: ReplayChoice) -> str:
    """A choice as its seat read it; empty where it may not be told."""
    label = choice.label or title(choice.key)
    return f"{label}: {', '.join(choice.steps)}" if choice.steps else label


def _moved(before: View, now: View) -> int:
    tracks = zip(before.tracks, now.tracks, strict=True)
    supplies = zip(before.supplies, now.supplies, strict=True)
    return TRACK_WEIGHT * sum(abs(one.position - other.position) for one, other in tracks) + sum(
        abs(one.left - other.left) for one, other in supplies
    )


def moments(weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """The choices that stand out, in their order."""
    if len(weighed) < 2:
        return ()
    weights = [each.weight for each in weighed]
    least = max(1, fmean(weights) + pstdev(weights))
    found = sorted((each for each in weighed if each.weight >= least), key=lambda each: -each.weight)
    return tuple(sorted(found[:MOST_MOMENTS], key=lambda each: each.at))
