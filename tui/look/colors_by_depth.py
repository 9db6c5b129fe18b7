"""The colours of the dark and the light palette, written out for every colour depth.

A terminal with few colours that rounds by itself would merge colours that must stay distinct (two dark
backgrounds become one), so each colour names its counterparts among 256 and 16 colours explicitly.

The four colours that games use most (blue, yellow, grey, red) stay distinguishable for colour-blind players;
the tests compute this. On the dark background, a game's black is a darker grey; on the light background, a
game's white is a pale blue, so that both are visible.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Shade(NamedTuple):
    """One colour at all colour depths."""

    rgb: str
    indexed: int
    """The number among the 256 colours."""
    fore: int | None
    """The foreground number among the 16 colours; None means the terminal's default."""
    back: int | None
    """The background number among the 16 colours; None means the terminal's default."""


GROUNDS = frozenset({"ground", "land", "panel"})
"""The background roles, which never count as a mark."""

DARK_INK = "ink-dark"
LIGHT_INK = "ink-light"

_INKS = {DARK_INK: Shade("#000000", 16, 0, 0), LIGHT_INK: Shade("#ffffff", 231, 15, 15)}

DARK: Mapping[str, Shade] = MappingProxyType(
    _INKS
    | {
        "text": Shade("#d7dee6", 253, None, 7),
        "faint": Shade("#8ea0b2", 247, 8, 8),
        "line": Shade("#4f6479", 240, 8, 8),
        "accent": Shade("#7fd0ff", 117, 14, 6),
        "good": Shade("#5fd38a", 78, 10, 2),
        "bad": Shade("#ff8f80", 210, 9, 1),
        "warn": Shade("#ffcc4d", 221, 11, 3),
        "ground": Shade("#08121d", 16, 0, None),
        "land": Shade("#0e1c16", 234, 0, None),
        "panel": Shade("#0e1823", 233, 0, None),
        "coast": Shade("#3f7a5c", 65, 2, 2),
        "link": Shade("#5f819e", 67, 8, 8),
        "cursor": Shade("#f4f8fc", 255, 15, 7),
        "lit": Shade("#cfe8ff", 153, 15, 6),
        "changed": Shade("#ffc890", 222, 11, 3),
        "blue": Shade("#56b4e9", 74, 14, 14),
        "yellow": Shade("#f0e442", 227, 11, 11),
        "grey": Shade("#bbbbbb", 250, 7, 7),
        "black": Shade("#8b8b8b", 245, 8, 8),
        "red": Shade("#d55e00", 202, 9, 9),
        "green": Shade("#1fb877", 35, 2, 2),
        "lime": Shade("#8ee53f", 113, 10, 10),
        "cyan": Shade("#5ff2f0", 87, 6, 6),
        "magenta": Shade("#f05fd6", 206, 13, 13),
        "orange": Shade("#e8a33a", 214, 3, 3),
        "brown": Shade("#b3855f", 137, 1, 1),
        "white": Shade("#ffffff", 231, 15, 15),
        "pink": Shade("#ffb3c8", 218, 5, 5),
        "purple": Shade("#a97bf7", 141, 12, 12),
        "teal": Shade("#3f9ba8", 37, 6, 6),
    }
)

LIGHT: Mapping[str, Shade] = MappingProxyType(
    _INKS
    | {
        "text": Shade("#1b2732", 235, None, 0),
        "faint": Shade("#55626f", 241, 8, 8),
        "line": Shade("#8b98a5", 246, 8, 8),
        "accent": Shade("#0a5c99", 25, 4, 4),
        "good": Shade("#0d6b35", 28, 2, 2),
        "bad": Shade("#a8101c", 124, 1, 1),
        "warn": Shade("#7a5200", 94, 3, 3),
        "ground": Shade("#f7f5ee", 255, 15, None),
        "land": Shade("#e9eee0", 194, 15, None),
        "panel": Shade("#fffefa", 231, 15, None),
        "coast": Shade("#7a9a6a", 107, 2, 2),
        "link": Shade("#5b7891", 66, 8, 8),
        "cursor": Shade("#14202c", 234, 0, 0),
        "lit": Shade("#0b4f8a", 24, 4, 4),
        "changed": Shade("#8a3b00", 130, 5, 5),
        "blue": Shade("#1b5fc0", 26, 4, 4),
        "yellow": Shade("#846007", 58, 3, 3),
        "grey": Shade("#686868", 242, 8, 8),
        "black": Shade("#1c1c1c", 232, 0, 0),
        "red": Shade("#700c00", 88, 1, 1),
        "green": Shade("#0b6b3c", 22, 2, 2),
        "lime": Shade("#447000", 64, 2, 2),
        "cyan": Shade("#00707c", 30, 6, 6),
        "magenta": Shade("#b0189a", 127, 13, 13),
        "orange": Shade("#a85400", 130, 9, 9),
        "brown": Shade("#6b4423", 95, 1, 1),
        "white": Shade("#5a6b8c", 60, 12, 12),
        "pink": Shade("#b8386a", 161, 5, 5),
        "purple": Shade("#6a2fc0", 55, 5, 5),
        "teal": Shade("#08444a", 23, 6, 6),
    }
)
