"""The pane that shows a hint below the board, while it gets better."""

from collections.abc import Sequence
from dataclasses import dataclass

from lazaretto.host import SeatClient
from lazaretto.rules import DecisionView
from lazaretto.rules.run.hint_types import Hint
from lazaretto.tui.hint_words import hint_lines, move_words
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Pen, Span, fitted
from lazaretto.tui.messages import advice as say
from lazaretto.tui.widgets.drawn_pane import Pane

TALLEST = 12
"""The maximum number of lines; it takes at most a third of the window."""


@dataclass(slots=True)
class Advice:
    """A hint that a player looks at."""

    seat: SeatClient
    decision: DecisionView | None
    """The question that it is about."""
    keys: str
    """What the keys do while there is a hint."""
    scroll: tuple[str, str] = ("", "")
    """The keys that scroll back and on."""
    hint: Hint | None = None
    problem: str = ""
    closes: str = ""
    """What the keys do while there is none."""

    @property
    def state(self) -> str:
        """How far the search is."""
        if self.hint is None:
            return "" if self.problem else say.THINKING()
        if self.hint.final:
            return say.FINAL()
        return say.FIRST_GUESS() if self.hint.number == 1 else say.BETTER()

    def lines(self, width: int) -> list[Line]:
        """The hint, wrapped to a width."""
        keys = self.closes if self.hint is None or self.problem else self.keys
        state = f" {self.state}  " if self.state else " "
        heading = (Span(f" {say.HINT()} ", ACCENT), Span(f"{state}{keys}", FAINT))
        found: list[Line] = [fitted(heading, width)]
        if self.problem:
            return [*found, *_wrapped(self.problem, width, BAD)]
        if self.hint is not None and self.hint.moves:
            found += _wrapped(move_words(self.hint.moves[0]), width, STRONG)
            for each in hint_lines(self.hint):
                found += _wrapped(each, width, PLAIN)
        return found


def _wrapped(text: str, width: int, pen: Pen) -> list[Line]:
    return [
        (Span("   " if number == 0 else "     "), Span(part, pen))
        for number, part in enumerate(broken(text, width - 6))
    ]


class AdvicePane(Pane):
    """Shows a hint; hidden while there is none."""

    DEFAULT_CSS = "AdvicePane { height: 0; display: none; }"

    back = "panel"
    advice: Advice | None = None
    _instead = 0
    """The rows of the panes that it covers; 0: it is as high as the hint."""

    _top = 0
    """How many lines below the heading are scrolled away."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The hint; if it is too long, a part of it, and which part."""
        if self.advice is None:
            return ()
        heading, *told = self.advice.lines(width)
        if len(told) < height:
            return heading, *told
        room = max(1, height - 2)
        self._top = max(0, min(self._top, len(told) - room))
        last = min(self._top + room, len(told))
        back, on = self.advice.scroll
        seen = say.READ(first=self._top + 1, last=last, number=len(told), back=back, on=on)
        return (heading, *told[self._top : last], (Span(f"   {seen}", FAINT),))[:height]

    def scroll_by(self, pages: int = 0, lines: int = 0) -> None:
        """Scroll a long hint."""
        self._top = max(0, self._top + lines + pages * max(1, self.size.height - 2))
        self.repaint()

    @property
    def covers(self) -> bool:
        """Whether it stands in place of the list of options."""
        return self.advice is not None and self._instead > 0

    def show(self, advice: Advice | None, columns: int, rows: int) -> None:
        """Show a hint as high as it needs in a window of this size, or hide the pane."""
        if advice is not self.advice:
            self._top = 0
        self.advice = advice
        self.display = advice is not None
        self._fit(columns, rows)
        self.repaint()

    def instead_of(self, rows: int) -> None:
        """Cover panes with this many rows; 0: take rows from the board."""
        self._instead = rows
        self._fit(self.size.width or self.app.size.width, self.app.size.height)

    def on_resize(self) -> None:
        """Adapt the height to a new width, also when the pane learns its width for the first time."""
        self._fit(self.size.width, self.app.size.height)

    def _fit(self, columns: int, rows: int) -> None:
        if self.advice is not None and columns:
            most = min(TALLEST, max(4, rows // 3))
            self.styles.height = self._instead or min(most, len(self.advice.lines(columns)))
