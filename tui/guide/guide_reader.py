"""Where a player is in a guide: the step shown, the answer wanted, and whether the player plays freely.

What the texts of a guide name in braces becomes the player's own keys, or the words to type in line mode.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from lazaretto.rules.guides.guide import ASIDES, Guide, GuidedAnswer, GuideProgress, GuideStep
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.tui.keys.keymap import Keymap


@dataclass(slots=True)
class GuideReader:
    """One player's place in a guide.

    The table says how many of the guide's answers were given. Which of the steps without answers the player
    has read is known only here.
    """

    guide: Guide
    page: int = 0
    """The number of the step shown; the number of steps if the player has read all of them."""
    now: GuideProgress | None = None
    warned: tuple[int, str] | None = None
    """The answer that the player was warned about: the same answer again leaves the guide."""
    passing: bool = False
    """Whether the game asks if somebody acts at a moment that the guide lets pass."""
    put_away: bool = False
    """Whether the player has closed the sentence about playing freely."""
    _starts: list[int] = field(default_factory=list)
    """For each step, the number of answers before it."""

    def __post_init__(self) -> None:
        given = 0
        for step in self.guide.steps:
            self._starts.append(given)
            given += len(step.answers)

    # --- where the player is -------------------------------------------------------------------

    @property
    def strayed(self) -> bool:
        """Whether the player has left the guide; undoing comes back."""
        return self.now is not None and self.now.strayed

    @property
    def over(self) -> bool:
        """Whether the player has read the last step."""
        return self.page >= len(self.guide.steps)

    @property
    def leads(self) -> bool:
        """Whether the guide leads the player now."""
        return not self.strayed and not self.over

    @property
    def step(self) -> GuideStep | None:
        """The step to show; None if the player plays freely."""
        return self.guide.steps[self.page] if self.leads else None

    @property
    def reading(self) -> bool:
        """Whether the step shown is one to read: a key leads to the next one."""
        return self.step is not None and self.page != self._target and not self.passing

    @property
    def _given(self) -> int:
        return 0 if self.now is None else self.now.given

    @property
    def _target(self) -> int | None:
        """The step with the next answer; None if all answers were given."""
        for number, step in enumerate(self.guide.steps):
            if self._starts[number] + len(step.answers) > self._given:
                return number
        return None

    @property
    def wanted(self) -> tuple[GuidedAnswer, ...]:
        """The answers that are left of the next step with answers; none if the player plays freely."""
        target = self._target
        if self.strayed or target is None:
            return ()
        return self.guide.steps[target].answers[self._given - self._starts[target] :]

    # --- what happens --------------------------------------------------------------------------

    def follow(self, now: GuideProgress | None, keys: Collection[str]) -> bool:
        """Note how far the game has come, and what may be chosen; return whether the answers have changed."""
        before = self.now
        moved = self._follow(now, before)
        wanted = self.wanted
        self.passing = self.leads and GO_ON in keys and (not wanted or wanted[0].key not in keys)
        return moved

    def _follow(self, now: GuideProgress | None, before: GuideProgress | None) -> bool:
        if now is None or now == before:
            return False
        self.now, self.warned, self.put_away = now, None, False
        if not now.strayed:
            undone = before is not None and now.given < before.given
            same = before is not None and now.given == before.given
            target = self._target
            if not same:
                self.page = target if undone and target is not None else self._first()
        return True

    def _first(self) -> int:
        """The first step after the last answer, or the one in the middle of whose answers the player is."""
        given = self._given
        for number, step in enumerate(self.guide.steps):
            if self._starts[number] >= given or self._starts[number] + len(step.answers) > given:
                return number
        return len(self.guide.steps)

    def read_on(self) -> bool:
        """Go to the next step, or close the sentence about playing freely; return whether that was done."""
        self.warned = None
        if self.strayed:
            done, self.put_away = not self.put_away, True
            return done
        if self.reading:
            self.page += 1
            return True
        return False

    def read_back(self) -> bool:
        """Go back to the step before, if it is one to read; return whether that was done."""
        if self.leads and self.page and not self.guide.steps[self.page - 1].answers:
            self.page -= 1
            return True
        return False

    def wants_else(self, seat: int, key: str) -> bool:
        """Whether the guide wants another answer than this one."""
        wanted = self.wanted
        return bool(wanted) and key != GO_ON and (wanted[0].seat, wanted[0].key) != (seat, key)

    def warns(self, seat: int, key: str) -> bool:
        """Whether to warn before an answer: it is not the wanted one, and the player was not warned of it."""
        if not self.wants_else(seat, key):
            self.warned = None
            return False
        again, self.warned = self.warned == (seat, key), (seat, key)
        return not again


_KEYS = {
    "undo": ("table.undo",),
    "help": ("table.help",),
    "views": ("table.views",),
    "odds": ("table.views", "views.piles"),
    "players": ("table.views", "views.players"),
    "log": ("table.views", "views.log"),
    "rulebook": ("table.views", "views.rulebook"),
    "leave": ("table.leave",),
}
"""The actions whose keys are pressed one after the other."""

_COMMANDS = {
    "undo": ("undo",),
    "help": ("help",),
    "views": ("status",),
    "odds": ("odds", "piles", "status"),
    "players": ("players", "status"),
    "log": ("log",),
    "rulebook": ("rules", "rulebook", "help"),
    "leave": ("quit",),
}
"""The words of line mode, the best first."""


def keys_of(keymap: Keymap) -> Mapping[str, str]:
    """What to press for each of them."""
    return {name: " ".join(map(keymap.shown, _KEYS[name])) for name in ASIDES}


def commands_of(known: Collection[str]) -> Mapping[str, str]:
    """What to type for each of them, among the known commands."""
    return {name: f"`{next(command for command in _COMMANDS[name] if command in known)}`" for name in ASIDES}
