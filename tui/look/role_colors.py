"""Maps roles to colours: each app has one palette, dark, light or of another kind, with or without colours.

A terminal with few colours that rounds by itself would merge colours that must stay distinct, so each colour
of the dark and the light palette names its counterparts. Every pen is readable: text with too little contrast
on a mark becomes black or white.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.theme import Theme

from lazaretto.tui.look.fit_and_wrap_text import Pen


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


READABLE = 4.5
"""The minimum contrast between a text and its background."""

BEHIND = frozenset({"link", "coast"})
"""The roles that stay behind everything else; without colours they are dim."""

KEPT = 4096
"""The maximum size of the style cache; a game uses a few dozen styles."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Palette:
    """The colours of one app, with a cache of the styles made from them."""

    dark: bool = True
    mono: bool = False
    """Without colours: attributes stay, and text on a mark is reversed."""
    scheme: str = ""
    """The name of a palette with other colours than the usual dark or light ones."""
    _styles: dict[Pen, Style] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def shades(self) -> Mapping[str, Shade]:
        """All roles with their colours at every colour depth."""
        return PALETTES[self.scheme or ("dark" if self.dark else "light")][1]

    def style(self, pen: Pen) -> Style:
        """The style for a pen."""
        style = self._styles.get(pen)
        if style is None:
            style = self._mono(pen) if self.mono else self._coloured(pen)
            if len(self._styles) < KEPT:
                self._styles[pen] = style
        return style

    def hex(self, role: str) -> str:
        """The colour of a role as #rrggbb; an unknown role has the colour of text."""
        if _HEX.fullmatch(role):
            return role.lower()
        return self.shades.get(role, self.shades["text"]).rgb

    def ink(self, role: str) -> str:
        """The role for text on a mark in this colour: dark ink or light ink."""
        back = self.hex(role)
        dark, light = (contrast(self.hex(each), back) for each in (DARK_INK, LIGHT_INK))
        return DARK_INK if dark >= light else LIGHT_INK

    def _coloured(self, pen: Pen) -> Style:
        fore = self.hex(pen.fore)
        if pen.back and pen.back not in GROUNDS and contrast(fore, self.hex(pen.back)) < READABLE:
            fore = self.hex(self.ink(pen.back))
        return Style(
            color=Color.from_triplet(triplet(fore)),
            bgcolor=Color.from_triplet(triplet(self.hex(pen.back))) if pen.back else None,
            bold=pen.bold or None,
            underline=pen.underline or None,
            reverse=pen.reverse or None,
        )

    def _mono(self, pen: Pen) -> Style:
        marked = bool(pen.back) and pen.back not in GROUNDS
        dim = pen.fore in BEHIND and not pen.bold and not marked
        return Style(
            bold=pen.bold or None,
            dim=dim or None,
            underline=pen.underline or None,
            reverse=(pen.reverse or marked) or None,
        )


def palette_named(name: str, *, mono: bool = False) -> Palette:
    """The palette of a theme."""
    dark, _ = PALETTES[name]
    return Palette(dark=dark, mono=mono, scheme="" if name in ("dark", "light") else name)


def theme(palette: Palette) -> Theme:
    """The theme that gives the framework's own widgets the colours of our palette."""
    colour = palette.hex
    return Theme(
        name=f"lazaretto-{palette.scheme or ('dark' if palette.dark else 'light')}",
        primary=colour("accent"),
        secondary=colour("link"),
        warning=colour("warn"),
        error=colour("bad"),
        success=colour("good"),
        accent=colour("accent"),
        foreground=colour("text"),
        background=colour("ground"),
        surface=colour("panel"),
        panel=colour("panel"),
        boost=colour("panel"),
        dark=palette.dark,
        text_alpha=1.0,
        variables={
            "text": colour("text"),
            "text-muted": colour("faint"),
            "text-disabled": colour("faint"),
            "foreground-muted": colour("faint"),
            "foreground-disabled": colour("faint"),
            "block-cursor-foreground": colour(palette.ink("cursor")),
            "block-cursor-background": colour("cursor"),
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-foreground": colour("text"),
            "block-cursor-blurred-background": colour("panel"),
            "block-cursor-blurred-text-style": "bold underline",
            "block-hover-background": colour("panel"),
            "border": colour("accent"),
            "border-blurred": colour("line"),
            "input-cursor-background": colour("cursor"),
            "input-cursor-foreground": colour(palette.ink("cursor")),
            "input-selection-background": colour("line"),
            "scrollbar": colour("line"),
            "scrollbar-hover": colour("link"),
            "scrollbar-active": colour("accent"),
            "scrollbar-background": colour("panel"),
            "scrollbar-background-hover": colour("panel"),
            "scrollbar-background-active": colour("panel"),
            "scrollbar-corner-color": colour("panel"),
        },
    )


def triplet(colour: str) -> ColorTriplet:
    """#rrggbb as three numbers."""
    return ColorTriplet(int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4
        for each in triplet(colour).normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
