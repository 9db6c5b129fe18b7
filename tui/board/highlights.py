"""Chooses the pens for highlights: the cursor, selectable, selected, changed and neighbouring spots."""

from collections.abc import Iterator, Mapping

from lazaretto.rules import Ref
from lazaretto.tui.board.badges_and_signs import Marked, Style
from lazaretto.tui.board.canvas import Canvas, Ink
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.fit_and_wrap_text import Pen

LIT = Pen("lit", bold=True)
CHANGED = Pen("changed", bold=True)

_GROUND = frozenset((" ", *map(chr, range(0x2580, 0x25A0)), *map(chr, range(0x2800, 0x2900))))
"""The blank, and the characters of coasts and of lines of dots."""


def cursor_pen(style: Style) -> Pen:
    """The pen for the spot under the cursor."""
    return Pen("text", bold=True, reverse=True) if style.mono else Pen("ground", "cursor", bold=True)


def label_pen(style: Style, ref: Ref, marked: Marked, near: bool, usual: Pen) -> Pen:
    """The pen for a name; without colours, the neighbours of the cursor are underlined."""
    for each in marked.pointed:
        if each.ref == ref:
            return style.filled(each.colour)
    if ref == marked.cursor:
        return cursor_pen(style)
    if ref in marked.chosen:
        return Pen("lit", bold=True, reverse=True)
    if is_dimmed(ref, marked):
        return Pen("faint", bold=near and not style.mono, underline=near and style.mono)
    if marked.lit is not None:
        return LIT
    if ref in marked.changed:
        return CHANGED
    return Pen(usual.fore, usual.back, bold=True, underline=style.mono) if near else usual


def is_dimmed(ref: Ref, marked: Marked) -> bool:
    """Whether to dim a spot because the player is choosing among others."""
    return marked.lit is not None and ref not in marked.lit


def flag(style: Style, ref: Ref, marked: Marked) -> Ink | None:
    """A sign before a name that shows without colour what the pen shows."""
    if ref in marked.chosen:
        return style.pick("✓", "x"), LIT
    if marked.lit is not None and ref in marked.lit:
        return style.pick("▸", ">"), LIT
    if ref in marked.changed:
        return style.pick("✱", "!"), CHANGED
    return None


def draw_pointed(canvas: Canvas, style: Style, marked: Marked, cells: Mapping[Ref, tuple[int, int]]) -> None:
    """Write the name of each person who shows a spot above or below it, where it hides least.

    If it would hide a name or a piece everywhere, the arrow stands alone.
    """
    for each in marked.pointed:
        if each.ref in cells:
            name = narrow(each.name, ascii=style.ascii)
            pointers = _pointers(canvas, style, cells[each.ref], name)
            found = min(pointers, key=lambda pointer: pointer[0], default=None)
            if found is not None:
                _, column, row, text = found
                canvas.write(column, row, text, style.filled(each.colour))


def _pointers(
    canvas: Canvas, style: Style, at: tuple[int, int], name: str
) -> Iterator[tuple[int, int, int, str]]:
    """Yield where a pointer to a cell may stand: what it hides, its column and row, and its text."""
    column, row = at
    for above in (True, False):
        line = row - 1 if above else row + 1
        arrow = style.pick("▼" if above else "▲", "v" if above else "^")
        for text, before in ((f"{arrow} {name} ", 0), (f" {name} {arrow}", len(name) + 2), (arrow, 0)):
            start = column - before
            if 0 <= line < len(canvas.rows) and 0 <= start <= len(canvas.rows[line]) - len(text):
                under = canvas.rows[line][start : start + len(text)]
                hidden = sum(not _is_ground(cell.char) for cell in under)
                yield (2 * hidden + (text == arrow), start, line, text)


def _is_ground(char: str) -> bool:
    """Whether a character says nothing of its own."""
    return char in _GROUND
