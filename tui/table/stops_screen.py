"""The sheet of stops: at which moments the table waits for the player."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from lazaretto.host.stops import ALWAYS, TURN, WAITS, Stops
from lazaretto.tui.look.styled_text import PLAIN, Line
from lazaretto.tui.messages import table as say
from lazaretto.tui.widgets.form import Form, Row
from lazaretto.tui.widgets.form_fields import Choice
from lazaretto.tui.widgets.form_sheet import FormSheet
from lazaretto.tui.widgets.text_page import wrapped


class StopsScreen(FormSheet):
    """When the table waits, for each moment that has come up; a change takes effect at once."""

    def __init__(self, moments: Sequence[str], stops: Stops, set_stops: Callable[[Stops], object]) -> None:
        super().__init__(say.STOPS())
        self._moments, self._stops, self._set = moments, stops, set_stops

    def on_mount(self) -> None:
        """Show what is set."""
        general = tuple(each for each in WAITS if each != TURN)
        rows = [self._row("", say.ALL_MOMENTS(), say.ALL_MOMENTS.helped(), general)]
        self.form.fill([*rows, *(self._row(each, _short(each), each, WAITS) for each in self._moments)])

    def _row(self, name: str, label: str, help: str, words: Sequence[str]) -> Row:
        chosen = self._stops.at(name)
        labels = tuple(say.WAIT[each]() for each in words)
        return Row(label, (Choice(name, labels, say.WAIT[chosen](), help),))

    def _help(self, width: int) -> list[Line]:
        field = self.form.field
        return [] if field is None else wrapped(field.help, width, 3, PLAIN)

    def on_form_changed(self, message: Form.Changed) -> None:
        """Apply and save what was set."""
        field = cast(Choice, message.field)
        word = next(each for each in WAITS if say.WAIT[each]() == field.chosen)
        rest = tuple(each for each in self._stops.moments if each[0] != field.name)
        same = word == (ALWAYS if not field.name else Stops(rest).at(""))
        self._stops = replace(self._stops, moments=rest if same else (*rest, (field.name, word)))
        self._set(self._stops)


def _short(name: str) -> str:
    """The first sentence of a question, which tells the moment."""
    first, dot, rest = name.partition(". ")
    return first if dot and rest else name
