"""Maps roles to colours: each app has one palette, dark or light, with or without colours.

Every pen is readable: text with too little contrast on a mark becomes black or white.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.theme import Theme

from lazaretto.tui.look.colors_by_depth import DARK_INK, GROUNDS, LIGHT_INK, Shade
from lazaretto.tui.look.palettes import PALETTES
from lazaretto.tui.look.styled_text import Pen

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
