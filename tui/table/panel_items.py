"""The lines of the side panel, each with the help topics of what stands on it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lazaretto.tui.look.line_wrap import wrapped_line
from lazaretto.tui.look.styled_text import Line, Span, width
from lazaretto.tui.table.help_at_cursor import Topic

INDENT = "  "
GAP = "  "

LateTopic = Callable[[], Topic]
"""Makes a help topic when somebody asks for it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the panel, and its help topic."""

    line: Line
    topic: LateTopic | None = None
    spots: tuple[tuple[int, int, LateTopic], ...] = ()
    """The topics of parts of the line, with the first column and the one after the last."""
    heading: bool = False

    def topic_at(self, column: int) -> Topic | None:
        """The topic of what stands at a column."""
        found = (topic for first, end, topic in self.spots if first <= column < end)
        topic = next(found, self.topic)
        return topic() if topic is not None else None


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines under a heading."""

    title: str
    items: tuple[Item, ...]


def whole_items(items: Iterable[Item], columns: int) -> Iterator[Item]:
    """The same items; a line that is too long goes on in the next one."""
    for item in items:
        if width(item.line) <= columns:
            yield item
            continue
        for line in wrapped_line(item.line, columns, INDENT * 2):
            yield Item(line, item.topic)


def flowed_items(
    parts: Iterable[tuple[Line, LateTopic | None]], columns: int, indent: str = ""
) -> Iterator[Item]:
    """Parts one after the other, as many on a line as fit; each keeps its topic."""
    line: Line = ()
    spots: list[tuple[int, int, LateTopic]] = []
    for part, topic in parts:
        if line and width(line) + len(GAP) + width(part) > columns:
            yield Item(line, None, tuple(spots))
            line, spots = (), []
        line = (*line, Span(GAP)) if line else (Span(indent),)
        start = width(line)
        line = (*line, *part)
        if topic is not None:
            spots.append((start, width(line), topic))
    if line:
        yield from whole_items([Item(line, None, tuple(spots))], columns)
