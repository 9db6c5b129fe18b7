"""Ready-made sets of keys: for players used to vim, and for keyboards on which some signs are hard to type.

A layout changes only some actions; the player's own keys come on top.
"""

from collections.abc import Mapping
from types import MappingProxyType

Layout = Mapping[str, tuple[str, ...]]


def _moves(left: str, down: str, up: str, right: str) -> dict[str, tuple[str, ...]]:
    """Letters that move at the table."""
    return {
        "table.left": ("left", left),
        "table.down": ("down", down),
        "table.up": ("up", up),
        "table.right": ("right", right),
    }


_TURNS = {
    "replay.turn_back": ("comma", "pageup", "left_square_bracket"),
    "replay.turn_on": ("full_stop", "pagedown", "right_square_bracket"),
}
"""Where brackets need AltGr."""

LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "default": {},
        "vim": _moves(*"hjkl")
        | {
            "pick.up": ("up", "k"),
            "pick.down": ("down", "j"),
            "table.carry_up": ("shift+up", "K"),
            "table.carry_down": ("shift+down", "J"),
        },
        "vim-dvorak": _moves(*"dhtn"),
        "vim-colemak": _moves(*"hnei") | {"table.others": ("ctrl+e",)},
        "qwertz": _TURNS
        | {
            "table.find": ("number_sign", "slash"),
            "launcher.find": ("number_sign", "slash"),
            "rulebook.find": ("number_sign", "slash"),
            "replay.find": ("number_sign", "slash"),
            "sheet.find": ("number_sign", "slash"),
        },
        "azerty": {
            "replay.turn_back": ("comma", "pageup", "left_square_bracket"),
            "replay.turn_on": ("semicolon", "pagedown", "right_square_bracket"),
            "table.find": ("colon", "slash"),
            "launcher.find": ("colon", "slash"),
            "rulebook.find": ("colon", "slash"),
            "sheet.find": ("colon", "slash"),
        },
    }
)
"""Every layout by its name."""

DIGITS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"azerty": dict(zip("&é\"'(-è_çà", "1234567890", strict=True))}
)
"""What a keyboard types without Shift on the keys of digits, where these are not the digits."""
