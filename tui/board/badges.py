"""Renders marks as a few coloured cells: a letter or glyph and a number, readable without colour too."""

from collections.abc import Iterable
from dataclasses import dataclass

from lazaretto.tui.board.canvas import Ink
from lazaretto.tui.board.marks import Mark, initial
from lazaretto.tui.board.short_names import narrow, sign, wide_sign
from lazaretto.tui.look.styled_text import Pen


@dataclass(frozen=True, slots=True)
class Style:
    """What the terminal can show, and the pens that follow from it."""

    ascii: bool = False
    mono: bool = False

    @property
    def ground(self) -> str:
        """The role of the background; empty without colours."""
        return "" if self.mono else "ground"

    def sign(self, glyph: str, letter: str) -> str:
        """The single character for a thing; a dot if the thing has neither a glyph nor a letter."""
        return sign(glyph, letter, self.ascii) or sign("•", "o", self.ascii)

    def pick(self, fancy: str, simple: str) -> str:
        """Choose the Unicode form of a sign, or its ASCII form."""
        return simple if self.ascii else fancy

    def filled(self, colour: str) -> Pen:
        """A pen that writes in the background colour on a coloured field."""
        if self.mono:
            return Pen("text", bold=True, reverse=True)
        return Pen("ground", colour or "text", bold=True)

    def coloured(self, colour: str, bold: bool = False) -> Pen:
        """A pen that writes in a colour."""
        return Pen(colour or "text", bold=bold)


def text(mark: Mark, style: Style) -> str:
    """The shortest text for a mark: a letter with its count; a glyph alone for a single piece."""
    face = wide_sign(mark.glyph, style.ascii) or sign(mark.letter, mark.glyph, style.ascii)
    if mark.kind == "number":
        return f"{face}{mark.count}"
    if mark.kind in {"seat", "thing", "danger"}:
        return face or initial(mark.text)
    if not face:
        letter = initial(mark.text) if style.ascii and mark.glyph.strip() else ""
        return f"{style.sign(mark.glyph, letter)}{mark.count if mark.count > 1 else ''}"
    if not mark.letter and mark.count == 1:
        return face
    return f"{face}{mark.count}"


def inks(mark: Mark, style: Style, dimmed: bool = False) -> list[Ink]:
    """The cells of a mark: on a coloured field so that groups stand out; a single piece in coloured text."""
    lone = not mark.letter or (mark.kind != "seat" and mark.count == 1)
    pen = style.coloured(mark.colour, bold=not dimmed) if lone or dimmed else style.filled(mark.colour)
    return [(char, pen) for char in text(mark, style)]


def label_inks(mark: Mark, style: Style, dimmed: bool = False) -> list[Ink]:
    """The cells of a mark that is written as a name; none if it is not."""
    pen = style.coloured(mark.colour, bold=not dimmed)
    return [(char, pen) for char in narrow(mark.label, style.ascii)]


def ordered(marks: Iterable[Mark]) -> list[Mark]:
    """Sort marks, always in the same order: pieces, then the players' figures, then single signs."""
    return sorted(marks, key=_rank)


def by_importance(marks: Iterable[Mark]) -> list[tuple[int, Mark]]:
    """Return marks with their numbers, the ones first that must not be left out: where most pieces are."""
    return sorted(enumerate(marks), key=lambda each: (_rank(each[1]), -each[1].count))


def _rank(mark: Mark) -> int:
    rank = {"pieces": 0, "pile": 0, "number": 0, "seat": 1, "thing": 2}
    return rank.get(mark.kind, 3) if mark.letter else 3
