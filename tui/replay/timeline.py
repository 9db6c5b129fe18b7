"""A record as something to wind: what is seen after each choice, where the turns begin, where most happens.

It is slow work, done in a thread by whoever shows it, one piece at a time. Before a game is over it gives
nothing but what everybody at the table could see, and what was chosen is told by the log alone.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from host import Difference, Playback
from rules import Outcome, Ref, View
from tui.messages import common
from tui.phrases import title
from tui.table.view_diff import changed, numbers

MOST_MOMENTS = 20
TRACK_WEIGHT = 3
"""A marker that moves weighs as much as so many places on which something changes."""
STEP = ">"
"""Between the steps of one choice in a record."""


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
    """A record, wound through once to know its turns and its end."""

    def __init__(self, playback: Playback) -> None:
        self._playback = playback
        self.players = playback.record.players
        self.length = playback.length
        """Choices in the record."""
        turns = [playback.turn]
        while playback.go(len(turns)) == len(turns):
            turns.append(playback.turn)
        self.turns = tuple(turns)
        """How many turns had begun after so many choices."""
        self.end = len(turns) - 1
        """How far the rules follow the record."""
        self.over = playback.outcome is not None
        self.difference: Difference | None = playback.difference
        self.changed = playback.changed

    def frame(self, number: int, seat: int | None = None) -> Frame:
        """What is seen after so many choices, by everybody or, once the game is over, by one seat.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """
        at = max(0, min(number, self.end))
        eyes = seat if self.over else None
        playback = self._playback
        before, words = None, ""
        if at:
            playback.go(at - 1)
            before = playback.view(eyes)
            words = self._words(at)
        playback.go(at)
        view = playback.view(eyes)
        player = playback.choice[0] if playback.choice is not None else ""
        fresh = changed(before, view)
        return Frame(at, playback.turn, player, words, view, before, fresh, playback.outcome)

    def _words(self, at: int) -> str:
        """The choice that is about to be made, as its seat read it."""
        if not self.over:
            return ""
        seat, key = self._playback.record.choices[at - 1]
        first, *rest = (part.strip() for part in key.split(STEP))
        view = self._playback.view(seat)
        options = view.decision.options if view.decision is not None else ()
        label = {each.key: each.label for each in options}.get(first, title(first))
        names = {each.key: each.label for things in view.things.values() for each in things}
        steps = [", ".join(names.get(each, each) for each in step.split(", ")) for step in rest]
        return f"{label}: {', '.join(steps)}" if steps else label

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

    def weigh(self, first: int, last: int) -> list[Weighed]:
        """How much each of some choices changed for everybody to see.

        Raises:
            RuleError: a rule goes wrong where somebody looks.
        """
        self._playback.go(first - 1)
        before = self._playback.view()
        found = []
        for at in range(first, last + 1):
            self._playback.go(at)
            now = self._playback.view()
            places = len(changed(before, now))
            words: list[str] = [common.PLACES(number=places)] if places else []
            words += numbers(before, now)
            told = " ".join(line.text for line in now.log[len(before.log) :])
            found.append(Weighed(at, places + _moved(before, now), ", ".join(words), told))
            before = now
        return found


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
