"""The screen of the settings; each is in force at once, and kept."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from host.user_settings import CHOICES, FLAGS, changed
from tui.launcher import entry_description
from tui.look.styled_text import PLAIN, Line
from tui.widgets.form import Form, Row
from tui.widgets.form_fields import Choice
from tui.widgets.min_size_screen import RoomyScreen
from tui.widgets.text_page import SheetPane, SheetTitle


class _Told(NamedTuple):
    label: str
    help: str


_TOLD: Mapping[str, _Told] = MappingProxyType(
    {
        "theme": _Told("Ground", "Dark or light; auto asks the terminal, and takes dark where it is silent."),
        "colours": _Told(
            "Colours", "How many colours the terminal has; auto believes what it says of itself."
        ),
        "ascii": _Told(
            "Plain letters", "Draw with nothing but the signs of a typewriter, for fonts without others."
        ),
        "pace": _Told(
            "Pace", "How quickly the things that happen are shown one after the other; off shows the end."
        ),
        "bell": _Told("Bell", "Ring when somebody is asked while the window is out of sight."),
        "mouse": _Told(
            "Mouse",
            "Click on things. Hold Shift to mark text as before. It takes a new start to have an effect.",
        ),
    }
)


class PreferencesScreen(RoomyScreen[None]):
    """The settings as a form."""

    DEFAULT_CSS = """
    PreferencesScreen { layout: vertical; }
    PreferencesScreen SheetTitle { height: 2; }
    PreferencesScreen #help { height: 4; padding: 1 2 0 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.form = Form()

    def parts(self) -> ComposeResult:
        """The form and what the field at the cursor means."""
        yield SheetTitle("Settings")
        yield self.form
        with Horizontal(id="help"):
            yield SheetPane(self._help)
        self.bar.show(self.keymap.hints("form.hint.move", "form.hint.change", "settings.back"))
        yield self.bar

    def on_mount(self) -> None:
        """Show what is in force."""
        self.form.fill([Row(told.label, (self._field(name),)) for name, told in _TOLD.items()])

    def _field(self, name: str) -> Choice:
        value = getattr(self.lazaretto.settings, name)
        if name in FLAGS:
            return Choice(name, ("no", "yes"), "yes" if value else "no", _TOLD[name].help)
        return Choice(name, CHOICES[name], value, _TOLD[name].help)

    def _help(self, width: int) -> list[Line]:
        field = self.form.field
        if field is None:
            return []
        lines = entry_description.wrapped(field.help, width, PLAIN)
        if field.name in self.lazaretto.forced:
            words = "The command line or the environment insists on this one; what you set is kept for later."
            lines += entry_description.wrapped(words, width, entry_description.WARN)
        return lines

    def on_key(self, event: events.Key) -> None:
        """Set the field, go to another, or go back."""
        if self.form.key(event.key, event.character) or self.act("settings", event.key):
            event.stop()

    def action_back(self) -> None:
        """Back to where one came from."""
        self.dismiss()

    def on_form_moved(self) -> None:
        """Say what the field means."""
        self.query_one(SheetPane).repaint()

    def on_form_changed(self, message: Form.Changed) -> None:
        """Let it be in force, and keep it."""
        field = cast(Choice, message.field)
        value: object = field.chosen == "yes" if field.name in FLAGS else field.chosen
        app = self.lazaretto
        app.set(changed(app.kept_settings, {field.name: value}))
