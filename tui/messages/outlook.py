"""The words for what would happen next, on the screen and in line mode."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

OUTLOOK = AppMessage("outlook.title", "What would happen")
NOTHING = AppMessage("outlook.nothing", "This game has no previews of what would happen next.")
NOTHING_HERE = AppMessage("outlook.nothing_here", "This game has no previews for {place}.")
ABOUT = AppMessage("outlook.about", "{place}: {title}")
CASES = counted(
    "outlook.cases",
    "If it came right now: nothing is drawn or played before, and choices are made at random. In {number}"
    " case that may be:",
    "If it came right now: nothing is drawn or played before, and choices are made at random. In {number}"
    " cases that may be:",
)
TAKES_TOO_LONG = AppMessage(
    "outlook.too_long", "The rules take too long to work this out. You can play on; nothing was changed."
)
CERTAIN = AppMessage("outlook.certain", "Nothing of this is left to chance:")
TRACK = AppMessage("outlook.track", "{track}: {values}")
TRACK_NOW = AppMessage("outlook.track_now", "{track}: {before} → {after}")
VALUE = AppMessage("outlook.value", "{value} ({share})")
VALUE_EACH = AppMessage("outlook.value_each", "{value} ({share} each)")
PLACES = AppMessage("outlook.places", "Places: {places}")
END = AppMessage("outlook.end", "The game ends ({share}): {reason}")
END_ALWAYS = AppMessage("outlook.end_always", "The game ends in every case: {reason}")
ALWAYS = AppMessage("outlook.always", "always: {line}")
LINE = AppMessage("outlook.line", "{share}  {line}")
