"""Replaces characters: with ASCII for terminals without Unicode, and with single-column characters.

The texts of a game may contain anything; a character that is two columns wide, zero-width or a control
character would shift the rest of its line.
"""
# ruff: noqa: RUF001  (this table is about characters that look like letters)

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from rich.cells import get_character_cell_size

UNKNOWN = "?"
"""Replaces characters that have no similar ASCII character."""

_BOXES = {
    "-": "─━┄┅┈┉╌╍═╴╶╸╺╼╾‐‑‒–—―−‾",
    "|": "│┃┆┇┊┋╎╏║╵╷╹╻╽╿¦",
    "/": "╱⊘∕⟋",
    "\\": "╲⟍∖",
    "X": "╳✕✖✗✘×",
    "+": "✚✛✜✙⊕⊞⛨",
}
_SHAPES = {
    "o": "●○◉◎⬤◌◍⚪⚫◦",
    "^": "▲△▴▵⌃⏶↟",
    "v": "▼▽▾▿⌄⏷✓✔☑∨",
    "<": "◀◁◂◃⏴‹«⟨",
    ">": "▶▷▸▹⏵›»⟩✈➤❯",
    "#": "■▪◼◾▣▤▥▦▧▨▩⬛",
    "*": "◆◇◈❖★☆✦✧✱✲✶✷✸✹✺❂⁂∗•‣⁃※",
    ".": "·∙⋅…‥",
    "_": "□▫◻◽⬜☐",
    "H": "⌂⏏",
    "!": "☣☢⚠‼❗",
    "~": "⛵≈∼⏦±",
    "&": "⚗⚕⚘",
    "@": "⌖⊙◐◑◒◓⚙",
    "%": "⚖‰",
    "=": "≡≣☰⇔",
    "x": "☒☠⊗",
    "t": "⚑⚐†",
    "P": "♟♙☺☻",
    "$": "¤€£¥",
    "'": "‘’‚‛´ʼ",
    '"': "“”„‟″",
}
_LETTERS = {
    "L": "Ł",
    "l": "ł",
    "O": "ØŒ",
    "o": "øœ",
    "D": "ĐÐ",
    "d": "đð",
    "s": "ßſ",
    "A": "Æ",
    "a": "æ",
    "T": "Þ",
    "t": "þ",
    "i": "ı",
    "h": "ħ",
    "n": "ŋ",
    "H": "Ħ",
    "N": "Ŋ",
    "u": "µ",
}
_ARROWS = {"<": "←⇐↞↤⟵↖↙", ">": "→⇒↠↦⟶➔➜↗↘", "^": "↑⇑", "v": "↓⇓", "-": "↔", "|": "↕"}
_BARS = {
    "#": "█▉▊▋▆▇▓▛▜▙▟",
    "=": "▌▍▐▄▅▀▒▚▞",
    ":": "░▎▏▁▂▃▕▔▘▝▖▗",
    " ": "\N{NO-BREAK SPACE}\N{BRAILLE PATTERN BLANK}",
}

SIGNS: Mapping[str, str] = MappingProxyType(
    {chr(code): "+" for code in range(0x2500, 0x2580)}
    | {chr(code): "." for code in range(0x2801, 0x2900)}
    | {
        sign: likeness
        for likeness, signs in chain.from_iterable(
            each.items() for each in (_BOXES, _SHAPES, _LETTERS, _ARROWS, _BARS)
        )
        for sign in signs
    }
)
"""Each sign with the most similar ASCII character; box corners and crossings become plus signs."""


def plain(text: str, own: Mapping[str, str] = MappingProxyType({})) -> str:
    """The text in ASCII, with the same number of columns; `own` are likenesses of signs that have none."""
    if text.isascii():
        return text
    return "".join(each if each.isascii() else own.get(each) or _likeness(each) for each in text)


@lru_cache(maxsize=1024)
def has_likeness(char: str) -> bool:
    """Whether a character has a similar ASCII character."""
    return plain(char).strip() not in ("", UNKNOWN)


def safe(text: str) -> str:
    """The text with every character exactly one column wide, and without control characters."""
    return text if text.isascii() and text.isprintable() else _safe(text)


@lru_cache(maxsize=4096)
def _safe(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    return "".join(each if _single(each) else _one(each) for each in composed)


def _likeness(char: str) -> str:
    width = get_character_cell_size(char)
    return _letter(char).ljust(width)[:width] if width else ""


def _one(char: str) -> str:
    """Replace a wide character with one column, drop a zero-width one, replace a control character."""
    if char in "\t\n\r":
        return " "
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return ""
    return _letter(char)


def _letter(char: str) -> str:
    """The most similar ASCII character."""
    found = SIGNS.get(char)
    if found is None:
        found = unicodedata.normalize("NFKD", char)[0]
    return found if found.isascii() and found.isprintable() else UNKNOWN


def _single(char: str) -> bool:
    return char.isprintable() and get_character_cell_size(char) == 1 and not unicodedata.combining(char)
