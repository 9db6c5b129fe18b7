"""Arranges the options of a question in columns: each column is as wide as its own longest option."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

GAP = 2
"""The blanks between two columns."""


@dataclass(frozen=True, slots=True)
class OptionPage:
    """The options that are visible at the same time: their numbers by column, with its width."""

    columns: tuple[tuple[int, range], ...]

    @property
    def first(self) -> int:
        """The first option."""
        return self.columns[0][1].start

    @property
    def last(self) -> int:
        """The option after the last one."""
        return self.columns[-1][1].stop


def rows_needed(widths: Sequence[int], room: int, abreast: bool = True) -> int:
    """The number of rows for all options, in as many columns as fit."""
    count = len(widths)
    if not abreast or not count:
        return count
    for deep in range(max(1, -(-sum(widths) // max(1, room))), count):
        wide = [max(widths[start : start + deep]) for start in range(0, count, deep)]
        if sum(wide) + GAP * (len(wide) - 1) <= room:
            return deep
    return count


def page_with(index: int, widths: Sequence[int], room: int, rows: int, abreast: bool = True) -> OptionPage:
    """The page with an option: all options if they fit, otherwise as many as fit."""
    deep = min(rows, rows_needed(widths, room, abreast))
    return next(page for page in _pages(widths, room, max(1, deep), abreast) if index < page.last)


def _pages(widths: Sequence[int], room: int, deep: int, abreast: bool) -> Iterator[OptionPage]:
    start = 0
    while start < len(widths):
        found: list[tuple[int, range]] = []
        used = 0
        while start < len(widths):
            part = range(start, min(start + deep, len(widths)))
            wide = max(widths[part.start : part.stop])
            if found and (not abreast or used + GAP + wide > room):
                break
            found.append((wide, part))
            used += wide + (GAP if used else 0)
            start = part.stop
        yield OptionPage(tuple(found))
