"""Diagnostics: what an author's mistake is, and how it is printed.

A mistake is a value, never an exception: each pass returns all that it found.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grammar.source import Source, Span

MOST = 100
"""More mistakes than this help nobody; the rest is counted."""

WIDEST = 200
"""Of longer lines only what is near to the mistake is shown."""

NEAR = 40


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what is wrong, where, and what to do about it."""

    code: str
    message: str
    span: Span
    help: str = ""
    others: tuple[tuple[Span, str], ...] = ()


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort diagnostics by position and drop duplicates."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda each: (each.span, each.code, each.message)))


def _frame(span: Span, sources: Mapping[str, Source]) -> list[str]:
    source = sources.get(span.file)
    if source is None:
        return []
    text = source.line(span.line)
    end = span.end_column if span.end_line == span.line else len(text) + 1
    width = max(1, min(end, len(text) + 1) - span.column)
    gutter, first = f"{span.line:5d} | ", span.column - 1
    if len(text) > WIDEST:
        text, first, width = _excerpt(text, first, width)
    return [f"{gutter}{text}", f"      | {' ' * first}{'^' * width}"]


def _excerpt(text: str, first: int, width: int) -> tuple[str, int, int]:
    """The part of a long line around the mistake; the column and the width of the mistake in that part."""
    low = max(0, first - NEAR)
    high = min(len(text), first + min(width, NEAR) + NEAR)
    before, after = "... " if low else "", " ..." if high < len(text) else ""
    return f"{before}{text[low:high]}{after}", first - low + len(before), min(width, NEAR)


def render(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """A diagnostic as text: its position, the message, the line with a caret, and the help."""
    span = diagnostic.span
    lines = [f"{span.file}:{span.line}:{span.column}: {diagnostic.code} {diagnostic.message}"]
    lines += _frame(span, sources)
    for place, words in diagnostic.others:
        lines.append(f"  {place.file}:{place.line}:{place.column}: {words}")
        lines += _frame(place, sources)
    if diagnostic.help:
        lines.append(f"  help: {diagnostic.help}")
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """All mistakes, by place; past `MOST` only their number."""
    found = ordered(diagnostics)
    parts = [render(each, sources) for each in found[:MOST]]
    if len(found) > MOST:
        parts.append(f"... and {len(found) - MOST} more")
    return "\n\n".join(parts)
