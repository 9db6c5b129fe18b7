"""Screens as cells, each with a character and a style, and what changes from one screen to the next."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from rich.style import Style
from textual.strip import Strip

from lazaretto.tui.terminal.frame_encoder import cells

NEAR = 4
"""The most unchanged cells that are repeated so that two changes become one."""

StyleKey = TypeVar("StyleKey", bound=Hashable)


class CellRow(NamedTuple, Generic[StyleKey]):
    """A row of the screen: the character of each cell, and its style."""

    chars: tuple[str, ...]
    styles: tuple[StyleKey, ...]


class Change(NamedTuple):
    """Cells side by side that change, all in one style."""

    y: int
    x: int
    style: int
    chars: tuple[str, ...]


def row_of(strip: Strip, width: int) -> CellRow[Style]:
    """A row as the framework drew it, as cells."""
    chars: list[str] = []
    styles: list[Style] = []
    for text, style, control in strip:
        if not control:
            before = len(chars)
            chars.extend(cells(text))
            styles.extend([style or Style.null()] * (len(chars) - before))
    missing = width - len(chars)
    chars.extend([" "] * missing)
    styles.extend([Style.null()] * missing)
    return CellRow(tuple(chars[:width]), tuple(styles[:width]))


def changes(old: Iterable[CellRow[int]], new: Iterable[CellRow[int]]) -> Iterator[Change]:
    """What must be drawn to get from one screen to another of the same size."""
    for y, (before, now) in enumerate(zip(old, new, strict=True)):
        if before is not now and before != now:
            yield from _row_changes(y, before, now)


def _row_changes(y: int, old: CellRow[int], new: CellRow[int]) -> Iterator[Change]:
    width = len(new.chars)
    x = 0
    while x < width:
        if (old.chars[x], old.styles[x]) == (new.chars[x], new.styles[x]):
            x += 1
            continue
        style = new.styles[x]
        end = last = x + 1
        while end < width and new.styles[end] == style and end - last <= NEAR:
            end += 1
            if (old.chars[end - 1], old.styles[end - 1]) != (new.chars[end - 1], style):
                last = end
        while last < width and new.chars[last] == "":  # a wide character is never cut in two
            last += 1
        yield Change(y, x, style, new.chars[x:last])
        x = last
