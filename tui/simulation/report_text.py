"""Prints a report for a terminal: lines with shares, intervals and bars."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from lazaretto.tui.messages import simulation as say
from lazaretto.tui.simulation.plots import Ink, bar, histogram, ink
from lazaretto.tui.simulation.sections import (
    Lines,
    Numbers,
    Places,
    Section,
    Share,
    Shares,
    heading,
    players_of,
    sections_of,
    speed,
    stopped,
)

if TYPE_CHECKING:
    from lazaretto.lab.report import Report

LEFT = 31
"""The columns before the bar of a line."""
WIDEST_BAR = 40
MOST_PLACES = 20
"""How many places in texts are listed."""


def report_text(report: "Report", width: int) -> str:
    """A report in so many columns."""
    drawn = ink()
    lines = [heading(report), *wrap(say.COLUMNS(played=players_of(report)), width)]
    for section in sections_of(report):
        lines += section_lines(section, width, drawn)
    last = (*stopped(report), *speed(report))
    return "\n".join((*lines, "", *(line for each in last for line in wrap(each, width))))


def section_lines(section: Section, width: int, drawn: Ink) -> Iterator[str]:
    """Yield the lines of a section."""
    if section.title:
        yield ""
        yield f"{section.title}:"
    match section:
        case Shares(_, lines):
            size = bar_width(lines, width)
            for each in lines:
                yield from share_lines(each, size, width, drawn)
        case Numbers(_, bins):
            yield from histogram(bins, min(width, 100), drawn)
        case Places(_, lines):
            shown = lines if len(lines) <= MOST_PLACES + 1 else lines[:MOST_PLACES]
            yield from (shorten(f"  {each}", width) for each in shown)
            if len(shown) < len(lines):
                yield f"  {say.MORE_PLACES(number=len(lines) - len(shown))}"
        case Lines(title, lines) if title:
            yield from wrap(", ".join(lines), width, initial_indent="  ", subsequent_indent="  ")
        case Lines(_, lines):
            yield from lines


def shorten(line: str, width: int) -> str:
    """The beginning of a line that is too long."""
    return line if len(line) <= width else f"{line[: width - 1]}…"


def bar_width(lines: tuple[Share, ...], width: int) -> int:
    """How wide the bars of some lines can be, so that their words fit; 0 if there is no room."""
    room = width - LEFT - 2 - max((min(len(each.label), width // 2 - 8) for each in lines), default=0)
    return min(WIDEST_BAR, room) if room >= 6 else 0


def share_lines(line: Share, size: int, width: int, drawn: Ink) -> Iterator[str]:
    """Yield a number of games, their share, its interval, a bar, and what it is about, wrapped."""
    from lazaretto.lab.intervals import wilson  # noqa: PLC0415

    found = wilson(line.found, line.games)
    ends = f"[{100 * found.low:.1f}, {100 * found.high:.1f}]"
    plot = f"{bar(found.value, size, drawn)}  " if size else ""
    before = f"{line.found:6d}  {found.value:6.1%}  {ends:>13}  {plot}"
    words = wrap(line.label, max(16, width - len(before))) or [""]
    yield f"{before}{words[0]}"
    yield from (f"{' ' * len(before)}{each}" for each in words[1:])
