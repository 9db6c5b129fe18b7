"""The table of a guided game: the table screen, with the words of the guide beside the question."""

from dataclasses import replace

from lazaretto.host import Sitting
from lazaretto.rules.guides.guide import COLUMNS, LINES, Guide
from lazaretto.rules.run.decision_wording import GO_ON
from lazaretto.tui.board import Pointed
from lazaretto.tui.guide.guide_pane import MARGIN, GuidePane
from lazaretto.tui.guide.guide_reader import GuideReader
from lazaretto.tui.guide.keys_to_press import Pressing
from lazaretto.tui.messages import guide as say
from lazaretto.tui.table.answer_editor import Sent
from lazaretto.tui.table.room_division import Window
from lazaretto.tui.table.table_screen import TableScreen

PRESSED = 2
"""The lines for what to press."""


class GuidedTableScreen(TableScreen):
    """Shows a guided game; when the guide is over, it is a table like any other."""

    DEFAULT_CSS = f"""
    GuidedTableScreen #guide {{ width: {COLUMNS + 2 * MARGIN}; }}
    """

    def __init__(self, sitting: Sitting, guide: Guide) -> None:
        super().__init__(sitting)
        self.reader = GuideReader(guide)
        self._guide = GuidePane(self.reader)
        self._entered = False
        """Whether the key that reads on was pressed where there is nothing to read on."""

    def on_mount(self) -> None:
        """Add the pane of the guide, at the right so that it stays in its place; the table mounts itself."""
        self.query_one("#below").mount(self._guide)

    @property
    def instruction(self) -> Pressing:
        """What the guide says to press now."""
        return self._guide.instruction(self.desk)

    def _show(self) -> None:
        self.reader.follow(self.desk.seat.look().guided, self._open_keys())
        self._point()
        super()._show()
        if self.reader.passing:
            self.call_later(self._let_pass)

    def _let_pass(self) -> None:
        """Go on at a moment at which somebody could act, but nobody in the guide does."""
        decision = self.desk.sight.view.decision
        free = not self._busy and self._timer is None and not self._behind
        if free and self.reader.passing and decision is not None and self.desk.asked:
            super().send(Sent(GO_ON, decision.seat))

    def _open_keys(self) -> frozenset[str]:
        """The keys of everything that may be chosen at this keyboard."""
        decisions = (seat.look().view.decision for seat in self.sitting.seats)
        options = (option for each in decisions if each is not None for option in each.options)
        return frozenset(option.key for option in options if option.why_not is None)

    def _point(self) -> None:
        """Highlight what the step is about."""
        step = self.reader.step
        shown = step.show if step is not None else ()
        self.desk.pointed = tuple(Pointed(ref, say.HERE(), "accent") for ref in shown)

    def _paint(self) -> None:
        shows = self.reader.leads or (self.reader.strayed and not self.reader.put_away)
        self._guide.display = shows
        self.set_class(shows, "guided")
        super()._paint()

    def window(self) -> Window:
        """The window without the columns of the guide."""
        if not self.has_class("guided"):
            return super().window()
        needed = max(LINES + PRESSED, self._guide.rows_needed(self.desk))
        return replace(super().window(), beside=COLUMNS + 2 * MARGIN, least=needed)

    def _hints(self) -> tuple[str, ...]:
        waits = self.reader.reading and self.desk.typed is None and self.desk.scene is None
        return (("guide.on",) if waits else ()) + super()._hints()

    def _press(self, key: str, character: str | None) -> None:
        free = self._timer is None and self.desk.typed is None
        action = self.keymap.action("guide", key)
        if free and action == "guide.on" and self.reader.read_on():
            self._turned()
            return
        if free and action == "guide.back" and self.reader.read_back():
            self._turned()
            return
        self._entered = free and action == "guide.on"
        super()._press(key, character)
        self._entered = False

    def _turned(self) -> None:
        """Show another step."""
        self._point()
        self._paint()

    def send(self, sent: Sent) -> None:
        """Send an answer; one that leaves the guide only after a warning.

        The key that reads on never leaves it: who presses it once too often sees what to do.
        """
        if self._entered and self.reader.wants_else(sent.seat, sent.key):
            self.desk.say(say.ANOTHER_KEY(words=self.instruction.words))
            self._paint()
            return
        if self.reader.warns(sent.seat, sent.key):
            self._paint()
            return
        super().send(sent)
