"""Marks as a few cells of colour: a letter or sign and a number, readable without the colour too."""

from collections.abc import Iterable
from dataclasses import dataclass

from tui.board.canvas import Ink
from tui.board.pieces_as_marks import Mark
from tui.board.short_names import sign
from tui.look.styled_text import Pen


@dataclass(frozen=True, slots=True)
class Style:
    """What the terminal can show."""

    ascii: bool = False
    mono: bool = False

    @property
    def ground(self) -> str:
        """The role of the ground; without colours there is none."""
        return "" if self.mono else "ground"

    def sign(self, glyph: str, letter: str) -> str:
        """The one character for a thing; a dot for one that has none."""
        return sign(glyph, letter, self.ascii) or sign("•", "o", self.ascii)

    def pick(self, fancy: str, simple: str) -> str:
        """A sign of ours, or its plain form."""
        return simple if self.ascii else fancy

    def filled(self, colour: str) -> Pen:
        """Ink of the ground on a field of colour."""
        if self.mono:
            return Pen("text", bold=True, reverse=True)
        return Pen("ground", colour or "text", bold=True)

    def coloured(self, colour: str, bold: bool = False) -> Pen:
        """Ink of a colour."""
        return Pen(colour or "text", bold=bold)


def text(mark: Mark, style: Style) -> str:
    """A mark in as few letters as say it: a letter with its number; a lone sign needs none."""
    face = sign(mark.letter, mark.glyph, style.ascii)
    if mark.kind in {"seat", "thing"}:
        return face or "?"
    if not face:
        return f"{style.sign(mark.glyph, '')}{mark.count if mark.count > 1 else ''}"
    if not mark.letter and mark.count == 1:
        return face
    return f"{face}{mark.count}"


def inks(mark: Mark, style: Style, dimmed: bool = False) -> list[Ink]:
    """The cells of a mark: on a field of colour, so that many are seen from afar; a lone one is only ink."""
    lone = not mark.letter or (mark.kind != "seat" and mark.count == 1)
    pen = style.coloured(mark.colour, bold=not dimmed) if lone or dimmed else style.filled(mark.colour)
    return [(char, pen) for char in text(mark, style)]


def ordered(marks: Iterable[Mark]) -> list[Mark]:
    """Marks with what matters most first: the most pieces, then figures, then single signs."""
    rank = {"pieces": 0, "pile": 0, "seat": 1, "thing": 2}
    return sorted(marks, key=lambda each: (rank.get(each.kind, 3) if each.letter else 3, -each.count))
