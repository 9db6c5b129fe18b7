"""Further palettes: each changes some colours of the dark or the light one."""

from collections.abc import Mapping
from types import MappingProxyType

from lazaretto.tui.look.colors_by_depth import DARK, LIGHT, Shade

CONTRAST: Mapping[str, Shade] = MappingProxyType(
    {
        **DARK,
        "text": Shade("#ffffff", 231, None, 7),
        "faint": Shade("#c6d2de", 252, 8, 8),
        "line": Shade("#8aa0b6", 109, 8, 8),
        "accent": Shade("#9fe0ff", 153, 14, 6),
        "good": Shade("#74f0a4", 121, 10, 2),
        "bad": Shade("#ffab9f", 217, 9, 1),
        "warn": Shade("#ffd75f", 221, 11, 3),
        "ground": Shade("#000000", 16, 0, None),
        "land": Shade("#0a1410", 232, 0, None),
        "panel": Shade("#101418", 233, 0, None),
        "coast": Shade("#5fae86", 72, 2, 2),
        "link": Shade("#9dbdd8", 110, 8, 8),
        "cursor": Shade("#ffff5f", 227, 15, 7),
        "lit": Shade("#ffffff", 231, 15, 6),
        "blue": Shade("#62bdf2", 75, 14, 14),
        "yellow": Shade("#fff23a", 227, 11, 11),
        "grey": Shade("#cccccc", 252, 7, 7),
        "black": Shade("#a1a1a1", 247, 8, 8),
        "red": Shade("#ff7a3c", 209, 9, 9),
        "green": Shade("#22c580", 42, 2, 2),
        "magenta": Shade("#ff80e4", 212, 13, 13),
        "brown": Shade("#cf9f78", 180, 1, 1),
        "purple": Shade("#b894ff", 141, 12, 12),
        "teal": Shade("#45b0be", 73, 6, 6),
    }
)
"""High contrast: bright on black; every text has a contrast of 7 or more."""

DUSK: Mapping[str, Shade] = MappingProxyType(
    {
        **DARK,
        "text": Shade("#e6dff0", 254, None, 7),
        "faint": Shade("#a79fb8", 248, 8, 8),
        "line": Shade("#6b6080", 60, 8, 8),
        "accent": Shade("#d9a8ff", 183, 14, 6),
        "ground": Shade("#15111d", 234, 0, None),
        "land": Shade("#1d1b22", 235, 0, None),
        "panel": Shade("#191423", 233, 0, None),
        "coast": Shade("#6f8a6a", 65, 2, 2),
        "link": Shade("#8f80ab", 103, 8, 8),
        "cursor": Shade("#f7f0ff", 255, 15, 7),
        "lit": Shade("#ecd9ff", 189, 15, 6),
        "black": Shade("#929292", 246, 8, 8),
        "red": Shade("#dc6408", 202, 9, 9),
        "teal": Shade("#46a9b6", 73, 6, 6),
    }
)
"""Dark and violet."""

SEPIA: Mapping[str, Shade] = MappingProxyType(
    {
        **LIGHT,
        "text": Shade("#3a2c1c", 236, None, 0),
        "faint": Shade("#63543f", 240, 8, 8),
        "line": Shade("#a08f70", 144, 8, 8),
        "accent": Shade("#8a3a10", 130, 4, 4),
        "ground": Shade("#f6ecd6", 230, 15, None),
        "land": Shade("#efe6c8", 223, 15, None),
        "panel": Shade("#fbf4e4", 255, 15, None),
        "coast": Shade("#9a8a55", 101, 2, 2),
        "link": Shade("#8a7350", 101, 8, 8),
        "cursor": Shade("#3a2410", 236, 0, 0),
        "lit": Shade("#7a2f00", 88, 4, 4),
        "changed": Shade("#7a2a5a", 89, 5, 5),
        "yellow": Shade("#7a5806", 58, 3, 3),
        "grey": Shade("#606060", 241, 8, 8),
        "red": Shade("#640800", 88, 1, 1),
        "lime": Shade("#3f6800", 64, 2, 2),
        "cyan": Shade("#006874", 30, 6, 6),
        "orange": Shade("#9a4c00", 130, 9, 9),
        "white": Shade("#53648a", 60, 12, 12),
        "pink": Shade("#b03060", 125, 5, 5),
    }
)
"""Light like old paper."""

PALETTES: Mapping[str, tuple[bool, Mapping[str, Shade]]] = MappingProxyType(
    {
        "dark": (True, DARK),
        "light": (False, LIGHT),
        "contrast": (True, CONTRAST),
        "dusk": (True, DUSK),
        "sepia": (False, SEPIA),
    }
)
"""Every palette by the name of its theme: whether it is dark, and its colours."""
