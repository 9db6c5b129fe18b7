"""Lays out the contents of a tile as lines, with as many words as fit."""

from collections.abc import Sequence

from lazaretto.tui.board.badges import Style, inks, label_inks, ordered
from lazaretto.tui.board.canvas import MORE, Ink
from lazaretto.tui.board.marks import Mark
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.styled_text import Pen

PIPS = 8
"""The most pieces that are drawn one by one."""

SPACE: Ink = (" ", Pen())


def contents(marks: Sequence[Mark], width: int, height: int, style: Style, dimmed: bool) -> list[list[Ink]]:
    """Lines for all marks; the last line ends in a plus if some do not fit."""
    lines: list[list[Ink]] = []
    for wordy in (3, 2, 1, 0):
        lines = _lines(ordered(marks), width, style, wordy, dimmed)
        if len(lines) <= height and all(len(each) <= width for each in lines):
            return lines
    if width < 1 or height < 1:
        return []
    kept = [each for each in lines if len(each) <= width][:height]
    if kept and len(kept) == height:
        kept[-1] = kept[-1][: width - 1]
    else:
        kept.append([])
    return [*kept[:-1], [*kept[-1], MORE]]


def _lines(marks: Sequence[Mark], width: int, style: Style, wordy: int, dimmed: bool) -> list[list[Ink]]:
    """Put marks below each other at the highest level of detail, otherwise side by side."""
    lines: list[list[Ink]] = []
    for mark in marks:
        cells = inks(mark, style, dimmed)
        name = label_inks(mark, style, dimmed)
        if name and len(name) <= width:
            cells = name
        words = [] if mark.label else _words(mark, style, wordy)
        if len(cells) + len(words) <= width:
            cells = cells + words
        if lines and wordy < 3 and len(lines[-1]) + 1 + len(cells) <= width:
            lines[-1] += [SPACE, *cells]
        else:
            lines.append(cells)
    return lines


def _words(mark: Mark, style: Style, wordy: int) -> list[Ink]:
    """The words of a mark: at the top level each piece and the name, then only players' names, then none."""
    found: list[Ink] = []
    if wordy >= 2 and mark.glyph and mark.letter and mark.kind != "seat" and mark.count <= PIPS:
        glyph = style.sign(mark.glyph, mark.letter)
        found += [SPACE, *[(glyph, style.coloured(mark.colour, bold=True))] * mark.count]
    if wordy == 3 or (wordy and mark.kind == "seat"):
        pen = Pen() if mark.kind == "seat" else Pen("faint")
        found += [(each, pen) for each in f" {narrow(mark.text, style.ascii)}"]
    return found
