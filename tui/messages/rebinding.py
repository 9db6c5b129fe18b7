"""What players are told about the keys they chose; the words of the actions themselves are in `tui/keys`."""

from tui.messages.translated_message import AppMessage

UNKNOWN = AppMessage("keys.unknown", "settings.toml: there is no action called `{action}`")
FIXED = AppMessage("keys.fixed", "settings.toml: the keys of `{action}` cannot be changed")
NO_LIST = AppMessage("keys.no_list", "settings.toml: `{action}` needs a key or a list of keys, not `{value}`")
NO_KEY = AppMessage("keys.no_key", "settings.toml: `{key}`, for `{action}`, is not a key")
LETTER = AppMessage(
    "keys.letter", "settings.toml: `{key}` cannot be `{action}`, because you type letters there"
)
CLASH = AppMessage(
    "keys.clash",
    "settings.toml: `{key}` cannot be both `{action}` and `{other}`; `{action}` keeps its default",
)
