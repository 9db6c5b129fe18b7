"""The settings screen; every change takes effect at once and is saved."""

from typing import cast

from lazaretto.host.user_settings import CHOICES, FLAGS, changed
from lazaretto.tui.launcher import entry_description
from lazaretto.tui.launcher.keys_screen import KeysScreen
from lazaretto.tui.look.styled_text import PLAIN, Line
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.widgets.form import Form, Row
from lazaretto.tui.widgets.form_fields import Button, Choice
from lazaretto.tui.widgets.form_sheet import FormSheet


class PreferencesScreen(FormSheet):
    """The settings as a form."""

    def __init__(self) -> None:
        super().__init__(say.SETTINGS())

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

    def on_form_pressed(self) -> None:
        """Show the keys."""
        self.app.push_screen(KeysScreen(self.lazaretto.sitting))

    def on_form_changed(self, message: Form.Changed) -> None:
        """Apply and save the changed setting."""
        field = cast(Choice, message.field)
        value: object = field.chosen == "yes" if field.name in FLAGS else field.chosen
        app = self.lazaretto
        app.set(changed(app.kept_settings, {field.name: value}))
