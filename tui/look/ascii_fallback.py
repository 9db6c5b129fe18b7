"""Signs in other letters: ASCII for terminals without Unicode, and one column for every character of ours.

What a game writes may hold anything; a character that takes two columns or none, or that a terminal obeys
instead of showing, would push the rest of its line out of place.
"""
# ruff: noqa: RUF001  (signs that look like letters are what this table is about)

import unicodedata
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType

from rich.cells import get_character_cell_size

UNKNOWN = "?"
"""Stands for what has no likeness."""

_BOXES = {
    "-": "─━┄┅┈┉╌╍═╴╶╸╺╼╾‐‑‒–—―−‾",
    "|": "│┃┆┇┊┋╎╏║╵╷╹╻╽╿¦",
    "/": "╱⊘∕⟋",
    "\\": "╲⟍∖",
    "X": "╳✕✖✗✘×",
    "+": "✚✛✜✙⊕⊞⛨",
}
_SHAPES = {
    "o": "●○◉◎⬤◌◍⚪⚫",
    "^": "▲△▴▵⌃⏶↟",
    "v": "▼▽▾▿⌄⏷✓✔☑∨",
    "<": "◀◁◂◃⏴‹«⟨",
    ">": "▶▷▸▹⏵›»⟩✈➤❯",
    "#": "■□▪▫◼◻◾◽▣▤▥▦▧▨▩⬛⬜☐",
    "*": "◆◇◈❖★☆✦✧✱✲✶✷✸✹✺❂⁂∗•‣⁃※",
    ".": "·∙⋅…‥",
    "H": "⌂⏏",
    "!": "☣☢⚠‼❗",
    "~": "⛵≈∼⏦",
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
}
_ARROWS = {"<": "←⇐↞↤⟵", ">": "→⇒↠↦⟶➔➜", "^": "↑⇑", "v": "↓⇓", "-": "↔", "|": "↕"}
_BARS = {
    "#": "█▉▊▋▆▇▓",
    "=": "▌▍▐▄▅▀▒",
    ":": "░▎▏▁▂▃▕▔",
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
"""Each sign with the ASCII character nearest to it; corners and crossings of boxes are pluses."""


def plain(text: str) -> str:
    """The text in ASCII, in as many columns."""
    if text.isascii():
        return text
    return "".join(each if each.isascii() else _likeness(each) for each in text)


def safe(text: str) -> str:
    """The text with exactly one column for every character, and nothing that a terminal obeys."""
    if text.isascii() and text.isprintable():
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(each if _single(each) else _one(each) for each in composed)


def _likeness(char: str) -> str:
    width = get_character_cell_size(char)
    return _letter(char).ljust(width)[:width] if width else ""


def _one(char: str) -> str:
    """One column for a character that takes two, none for one that takes none, a mark for a command."""
    if char in "\t\n\r":
        return " "
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return ""
    return _letter(char)


def _letter(char: str) -> str:
    """The ASCII character nearest to one."""
    found = SIGNS.get(char)
    if found is None:
        found = unicodedata.normalize("NFKD", char)[0]
    return found if found.isascii() and found.isprintable() else UNKNOWN


def _single(char: str) -> bool:
    return char.isprintable() and get_character_cell_size(char) == 1 and not unicodedata.combining(char)
