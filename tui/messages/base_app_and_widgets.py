"""The words of the base app and of the widgets."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

THE_SCREEN = AppMessage("terminal.the_screen", "the screen")
CRASHED = AppMessage("terminal.crashed", "Lazaretto stopped because of an internal error ({what}).")
RECOVERED = AppMessage(
    "terminal.recovered",
    "An internal error occurred ({what}), so you are back here. Games are saved after every choice.",
)
BLEMISH = AppMessage("terminal.blemish", "An internal error occurred ({what}); part of the screen is empty.")
DETAILS_IN = AppMessage("terminal.details_in", "{sentence} The details are in {path}")
MORE_WRONG = counted(
    "terminal.more_wrong", "{number} more setting is wrong.", "{number} more settings are wrong."
)
ENLARGE = AppMessage("widgets.enlarge", "Please enlarge")
SIZE = AppMessage("widgets.size", "This window has {columns} x {rows} characters,")
NEEDED = AppMessage("widgets.needed", "the game needs {columns} x {rows}.")
MORE_BELOW = AppMessage("widgets.more_below", "(more below)")
LIMITS = AppMessage("widgets.limits", "{low} to {high}")
