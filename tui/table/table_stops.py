"""When the table waits for the player at the screen, and the sheet on which the player sets that."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import cast

from lazaretto.host.table.seat_protocol import ASKED
from lazaretto.host.table.shared_keyboard_secrets import AUTO
from lazaretto.host.table.stop_settings import ALWAYS, CHANGES, TURN, WAITS, Stops
from lazaretto.tui.look.fit_and_wrap_text import PLAIN, Line
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.event_playback_screen import EventScreen
from lazaretto.tui.widgets.form import Choice, Form, FormSheet, Row
from lazaretto.tui.widgets.sheets import wrapped


class StopsScreen(FormSheet):
    """When the table waits, for each moment that has come up; a change takes effect at once."""

    def __init__(self, moments: Sequence[str], stops: Stops, set_stops: Callable[[Stops], object]) -> None:
        super().__init__(say.STOPS())
        self._moments, self._stops, self._set = moments, stops, set_stops

    def on_mount(self) -> None:
        """Show what is set."""
        general = tuple(wait for wait in WAITS if wait != TURN)
        rows = [self._row("", say.ALL_MOMENTS(), say.ALL_MOMENTS.helped(), general)]
        self.form.fill(
            [*rows, *(self._row(moment, _short(moment), moment, WAITS) for moment in self._moments)]
        )

    def _row(self, name: str, label: str, help: str, words: Sequence[str]) -> Row:
        chosen = self._stops.at(name)
        labels = tuple(say.WAIT[word]() for word in words)
        return Row(label, (Choice(name, labels, say.WAIT[chosen](), help),))

    def _help(self, width: int) -> list[Line]:
        field = self.form.field
        return [] if field is None else wrapped(field.help, width, 3, PLAIN)

    def on_form_changed(self, message: Form.Changed) -> None:
        """Apply and save what was set."""
        field = cast(Choice, message.field)
        word = next(wait for wait in WAITS if say.WAIT[wait]() == field.chosen)
        rest = tuple(moment for moment in self._stops.moments if moment[0] != field.name)
        same = word == (ALWAYS if not field.name else Stops(rest).at(""))
        self._stops = replace(self._stops, moments=rest if same else (*rest, (field.name, word)))
        self._set(self._stops)


def _short(name: str) -> str:
    """The first sentence of a question, which tells the moment."""
    first, dot, rest = name.partition(". ")
    return first if dot and rest else name


class TableStops:
    """The stops of the player at a table screen."""

    def __init__(
        self, screen: EventScreen, change: Callable[[Callable[[], Awaitable[None]]], object]
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
        if screen.desk.watching or screen.desk.sitting.closed:
            return
        seat, how, waits = screen.desk.seat, (settings.talk, settings.consent), stops or Stops()
        talks = len(screen.desk.sitting.seats) > 1 and how != self._told

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
        kept = tuple(moment for moment in stops.moments if moment[0] and moment[1] != TURN)
        app = self._screen.lazaretto
        app.set(replace(app.kept_settings, stops=stops.at(""), moments=kept))

    def _tell(self, stops: Stops) -> None:
        seat = self._screen.desk.seat
        self._change(lambda: seat.stops(stops))
