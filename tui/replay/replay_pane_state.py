"""The state of the replay screen: the current frame for the panes, the typed text and the message."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lazaretto.rules import Ref, View
from lazaretto.tui.board import Marked
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.messages import replay as say
from lazaretto.tui.replay.frame_timeline import Frame, Reel, Weighed
from lazaretto.tui.table.name_typing import meant

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
            found = meant(names, self.typed)
            self.cursor = found or self.cursor
            self.say("" if found is not None else say.NO_PLACE())
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
