"""The player's keys and words for what the texts of guides name in braces."""

from collections.abc import Collection, Mapping

from lazaretto.rules.guides.guide import ASIDES
from lazaretto.tui.keys.keymap import Keymap

_KEYS = {
    "undo": ("table.undo",),
    "help": ("table.help",),
    "views": ("table.views",),
    "odds": ("table.views", "views.piles"),
    "players": ("table.views", "views.players"),
    "log": ("table.views", "views.log"),
    "rulebook": ("table.views", "views.rulebook"),
    "leave": ("table.leave",),
}
"""The actions whose keys are pressed one after the other."""

_COMMANDS = {
    "undo": ("undo",),
    "help": ("help",),
    "views": ("status",),
    "odds": ("odds", "piles", "status"),
    "players": ("players", "status"),
    "log": ("log",),
    "rulebook": ("rules", "rulebook", "help"),
    "leave": ("quit",),
}
"""The words of line mode, the best first."""


def keys_of(keymap: Keymap) -> Mapping[str, str]:
    """What to press for each of them."""
    return {name: " ".join(map(keymap.shown, _KEYS[name])) for name in ASIDES}


def commands_of(known: Collection[str]) -> Mapping[str, str]:
    """What to type for each of them, among the known commands."""
    return {name: f"`{next(each for each in _COMMANDS[name] if each in known)}`" for name in ASIDES}
