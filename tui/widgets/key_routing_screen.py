"""A base screen that handles keys through the registry, and only while it is in front.

Textual sends a key to the screen that is in front when the key arrives. Before that screen handles the key,
the previous key may open another screen or close this one; then the screen that is in front now gets the
key, as if the player had pressed it a little later. A screen that is closed while it is being opened stays
empty.
"""

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ScreenStackError
from textual.screen import Screen, ScreenResultType

from lazaretto.tui.terminal.contained import Contained

if TYPE_CHECKING:
    from lazaretto.tui.keys.keymap import Keymap
    from lazaretto.tui.terminal.isolated_app import TerminalApp


class ContainedScreen(Contained, Screen[ScreenResultType]):
    """A screen whose errors do not end the app."""

    def abandon(self) -> None:
        """Give up what the screen holds, because the app goes on without it after an error."""


class FrontScreen(ContainedScreen[ScreenResultType]):
    """A screen that loses no keys when the player types quickly."""

    @property
    def keymap(self) -> "Keymap":
        """The keys in effect."""
        return cast("TerminalApp[Any]", self.app).keymap

    def act(self, context: str, key: str) -> bool:
        """Run the action of a key in a context; return whether the key has one."""
        action = self.keymap.action(context, key)
        if action is None:
            return False
        owner, _, name = action.partition(".")
        if owner != context and not hasattr(self, f"action_{name}"):
            return False  # a key of a widget on this screen, which has no use for it now
        getattr(self, f"action_{name}")()
        return True

    async def on_event(self, event: events.Event) -> None:
        """Forward keys to the screen in front; do not mount a screen that is already closed."""
        if isinstance(event, events.Mount) and not self.children:
            return
        if not isinstance(event, events.Key) or self.is_active:
            await super().on_event(event)
            return
        try:
            front = self.app.focused or self.app.screen
        except ScreenStackError:  # all screens are being closed
            return
        front.post_message(event)
