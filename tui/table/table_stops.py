"""Tells the table when to wait for the player at the screen."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from host.consent import ASKED
from host.stops import CHANGES, TURN, Stops
from host.talking import AUTO
from tui.messages import table as say
from tui.table.stops_screen import StopsScreen

if TYPE_CHECKING:
    from tui.table.table_screen import TableScreen


class TableStops:
    """The stops of the player at a table screen."""

    def __init__(
        self, screen: "TableScreen", change: Callable[[Callable[[], Awaitable[None]]], object]
    ) -> None:
        """Take the screen, and how it changes something at the table."""
        self._screen, self._change = screen, change
        self._stops = Stops()

    def begin(self) -> None:
        """Tell the table what the player has set, unless that is what it does anyway."""
        settings, seat = self._screen.lazaretto.settings, self._screen.desk.seat
        self._stops = settings.table_stops
        if self._screen.desk.watching or self._screen.sitting.closed:
            return
        stops, talk, consent = self._stops, settings.talk, settings.consent
        talks = len(self._screen.sitting.seats) > 1 and (talk, consent) != (AUTO, ASKED)

        async def tell() -> None:
            if talks:
                await seat.talk(talk, consent)
            if stops != Stops():
                await seat.stops(stops)

        if talks or stops != Stops():
            self._change(tell)

    def pass_until(self, until: str) -> None:
        """Pass windows until something happens."""
        if self._screen.desk.watching:
            return
        if until == CHANGES and not self._screen.desk.sight.moment:
            self._screen.desk.say(say.PASSING())
        self._tell(replace(self._stops, until=until))

    def show(self) -> None:
        """Let the player set at which moments the table waits."""
        known = dict.fromkeys(
            (*self._screen.desk.moments, *(name for name, _ in self._stops.moments if name))
        )
        self._screen.app.push_screen(StopsScreen(tuple(known), self._stops, self._set))

    def _set(self, stops: Stops) -> None:
        self._stops = stops
        self._tell(stops)
        kept = tuple(each for each in stops.moments if each[0] and each[1] != TURN)
        app = self._screen.lazaretto
        app.set(replace(app.kept_settings, stops=stops.at(""), moments=kept))

    def _tell(self, stops: Stops) -> None:
        seat = self._screen.desk.seat
        self._change(lambda: seat.stops(stops))
