"""A table screen on which bots give hints and say what they are after."""

from collections.abc import Sequence

from lazaretto.host import Moment
from lazaretto.tui.line.bot_talk import plans_of_bots
from lazaretto.tui.messages import advice as say
from lazaretto.tui.table.advice import AdviceControl
from lazaretto.tui.table.board_widget import BoardMap
from lazaretto.tui.table.bots_page import BotsSheet
from lazaretto.tui.table.event_screen import EventScreen
from lazaretto.tui.table.room_division import Division
from lazaretto.tui.table.table_state import Desk

ADVICE = ("hint", "read_on", "read_back", "why")
"""The actions of such a screen."""


class AdvisedScreen(EventScreen):
    """A screen with hints; in a small window a hint covers the question, and not the board."""

    DEFAULT_CSS = """
    AdvisedScreen.small.advised #below, AdvisedScreen.small.advised #hand { display: none; }
    """

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(desk, board)
        self.advice = AdviceControl(self, self._paint)

    def _give(self, found: Division) -> None:
        super()._give(found)
        self.advice.pane.instead_of(found.hand + found.below if self.has_class("small") else 0)

    def _heard(self, moments: Sequence[Moment]) -> None:
        """Hear what bots are after before what they do is shown."""
        self.advice.hear()
        super()._heard(moments)

    def action_hint(self) -> None:
        """Ask what a bot would do, or close its answer."""
        self.advice.toggle()

    def action_read_on(self) -> None:
        """Scroll a long hint."""
        self.advice.pane.scroll_by(pages=1)

    def action_read_back(self) -> None:
        """Scroll a long hint back."""
        self.advice.pane.scroll_by(pages=-1)

    def action_why(self) -> None:
        """Show what the bots are after."""
        if self.lazaretto.settings.hints:
            self.app.push_screen(BotsSheet(plans_of_bots(self.desk.seat)))
        else:
            self.desk.say(say.HINTS_OFF())
