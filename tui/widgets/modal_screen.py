"""A screen that heeds no key that was meant for another.

The framework hands a key to the screen that is in front when the key comes. Before its turn comes, the key
before it may have opened another screen or closed this one: then it is for whoever is in front now, as if it
had been pressed a little later. And who leaves while a screen is being opened leaves it with nothing on it.
"""

from textual import events
from textual.app import ScreenStackError
from textual.screen import Screen, ScreenResultType


class FrontScreen(Screen[ScreenResultType]):
    """A screen among others, for people who type quickly."""

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
