"""The screen at the bottom of an app: the launcher, or the hall of a server."""

from lazaretto.tui.widgets.min_size_screen import RoomyScreen


class BottomScreen(RoomyScreen[None]):
    """Stays open as long as the app runs; every other screen is closed before the player returns to it."""

    def look_again(self, wanted: str = "") -> object:
        """Load everything again; the cursor goes to the wanted entry."""
        raise NotImplementedError

    def hush(self) -> None:
        """Clear the message line."""
        raise NotImplementedError
