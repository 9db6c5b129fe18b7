"""Tells the table when to wait for the player at the screen."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from lazaretto.host.consent import ASKED
from lazaretto.host.stops import CHANGES, TURN, Stops
from lazaretto.host.talking import AUTO
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.stops_screen import StopsScreen

if TYPE_CHECKING:
    from lazaretto.tui.table.table_screen import TableScreen


class TableStops:
    """The stops of the player at a table screen."""

    def __init__(
        self, screen: "TableScreen", change: Callable[[Callable[[], Awaitable[None]]], object]
    ) -> None:
        """Take the screen, and how it changes something at the table."""
        self._screen, self._change = screen, change
        self._stops = Stops()
        self._told: tuple[str, str] = AUTO, ASKED
        """Whether the players talk freely and are asked to consent, as the table knows it."""

    def begin(self) -> None:
        """Tell the table what the player has set, unless that is what it does anyway."""
        self._stops = self._screen.lazaretto.settings.table_stops
        self.renew(self._stops)

    def renew(self, stops: Stops | None = None) -> None:
        """Tell the table whether the players talk freely, unless it knows that; and perhaps the stops."""
        screen, settings = self._screen, self._screen.lazaretto.settings
        if screen.desk.watching or screen.sitting.closed:
            return
        seat, how, waits = screen.desk.seat, (settings.talk, settings.consent), stops or Stops()
        talks = len(screen.sitting.seats) > 1 and how != self._told

        async def tell() -> None:
            if talks:
                await seat.talk(*how)
            if waits != Stops():
                await seat.stops(waits)

        if talks or waits != Stops():
            self._told = how
            self._change(tell)

    def pass_until(self, until: str) -> None:
        """Pass windows until something happens."""
        if self._screen.desk.watching:
            return
        desk = self._screen.desk
        if until == CHANGES and not desk.sight.moment and not desk.sight.awaited:
            desk.say(say.PASSING_LATER() if desk.asked else say.PASSING())
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
