"""The keys that work on every screen."""

from lazaretto.tui.keys.registry_types import Context, action
from lazaretto.tui.messages.translated_message import AppMessage

APP = Context(
    "app",
    AppMessage("key.app", "everywhere"),
    (
        action("app.command_palette", "ctrl+p", "commands", "all commands by name"),
        action(
            "app.redraw",
            "ctrl+l",
            "redraw",
            "draw the screen again",
            ("Redraw", "Draw the whole screen again"),
        ),
        action("app.suspend_process", "ctrl+z", "suspend", "suspend the program and go back to the shell"),
        action("app.quit", "ctrl+q", "quit", "quit at once; the game is saved", ("Quit", "Leave the game")),
        action(
            "app.show_settings",
            "",
            "settings",
            "settings, from any screen",
            ("Settings", "Theme, colours, pace, bell, mouse"),
        ),
        action(
            "app.leave",
            "",
            "leave",
            "back to the launcher or the hall, from any screen",
            ("Leave", "Back to the launcher, or to the hall of the server"),
        ),
        action("app.help_quit", "ctrl+c", "quit", "press twice to quit; the game is saved", fixed=True),
    ),
    includes=(),
    writes=True,
)

CONTEXTS = (APP,)
