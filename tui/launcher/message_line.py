"""The line above the hint bar: messages for the player, and short questions that need no dialog."""

from collections.abc import Callable, Sequence

from lazaretto.tui.look.fit_and_wrap_text import BAD, FAINT, PLAIN, STRONG, Line, Span, broken, cut
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.line_edit import Typed

Then = Callable[[str], object]

MARGIN = 3
"""Columns beside a message."""
LONGEST = 60
"""The usual maximum length of a typed text."""


class Notice(Pane):
    """A message, a yes-or-no question, or a line to type."""

    DEFAULT_CSS = "Notice { height: 1; }"

    def __init__(self, most: int = 1) -> None:
        """Make the line; a long message may take `most` lines."""
        super().__init__(id="notice")
        self._most = most
        self._text = ""
        self._pen = PLAIN
        self._typed: Typed | None = None
        self._then: Then | None = None
        self._live: Then | None = None
        self._before = ""
        """The text before the player started to type."""

    @property
    def asking(self) -> bool:
        """Whether it handles the next key."""
        return self._then is not None

    @property
    def typing(self) -> bool:
        """Whether the player is typing a text."""
        return self._typed is not None

    def say(self, text: str, bad: bool = False) -> None:
        """Show a message, or clear it."""
        self._text, self._pen = text, BAD if bad else FAINT
        self._typed = self._then = self._live = None
        self.fit()
        self.repaint()

    def welcome(self, text: str) -> None:
        """Show a message to a newcomer, unless something else is said."""
        if not self._text and not self.asking:
            self.say(text)
            self._pen = STRONG
            self.repaint()

    def fit(self) -> None:
        """Take as many lines as the message needs, and may have."""
        if self._most > 1 and self.is_mounted:
            needed = len(broken(self._text, self.app.size.width - MARGIN))
            self.styles.height = max(1, min(self._most, needed))

    def on_resize(self) -> None:
        """Adapt to a new width."""
        self.fit()

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask for a confirmation; only the key for yes runs `then`."""
        self.say("")
        self._text, self._pen, self._then = question, BAD, lambda _answer: then()
        self.repaint()

    def type(
        self, question: str, text: str, then: Then, live: Then | None = None, most: int = LONGEST
    ) -> None:
        """Let the player type a text; `live` gets the text after every change, and the old text on cancel."""
        self.say("")
        self._text, self._pen, self._typed = question, STRONG, Typed(text, most)
        self._then, self._live = then, live
        self._before = text
        self.repaint()

    def key(self, key: str, character: str | None) -> bool:
        """Handle a key if a question is open; return whether one is."""
        if self._then is None:
            return False
        then, live, typed = self._then, self._live, self._typed
        keymap = self.terminal.keymap
        if typed is None:
            self.say("")
            if keymap.action("confirm", key) == "confirm.yes":
                then("")
            return True
        match keymap.action("launcher_typing", key):
            case "typing.done" | "launcher_typing.leave":
                self.say("")
                then(typed.text)
            case "typing.stop":
                self.say("")
                if live is not None:
                    live(self._before)
            case _ if typed.key(key, character):
                self.repaint()
                if live is not None:
                    live(typed.text)
            case _:
                pass
        return True

    def paste(self, text: str) -> None:
        """Insert a pasted text while the player is typing."""
        if self._typed is not None:
            self._typed.insert(text)
            self.repaint()
            if self._live is not None:
                self._live(self._typed.text)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The message or the question."""
        line: Line = (Span(f"  {self._text}", self._pen),)
        if self._typed is not None:
            return ((*line, Span(" "), *self._typed.spans(max(10, width - len(self._text) - 6), True)),)
        if len(self._text) <= width - MARGIN:
            return (line,)
        found = broken(self._text, width - MARGIN)
        lines: list[Line] = [(Span(f"  {each}", self._pen),) for each in found[:height]]
        if len(found) > height:
            lines[-1] = (*cut(lines[-1], width - 2), Span(" …", self._pen))
        return lines
