"""The hint bar: the last line of every screen, with the most useful keys and what they do."""

from collections.abc import Iterator, Sequence

from textual import events

from lazaretto.tui.keys.key_names import parsed
from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Span
from lazaretto.tui.widgets.drawn_pane import Pane

GAP = "   "


class HintBar(Pane):
    """Keys with their meanings; the bar leaves out those on the right that do not fit."""

    DEFAULT_CSS = "HintBar { height: 1; dock: bottom; }"

    back = "panel"

    def __init__(self, pairs: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.pairs = tuple(pairs)

    def show(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Show these keys."""
        if tuple(pairs) != self.pairs:
            self.pairs = tuple(pairs)
            self.repaint()

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """As many pairs as fit."""
        line: list[Span] = [Span(" ")]
        for _, key, words in self._placed(width):
            line += (Span(key, ACCENT), Span(f" {words}{GAP}", FAINT))
        return (tuple(line),)

    def _placed(self, width: int) -> Iterator[tuple[int, str, str]]:
        """Each pair that fits, with its first column."""
        column = 1
        for key, words in self.pairs:
            length = len(key) + 1 + len(words)
            if column + length > width:
                return
            yield column, key, words
            column += length + len(GAP)

    def on_click(self, event: events.Click) -> None:
        """Treat a click on a hint as a press of its key."""
        for column, key, words in self._placed(self.size.width):
            if column <= event.x < column + len(key) + 1 + len(words):
                pressed = parsed(key)
                if pressed is not None:
                    self.app.simulate_key(pressed)
                return
