"""A form on a whole screen, with a description of the field at the cursor."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from lazaretto.tui.look.styled_text import Line
from lazaretto.tui.widgets.form import Form
from lazaretto.tui.widgets.min_size_screen import RoomyScreen
from lazaretto.tui.widgets.text_page import SheetPane, SheetTitle


class FormSheet(RoomyScreen[None]):
    """A sheet whose fields take effect at once; its keys are those of the settings."""

    DEFAULT_CSS = """
    FormSheet { layout: vertical; }
    FormSheet SheetTitle { height: 2; }
    FormSheet #help { height: 4; padding: 1 2 0 2; }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.form = Form()

    def parts(self) -> ComposeResult:
        """The form, and a description of the field at the cursor."""
        yield SheetTitle(self._title)
        yield self.form
        with Horizontal(id="help"):
            yield SheetPane(self._help)
        self.bar.show(self.keymap.hints("form.hint.move", "form.hint.change", "settings.back"))
        yield self.bar

    def _help(self, width: int) -> list[Line]:
        """The description of the field at the cursor."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Set the field, move to another, or go back."""
        if self.form.key(event.key, event.character) or self.act("settings", event.key):
            event.stop()

    def action_back(self) -> None:
        """Go back to the previous screen."""
        self.dismiss()

    def on_form_moved(self) -> None:
        """Show the description of the field."""
        self.query_one(SheetPane).repaint()
