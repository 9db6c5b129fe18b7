"""What an author's mistake is, and how it is printed.

A mistake is a value, never an exception: passes return all they found, and the reader sees them in one go.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grammar.message import Message
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


def diagnose(
    message: Message,
    span: Span,
    /,
    *,
    help: str | None = None,
    others: tuple[tuple[Span, str], ...] = (),
    **gaps: object,
) -> Diagnostic:
    """A message about a place in a text; `help` stands for the message's own help line."""
    if help is None:
        help = message.helped(**gaps) if message.help else ""
    return Diagnostic(message.code, message(**gaps), span, help, others)


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place, each once."""
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
    """So much of a long line as is near to the mistake, where it begins in that, and how wide it is."""
    low = max(0, first - NEAR)
    high = min(len(text), first + min(width, NEAR) + NEAR)
    before, after = "... " if low else "", " ..." if high < len(text) else ""
    return f"{before}{text[low:high]}{after}", first - low + len(before), min(width, NEAR)


def render(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """File, line and column, the line itself with a caret, and the way out."""
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
