"""The words of the base app and of the widgets."""

from tui.messages.translated_message import AppMessage

THE_SCREEN = AppMessage("terminal.the_screen", "the screen")
CRASHED = AppMessage("terminal.crashed", "The program made a mistake ({what}) and had to stop.")
RECOVERED = AppMessage(
    "terminal.recovered",
    "The program made a mistake ({what}) and came back here. Games are kept after every choice.",
)
BLEMISH = AppMessage(
    "terminal.blemish", "The program made a mistake ({what}); a part of the screen stays empty."
)
DETAILS_IN = AppMessage("terminal.details_in", "{sentence} The details are in {path}")
ENLARGE = AppMessage("widgets.enlarge", "Please enlarge")
SIZE = AppMessage("widgets.size", "This window has {columns} x {rows} characters,")
NEEDED = AppMessage("widgets.needed", "the game needs {columns} x {rows}.")
MORE_BELOW = AppMessage("widgets.more_below", "(more below)")
LIMITS = AppMessage("widgets.limits", "{low} to {high}")
