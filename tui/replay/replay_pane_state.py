"""What a replay shows right now, as the panes around a board want it; and what is typed or said below it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules import Ref, View
from tui.board import Marked
from tui.keys.keymap import Keymap, default_keymap
from tui.messages import replay as say
from tui.replay.frame_timeline import Frame, Reel, Weighed
from tui.table.place_search import meant

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LONGEST = 40
"""Letters of what is typed."""


@dataclass(slots=True)
class Stage:
    """A frame of a reel, and the state of the screen around it."""

    reel: Reel
    frame: Frame
    cursor: Ref | None = None
    seat: int | None = None
    """Whose eyes; None: everybody's."""
    speed: int = SPEEDS.index(1.0)
    playing: bool = False
    around: bool = False
    """Whether arrows move on the board instead of in time."""
    moments: tuple[Weighed, ...] = ()
    asking: str = ""
    """What is being typed for: `jump`, `find`, or nothing."""
    typed: str = ""
    said: str = ""
    warning: bool = False
    keymap: Keymap = field(default_factory=default_keymap)

    @property
    def view(self) -> View:
        """What is shown."""
        return self.frame.view

    @property
    def before(self) -> View | None:
        """The same before the last choice."""
        return self.frame.before

    @property
    def since(self) -> str:
        """The words over what is new in the log."""
        return say.THIS_CHOICE()

    @property
    def turn(self) -> int:
        """Which turn it is."""
        return self.frame.turn

    @property
    def marked(self) -> Marked:
        """What the last choice changed."""
        return Marked(self.cursor, changed=self.frame.fresh)

    @property
    def eyes(self) -> str:
        """Who looks, in words."""
        if self.seat is None:
            return say.AS_EVERYBODY()
        return say.AS_PLAYER(player=self.reel.players[self.seat])

    def say(self, words: str, warning: bool = False) -> None:
        """Show a sentence until the next key."""
        self.said, self.warning = words, warning

    # --- typing --------------------------------------------------------------------------------

    def ask(self, what: str) -> None:
        """Begin to type a place to `jump` to or a name to `find`."""
        self.asking, self.typed = what, ""

    def type(self, key: str, character: str | None, names: Sequence[tuple[Ref, str, str]]) -> int | None:
        """A key while something is typed; where to go, if that is clear now."""
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
            found = meant(names, self.typed)
            self.cursor = found or self.cursor
            self.say("" if found is not None else say.NO_PLACE())
        return goal

    def _jump(self) -> int | None:
        """The place that was typed: a choice, or `t` and a turn."""
        wanted = self.typed.strip().casefold()
        number = wanted.removeprefix("turn").removeprefix("t").strip()
        if not wanted:
            return None
        if not number.isdecimal() or len(number) > 9:
            self.say(say.NO_NUMBER())
            return None
        return int(number) if wanted == number else self.reel.start_of(int(number))
