"""The screen on which the player sets up a new game."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Generic

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from lazaretto.host.lobby_protocol import LobbyError, ScenarioInfo
from lazaretto.host.program_loader import Faults
from lazaretto.host.server.hall_views import HallError
from lazaretto.rules.find_scenarios import Found
from lazaretto.tui.launcher import entry_description
from lazaretto.tui.launcher.hints import form_hints, help_page
from lazaretto.tui.launcher.message_line import Notice
from lazaretto.tui.launcher.setup_form import START, AgreementError, Ordered, SetupForm
from lazaretto.tui.look.styled_text import PLAIN, Line
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.widgets.form import Form
from lazaretto.tui.widgets.form_fields import Button
from lazaretto.tui.widgets.min_size_screen import RoomyScreen
from lazaretto.tui.widgets.text_page import SheetPane, SheetScreen, SheetTitle

Load = Callable[[Path, frozenset[str]], Awaitable[ScenarioInfo | Faults]]
"""Reads a scenario with other parts."""
Begin = Callable[[Ordered], Awaitable[None]]
"""Starts the game; it raises an error of the lobby or of the hall if it cannot."""

WIDE = 120
"""The minimum width for a description of the scenario beside the form."""


class SetupScreen(RoomyScreen[None], Generic[Ordered]):
    """The setup screen of a new game, for any form."""

    DEFAULT_CSS = """
    SetupScreen { layout: vertical; }
    SetupScreen SheetTitle { height: 2; }
    SetupScreen #middle { height: 1fr; }
    SetupScreen Form { width: 1fr; }
    SetupScreen #beside { width: 0; display: none; }
    SetupScreen #help { height: 4; padding: 1 2 0 2; }
    SetupScreen.wide #beside { width: 2fr; display: block; padding: 0 2; }
    SetupScreen.wide Form { width: 3fr; }
    """

    def __init__(
        self, found: Found, agreement: SetupForm[Ordered], load: Load, begin: Begin[Ordered]
    ) -> None:
        super().__init__()
        self._found = found
        self._agreement = agreement
        self._load = load
        self._begin = begin
        self._faults: Faults | None = None
        self._reading = False
        self._opening = False
        """Whether the game is already being opened, so that it opens only once."""
        self.form = Form()
        self.notice = Notice()

    def parts(self) -> ComposeResult:
        """The form, the description of the scenario, and the description of the field at the cursor."""
        yield SheetTitle(say.NEW_GAME(title=self._found.title or self._found.name))
        with Horizontal(id="middle"):
            yield self.form
            with Horizontal(id="beside"):
                yield SheetPane(self._about)
        with Horizontal(id="help"):
            yield SheetPane(self._help)
        yield self.notice
        yield self.bar

    def on_mount(self) -> None:
        """Start on the button, so that a player who accepts the defaults can start at once."""
        self._fill(START)

    def on_resize(self) -> None:
        """Adapt to a new size, with the description beside the form if there is room."""
        self.set_class(self.app.size.width >= WIDE, "wide")

    def _fill(self, at: str = "") -> None:
        self.form.fill(tuple(self._agreement.rows()), self._agreement.button(), at)

    def _about(self, width: int) -> list[Line]:
        return entry_description.scenario(self._found, self._faults or self._agreement.program, width)

    def _help(self, width: int) -> list[Line]:
        return entry_description.wrapped(self.form.help, width, PLAIN)

    def _describe(self) -> None:
        for pane in self.query(SheetPane):
            pane.repaint()

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Set the field, move to another, start, or go back."""
        if self.form.key(event.key, event.character) or self.act("setup", event.key):
            event.stop()

    def action_start(self) -> None:
        """Start the game."""
        self.start()

    def action_help(self) -> None:
        """Show all keys."""
        page = help_page(self.keymap.page("setup"))
        self.app.push_screen(SheetScreen(say.KEYS(), lambda _width: page))

    def action_back(self) -> None:
        """Go back to the launcher."""
        self.dismiss()

    def on_paste(self, event: events.Paste) -> None:
        """Insert a pasted text."""
        self.form.paste(event.text)

    def on_form_moved(self) -> None:
        """Show the description of the field."""
        self._describe()
        field = self.form.field
        writes = field is not None and field.writes
        changes = self.form.beside is not None
        self.bar.show(self.keymap.hints(*form_hints(writes, isinstance(field, Button), changes)))

    def on_form_changed(self, message: Form.Changed) -> None:
        """Store the value; an optional part may add other options."""
        if self._agreement.note(message.field):
            self._fill()
        self._describe()
        self.notice.say("")
        if self._agreement.is_part(message.field):
            self._read()

    def on_form_pressed(self) -> None:
        """Start the game."""
        self.start()

    @work(exclusive=True, group="reading")
    async def _read(self) -> None:
        """Reload the scenario with other parts; if they conflict, show why and block the start."""
        self._reading = True
        self.notice.say(say.READING_THE_RULES())
        loaded = await self._load(self._found.folder, self._agreement.switches())
        self._reading = False
        if isinstance(loaded, Faults):
            self._faults = loaded
            self.notice.say(say.NOT_TOGETHER(problem=loaded.messages[0]), bad=True)
        else:
            self._faults = None
            self._agreement.program = loaded
            self.notice.say("")
            self._fill()

    def start(self) -> None:
        """Start the game if all values are valid."""
        if self._reading or self._opening:
            return
        if self._faults is not None:
            self.notice.say(say.NOT_TOGETHER(problem=self._faults.messages[0]), bad=True)
            return
        try:
            order = self._agreement.order()
        except AgreementError as error:
            self.form.go(error.field)
            self.notice.say(str(error), bad=True)
            return
        self._opening = True
        self._open(order)

    @work(exclusive=True, group="table")
    async def _open(self, order: Ordered) -> None:
        self.notice.say(say.SETTING_TABLE())
        try:
            await self._begin(order)
        except (LobbyError, HallError) as error:
            self._opening = False
            self.notice.say(str(error), bad=True)
