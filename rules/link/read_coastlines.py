"""Reads the outlines that are drawn behind a map: one outline on each line of the file."""

import re

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link import messages

LARGEST_COAST = 200_000
"""The maximum size of the file in bytes."""
MOST_POINTS = 20_000
"""The maximum number of points; no terminal can show more."""
Coast = tuple[tuple[tuple[float, float], ...], ...]
"""Outlines, each a sequence of points in map units."""
_WORD = re.compile(r"\S+")
_POINT = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?),(-?\d{1,9}(?:\.\d{1,9})?)", re.ASCII)


def read_coast(source: Source) -> tuple[Coast, tuple[Diagnostic, ...]]:
    """Return the outlines of a text, and the first mistake of each line."""
    outlines: list[tuple[tuple[float, float], ...]] = []
    problems: list[Diagnostic] = []
    total = 0
    for number, line in enumerate(source.text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = [(each.start() + 1, each.group()) for each in _WORD.finditer(line)]
        total += len(words)
        if total > MOST_POINTS:
            span = _span(source, number, *words[0])
            return (), (*problems, diagnose(messages.TOO_MANY_POINTS, span, most=MOST_POINTS))
        outline: list[tuple[float, float]] = []
        for column, word in words:
            match = _POINT.fullmatch(word)
            if match is None:
                problems.append(messages.no_point(_span(source, number, column, word), word))
                break
            outline.append((float(match[1]), float(match[2])))
        else:
            if len(outline) == 1:
                problems.append(diagnose(messages.LONELY_POINT, _span(source, number, *words[0])))
            outlines.append(tuple(outline))
    return tuple(outlines), tuple(problems)


def _span(source: Source, line: int, column: int, word: str) -> Span:
    return Span(source.name, line, column, line, column + len(word))
