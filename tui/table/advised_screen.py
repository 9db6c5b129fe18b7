"""A table screen on which bots give hints and say what they are after."""

from tui.table.advice import AdviceControl
from tui.table.board_widget import BoardMap
from tui.table.event_screen import EventScreen
from tui.table.table_state import Desk


class AdvisedScreen(EventScreen):
    """A screen with hints."""

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(desk, board)
        self.advice = AdviceControl(self, self._paint)

    def action_hint(self) -> None:
        """Ask what a bot would do, or close its answer."""
        self.advice.toggle()
