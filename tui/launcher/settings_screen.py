"""The settings screen; every change takes effect at once and is saved."""

from typing import cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from host.user_settings import CHOICES, FLAGS, changed
from tui.launcher import entry_description
from tui.launcher.keys_screen import KeysScreen
from tui.look.styled_text import PLAIN, Line
from tui.messages import launcher as say
from tui.widgets.form import Form, Row
from tui.widgets.form_fields import Button, Choice
from tui.widgets.min_size_screen import RoomyScreen
from tui.widgets.text_page import SheetPane, SheetTitle


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
        """The form, and a description of the field at the cursor."""
        yield SheetTitle(say.SETTINGS())
        yield self.form
        with Horizontal(id="help"):
            yield SheetPane(self._help)
        self.bar.show(self.keymap.hints("form.hint.move", "form.hint.change", "settings.back"))
        yield self.bar

    def on_mount(self) -> None:
        """Show the settings in effect."""
        rows = [Row(message(), (self._field(name),)) for name, message in say.SETTING.items()]
        self.form.fill(rows, Row("", (Button("keys", say.CHANGE_KEYS()),)))

    def _field(self, name: str) -> Choice:
        value = getattr(self.lazaretto.settings, name)
        if name in FLAGS:
            return Choice(name, ("no", "yes"), "yes" if value else "no", say.SETTING[name].helped())
        return Choice(name, CHOICES[name], value, say.SETTING[name].helped())

    def _help(self, width: int) -> list[Line]:
        field = self.form.field
        if field is None:
            return []
        lines = entry_description.wrapped(field.help, width, PLAIN)
        if field.name in self.lazaretto.forced:
            lines += entry_description.wrapped(say.FORCED(), width, entry_description.WARN)
        return lines

    def on_key(self, event: events.Key) -> None:
        """Set the field, move to another, or go back."""
        if self.form.key(event.key, event.character) or self.act("settings", event.key):
            event.stop()

    def action_back(self) -> None:
        """Go back to the previous screen."""
        self.dismiss()

    def on_form_pressed(self) -> None:
        """Show the keys."""
        self.app.push_screen(KeysScreen(self.lazaretto.sitting))

    def on_form_moved(self) -> None:
        """Show the description of the field."""
        self.query_one(SheetPane).repaint()

    def on_form_changed(self, message: Form.Changed) -> None:
        """Apply and save the changed setting."""
        field = cast(Choice, message.field)
        value: object = field.chosen == "yes" if field.name in FLAGS else field.chosen
        app = self.lazaretto
        app.set(changed(app.kept_settings, {field.name: value}))
