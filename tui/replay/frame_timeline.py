"""A record as a timeline: the view after each choice, the turns, the highlights, and the frame shown.

Until a game is over, it shows only what everybody at the table could see, and only the log tells what was
chosen.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, pstdev

from lazaretto.host import Difference
from lazaretto.host.records.replay_protocol import ReplayChoice, ReplayClient
from lazaretto.rules import Outcome, Ref, View
from lazaretto.tui.board import Marked
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.messages import common, replay as say
from lazaretto.tui.shared_texts import further_steps, title
from lazaretto.tui.table.answers.name_typing import meant
from lazaretto.tui.table.view_diff import changed, numbers

MOST_MOMENTS = 20
TRACK_WEIGHT = 3
"""Moving a track marker by a space weighs as much as changes on this many places."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What the replay shows after a number of choices."""

    at: int
    turn: int
    player: str
    """The player who chose last; empty before the first choice."""
    choice: str
    """The choice in words; empty if it is secret."""
    view: View
    before: View | None
    """The view of the same seat before that choice."""
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
    """The log lines of the choice."""


class Reel:
    """A record that can be shown at any position, with its turns and its end."""

    def __init__(self, replay: ReplayClient) -> None:
        self._replay = replay
        info = replay.info
        self.players = info.players
        self.length = info.length
        """The number of choices in the record."""
        self.turns = info.turns
        """The number of turns begun, after each number of choices."""
        self.end = len(info.turns) - 1
        """The last position up to which the rules can follow the record."""
        self.over = info.over
        self.difference: Difference | None = info.difference
        self.changed = info.changed

    async def frame(self, number: int, seat: int | None = None) -> Frame:
        """The frame after `number` choices, of the public view or, once the game is over, of a seat.

        Raises:
            RuleError: a rule fails while the view is computed.
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
        """The number of choices made before a turn began; the end if the turn never began."""
        return min(bisect_left(self.turns, turn), self.end)

    def turn_from(self, at: int, step: int) -> int:
        """The beginning of the next turn, of this turn, or of the previous turn."""
        turn = self.turns[at]
        if step > 0:
            return self.start_of(turn + 1)
        start = self.start_of(turn)
        return start if start < at else self.start_of(turn - 1)

    # --- highlights ----------------------------------------------------------------------------

    async def weigh(self, first: int, last: int) -> list[Weighed]:
        """How much each choice from `first` to `last` changed in the public view.

        Raises:
            RuleError: a rule fails while a view is computed.
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
    """The label of a choice as its player saw it; empty if it is secret."""
    label = choice.label or title(choice.key)
    steps = further_steps(label, choice.steps)
    return f"{label}: {', '.join(steps)}" if steps else label


def _moved(before: View, now: View) -> int:
    tracks = zip(before.tracks, now.tracks, strict=True)
    supplies = zip(before.supplies, now.supplies, strict=True)
    return TRACK_WEIGHT * sum(abs(one.position - other.position) for one, other in tracks) + sum(
        abs(one.left - other.left) for one, other in supplies
    )


def moments(weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """The highlights: the choices that changed the most, in the order of the game."""
    if len(weighed) < 2:
        return ()
    weights = [each.weight for each in weighed]
    least = max(1, fmean(weights) + pstdev(weights))
    found = sorted((each for each in weighed if each.weight >= least), key=lambda each: -each.weight)
    return tuple(sorted(found[:MOST_MOMENTS], key=lambda each: each.at))


SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LONGEST = 40
"""The maximum length of a typed text."""


@dataclass(slots=True)
class Stage:
    """A frame of a record, and the state of the screen around it."""

    reel: Reel
    frame: Frame
    cursor: Ref | None = None
    seat: int | None = None
    """The seat whose view is shown; None: the public view."""
    speed: int = SPEEDS.index(1.0)
    playing: bool = False
    around: bool = False
    """Whether the arrow keys move on the board instead of in time."""
    moments: tuple[Weighed, ...] = ()
    asking: str = ""
    """What the player types a text for: `jump`, `find`, or empty."""
    typed: str = ""
    said: str = ""
    warning: bool = False
    keymap: Keymap = field(default_factory=default_keymap)

    @property
    def view(self) -> View:
        """The view to show."""
        return self.frame.view

    @property
    def before(self) -> View | None:
        """The view before the last choice."""
        return self.frame.before

    @property
    def since(self) -> str:
        """The heading above the new lines in the log."""
        return say.THIS_CHOICE()

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.frame.turn

    @property
    def marked(self) -> Marked:
        """The cursor, and what the last choice changed."""
        return Marked(self.cursor, changed=self.frame.fresh)

    @property
    def eyes(self) -> str:
        """Whose view is shown, in words."""
        if self.seat is None:
            return say.AS_EVERYBODY()
        return say.AS_PLAYER(player=self.reel.players[self.seat])

    def say(self, words: str, warning: bool = False) -> None:
        """Show a sentence until the next key."""
        self.said, self.warning = words, warning

    # --- typing --------------------------------------------------------------------------------

    def ask(self, what: str) -> None:
        """Start to type a position to `jump` to or a name to `find`."""
        self.asking, self.typed = what, ""

    def type(self, key: str, character: str | None, names: Sequence[tuple[Ref, str, str]]) -> int | None:
        """Handle a key while the player types; return the position to go to, once it is clear."""
        self.say("")
        goal = None
        match self.keymap.action("typing", key):
            case "typing.stop":
                self.asking = ""
            case "typing.done":
                goal = self._jump() if self.asking == "jump" else None
                self.asking = self.asking if self.said else ""
            case "typing.erase":
                self.typed = self.typed[:-1]
            case _ if character is not None and character.isprintable() and len(self.typed) < LONGEST:
                self.typed += character
        if self.asking == "find" and self.typed:
            ref = meant(names, self.typed)
            self.cursor = ref or self.cursor
            self.say("" if ref is not None else say.NO_PLACE())
        return goal

    def _jump(self) -> int | None:
        """The typed position: the number of a choice, or `t` and the number of a turn."""
        wanted = self.typed.strip().casefold()
        number = wanted.removeprefix("turn").removeprefix("t").strip()
        if not wanted:
            return None
        if not number.isdecimal() or len(number) > 9:
            self.say(say.NO_NUMBER())
            return None
        return int(number) if wanted == number else self.reel.start_of(int(number))
