"""The words for what would happen next, on the screen and in line mode."""

from tui.messages.translated_message import AppMessage, counted

OUTLOOK = AppMessage("outlook.title", "What would happen")
NOTHING = AppMessage("outlook.nothing", "This game has no previews of what would happen next.")
NOTHING_HERE = AppMessage("outlook.nothing_here", "This game has no previews for {place}.")
ABOUT = AppMessage("outlook.about", "{place}: {title}")
CASES = counted(
    "outlook.cases",
    "In {number} case that you cannot tell apart; choices are made at random, and nobody plays anything.",
    "In {number} cases that you cannot tell apart; choices are made at random, and nobody plays anything.",
)
CERTAIN = AppMessage("outlook.certain", "Nothing of this is left to chance:")
TRACK = AppMessage("outlook.track", "{track}: {values}")
TRACK_NOW = AppMessage("outlook.track_now", "{track}: {before} → {after}")
VALUE = AppMessage("outlook.value", "{value} ({share})")
PLACES = AppMessage("outlook.places", "Places: {places}")
END = AppMessage("outlook.end", "The game ends ({share}): {reason}")
LINE = AppMessage("outlook.line", "{share}  {line}")
