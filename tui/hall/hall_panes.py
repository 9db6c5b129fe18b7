"""The panes of the hall: who the player is, the announcement, who is here, and what they say."""

from collections.abc import Sequence

from lazaretto.host.server.hall_views import HallView, TableListing
from lazaretto.tui.hall.chat_lines import chat
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import ACCENT, FAINT, PLAIN, Line, Pen, Span, fitted
from lazaretto.tui.look.styled_text import width as columns_of
from lazaretto.tui.messages import hall as say
from lazaretto.tui.sanitize import clean_line
from lazaretto.tui.widgets.drawn_pane import Pane

WARN = Pen("warn", bold=True)
ANNOUNCED = 4
"""The maximum number of lines for the announcement."""
NAMES = 2
"""The maximum number of lines for the names of those who are here."""


class HallHead(Pane):
    """Where the player is, under which name, and the announcement of the operator."""

    DEFAULT_CSS = "HallHead { height: 2; }"

    def __init__(self) -> None:
        super().__init__(id="head")
        self.view: HallView | None = None

    def fit(self, columns: int) -> None:
        """Take as many lines as the announcement needs in a window of this width."""
        rows = 1 + max(1, len(self._announcement(columns)))
        if self.styles.height is None or self.styles.height.value != rows:
            self.styles.height = rows

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The name of the game and of the hall; below it the announcement."""
        if self.view is None:
            return ()
        view = self.view
        hall = say.HALL_OF(host=view.host) if view.host else say.HALL()
        you = say.YOU_ARE_GUEST if view.guest else say.YOU_ARE
        name = Span("  L A Z A R E T T O", ACCENT)
        person = Span(you(person=view.person), FAINT)
        first: Line = (name, Span(f"   {hall}", PLAIN), Span(f" · {person.text}", FAINT))
        if columns_of(first) > width:
            first = (name, Span("   "), person)
        return [fitted(first, width), *self._announcement(width)]

    def _announcement(self, columns: int) -> list[Line]:
        """The announcement with its time."""
        if self.view is None or not self.view.announcement:
            return []
        text = clean_line(self.view.announcement)
        if self.view.announced_at is not None:
            text = f"{self.view.announced_at.astimezone():%H:%M} {text}"
        found = broken(text, columns - 3)
        if len(found) > ANNOUNCED:
            found = [*found[: ANNOUNCED - 1], f"{found[ANNOUNCED - 1][: columns - 5]} …"]
        return [(Span(f"  {each}", WARN),) for each in found]


class HallChat(Pane):
    """Who is here, and the last lines of chat."""

    back = "panel"

    def __init__(self) -> None:
        super().__init__(id="chat")
        self.view: HallView | None = None
        self.table: TableListing | None = None
        """The table at the cursor, if the player waits there: its chat follows that of the hall."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The names, then as much of the chat as fits."""
        if self.view is None:
            return ()
        head: list[Line] = [(Span(f" {each}", FAINT),) for each in self._names(width)]
        said = chat(self.view.chat, width, {}, clock=width >= 50)
        if self.table is not None and self.table.chat:
            said.append((Span(f" {say.TALK_AT(code=self.table.code)}", ACCENT),))
            said += chat(self.table.chat, width, {}, clock=width >= 50)
        if not said:
            talk = self.terminal.keymap.shown("hall.talk")
            said = [(Span(f" {say.NOTHING_SAID(talk=talk)}", FAINT),)]
        return [*head, *said[-max(1, height - len(head)) :]]

    def _names(self, width: int) -> list[str]:
        assert self.view is not None
        text = say.HERE(number=len(self.view.here), people=", ".join(map(clean_line, self.view.here)))
        found = broken(text, width - 2)
        if len(found) > NAMES:
            found = [*found[: NAMES - 1], f"{found[NAMES - 1][: width - 4]} …"]
        return found
