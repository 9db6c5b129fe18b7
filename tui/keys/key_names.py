"""Converts key names between Textual, the settings file and the screen."""

from textual.keys import REPLACED_KEYS, _character_to_key, key_to_character

_WRITTEN = {
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "insert": "Ins",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "space": "space",
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
}
"""Keys without a printable character, as the screen shows them."""

_NAMED = {
    **{shown.casefold(): key for key, shown in _WRITTEN.items()},
    **{key: key for key in _WRITTEN},
    "return": "enter",
    "spacebar": "space",
}

_MODIFIERS = ("ctrl", "alt", "shift")


def character(key: str) -> str | None:
    """The character that a key types; None if it types none."""
    found = " " if key == "space" else key_to_character(REPLACED_KEYS.get(key, key))
    return found if found is not None and found.isprintable() else None


def is_option_key(text: str) -> bool:
    """Whether a text can be the key of an option: one letter or digit that every keyboard has."""
    return len(text) == 1 and text.isascii() and text.isalnum()


def shown(key: str) -> str:
    """A Textual key name as the screen shows it: `question_mark` becomes `?`."""
    held, _, last = key.rpartition("+")
    name = _WRITTEN.get(last) or character(last) or last
    return f"{held}+{name}" if held else name


def parsed(text: str) -> str | None:
    """Textual's name for a key that a player wrote (`?`, `Esc`, `ctrl+s`); None if it is not a key."""
    if len(text) == 1:
        return _character_to_key(text) if text.isprintable() and text != " " else None
    *held, last = text.casefold().split("+")
    if len(set(held)) < len(held) or not set(held) <= set(_MODIFIERS):
        return None
    key = _NAMED.get(last)
    if key is None and held and held != ["shift"] and len(last) == 1 and last.isascii() and last.isalnum():
        key = last
    if key is None and not held and len(last) > 1 and character(last) is not None:
        key = last
    return (
        None if key is None else "+".join((*(modifier for modifier in _MODIFIERS if modifier in held), key))
    )
