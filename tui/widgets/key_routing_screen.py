"""A screen that gets only the keys meant for it, and does what the registry says they do.

The framework hands a key to the screen that is in front when the key arrives. Until the key is handled, the
key before it may have opened another screen or closed this one: then the screen that is in front now gets it,
as if it had been pressed a little later. A screen that is closed while it is being opened stays empty.
"""

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ScreenStackError
from textual.screen import Screen, ScreenResultType

if TYPE_CHECKING:
    from tui.keys.keymap import Keymap
    from tui.terminal.isolated_app import TerminalApp


class FrontScreen(Screen[ScreenResultType]):
    """A screen among others, for people who type quickly."""

    @property
    def keymap(self) -> "Keymap":
        """The keys in force."""
        return cast("TerminalApp[Any]", self.app).keymap

    def act(self, context: str, key: str) -> bool:
        """Do what a key does in a context; whether it does anything there."""
        action = self.keymap.action(context, key)
        if action is None:
            return False
        getattr(self, f"action_{action.partition('.')[2]}")()
        return True

    async def on_event(self, event: events.Event) -> None:
        """Pass on keys that come too late or too soon; leave a screen alone that is closed already."""
        if isinstance(event, events.Mount) and not self.children:
            return
        if not isinstance(event, events.Key) or self.is_active:
            await super().on_event(event)
            return
        try:
            front = self.app.focused or self.app.screen
        except ScreenStackError:  # everything is being closed
            return
        front.post_message(event)
