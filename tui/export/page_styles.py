"""Numbers the styles of a page's cells, and writes them as classes of CSS for a dark and a light ground."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from lazaretto.tui.look.role_colors import Palette


class Pair(NamedTuple):
    """The style of a cell on a dark and on a light ground."""

    dark: Style
    light: Style


_ATTRIBUTES = (
    ("bold", "font-weight:bold"),
    ("dim", "opacity:.7"),
    ("italic", "font-style:italic"),
    ("underline", "text-decoration:underline"),
    ("strike", "text-decoration:line-through"),
)


_ROLES = {
    **{each: each for each in ("ground", "panel", "faint", "accent", "line")},
    "ink": "text",
    "mark": "changed",
}
"""The variables of the style sheet, and the roles whose colours they have."""


class PageStyles:
    """Gives each style a number; 0 is an empty cell before anything is drawn."""

    def __init__(self, mono: bool) -> None:
        self._mono = mono
        self._numbers: dict[str, int] = {"": 0}
        self._known: dict[Pair, int] = {}

    def number(self, pair: Pair) -> int:
        """The number of a style; two styles that look the same share one."""
        found = self._known.get(pair)
        if found is None:
            declarations = ";".join(self._declarations(pair))
            found = self._numbers.setdefault(declarations, len(self._numbers))
            self._known[pair] = found
        return found

    def css(self) -> str:
        """The classes `s1`, `s2` and so on."""
        return "\n".join(f".s{number}{{{text}}}" for text, number in self._numbers.items() if text)

    def _declarations(self, pair: Pair) -> Iterator[str]:
        yield from (text for name, text in _ATTRIBUTES if getattr(pair.dark, name))
        if self._mono:
            if pair.dark.reverse:
                yield from ("color:var(--ground)", "background:var(--ink)")
            return
        (fore, back), (light_fore, light_back) = _colours(pair.dark), _colours(pair.light)
        yield from _colour("color", fore, light_fore)
        yield from _colour("background", back, light_back)


def ground_variables() -> tuple[str, str]:
    """The colours of the page itself as variables: on a dark ground, and on both."""
    dark, light = Palette(dark=True), Palette(dark=False)
    colours = [(f"--{name}", dark.hex(role), light.hex(role)) for name, role in _ROLES.items()]
    alone = ";".join(f"{name}:{one}" for name, one, _ in colours)
    return alone, ";".join(f"{name}:{_both(one, other)}" for name, one, other in colours)


def _colour(name: str, dark: str, light: str) -> Iterator[str]:
    if dark and light:
        yield f"{name}:{dark}"
        if dark != light:
            yield f"{name}:{_both(dark, light)}"


def _both(dark: str, light: str) -> str:
    return f"light-dark({light},{dark})"


def _colours(style: Style) -> tuple[str, str]:
    """The foreground and the background of a style, exchanged if it is reversed."""
    found = _hex(style.color), _hex(style.bgcolor)
    return (found[1], found[0]) if style.reverse else found


def _hex(colour: Color | None) -> str:
    return "" if colour is None or colour.is_default else colour.get_truecolor().hex
