"""What players are told about the keys they chose; the words of the actions themselves are in `tui/keys`."""

from lazaretto.tui.messages.translated_message import AppMessage

IN_FILE = AppMessage("keys.in_file", "settings.toml: ")
KEYS = AppMessage("keys.title", "Keys")
OPTIONS_OF = AppMessage("keys.options_of", "options of {title}")
PRESS = AppMessage("keys.press", "Press the new key; {stop} keeps the old one.")
CHANGED = AppMessage("keys.changed", "Changed and saved.")
RESET = AppMessage("keys.reset", "The default is back.")
IS_A_KEY = AppMessage("keys.is_a_key", "`{letter}` is a key of the table, so no option can have it")
UNKNOWN = AppMessage("keys.unknown", "settings.toml: there is no action called `{action}`")
FIXED = AppMessage("keys.fixed", "settings.toml: the keys of `{action}` cannot be changed")
NO_LIST = AppMessage("keys.no_list", "settings.toml: `{action}` needs a key or a list of keys, not `{value}`")
NO_OPTION_LETTER = AppMessage(
    "keys.no_option_letter", "settings.toml: `{letter}`, for the option `{option}`, is not a letter or digit"
)
NO_KEY = AppMessage("keys.no_key", "settings.toml: `{key}`, for `{action}`, is not a key")
LETTER = AppMessage(
    "keys.letter", "settings.toml: `{key}` cannot be `{action}`, because you type letters there"
)
CLASH = AppMessage(
    "keys.clash",
    "settings.toml: `{key}` cannot be both `{action}` and `{other}`; `{action}` keeps its default",
)
