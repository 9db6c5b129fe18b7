"""The end of a game with other people: the result of everybody, and what can be done next."""

from typing import TYPE_CHECKING, cast

from lazaretto.host import SeatClient, Sitting
from lazaretto.host.server.hall_protocol import TableSeat
from lazaretto.tui.hall.table_description import players
from lazaretto.tui.reading.ending_screen import EndingScreen
from lazaretto.tui.reading.verdict_pane import VerdictPane

if TYPE_CHECKING:
    from lazaretto.tui.hall.hall_app import HallApp

PLAYED = ("hall_ending.again", "ending.replay", "hall_ending.hint.hall", "ending.table")
WATCHED = ("hall_ending.hint.hall", "ending.table")
FURTHER = ("ending.log", "ending.help", "ending.hint.mark")


class HallEndingScreen(EndingScreen):
    """Shows how a game with other people ended."""

    context = "hall_ending"

    def __init__(self, sitting: Sitting, seat: SeatClient, table_seat: TableSeat) -> None:
        self._table_seat = table_seat
        super().__init__(sitting, seat)
        self.hints = (*(WATCHED if table_seat.watching else PLAYED), *FURTHER)

    def make_verdict(self) -> VerdictPane:
        """The result, with the names of those who played."""
        seat = self._table_seat
        return VerdictPane(self._sight, self.sitting.name, players(seat.view.listing), seat.watching)

    def tell_news(self, words: str) -> None:
        """Show news from the hall."""
        self.verdict.said = words
        self.verdict.repaint()

    def action_again(self) -> None:
        """Set up a table like this one for the same people."""
        if not self._table_seat.watching:
            cast("HallApp", self.app).again(self._table_seat.view.listing)
