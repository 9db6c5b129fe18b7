"""Diagnostics: describes an author's mistakes and renders them as text.

A mistake is a value, never an exception: each pass returns all mistakes it found.
"""

from collections.abc import Collection, Iterable, Mapping

from lazaretto.grammar.message import Message, with_commas
from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.grammar.source import Source, Span

HELP = Message("diagnostics.help", "  help: {help}")
AND_MORE = Message("diagnostics.more", "... and {number} more")
BREAKS = Message("diagnostics.breaks", "  this breaks {place}: {code} {message}")
BREAKS_MORE = Message("diagnostics.breaks_more", "  and {number} more, in {files}")
ALIKE = Message("diagnostics.alike", "  and {number} more like this: {places}")

MOST_BROKEN = 3
"""How many of the mistakes that another one causes are shown."""

MOST_FILES = 4
"""How many files with further ones are named."""

MOST_ALIKE = 4
"""How many places of the same mistake are named."""

MOST = 100
"""The maximum number of rendered mistakes; the others are only counted."""

WIDEST = 200
"""In longer lines only the part around the mistake is shown."""

NEAR = 40


@frozen_value
class Diagnostic:
    """One mistake: what is wrong, where, and how to fix it."""

    code: str
    message: str
    span: Span
    help: str = ""
    others: tuple[tuple[Span, str], ...] = ()
    breaks: tuple["Diagnostic", ...] = ()
    """The mistakes elsewhere that it causes."""
    alike: tuple[Span, ...] = ()
    """Where else the same is to be said."""


def diagnose(
    message: Message,
    span: Span,
    help: str | None = None,
    others: tuple[tuple[Span, str], ...] = (),
    /,
    **gaps: object,
) -> Diagnostic:
    """Create a diagnostic for a position in a text, with the message's own help line or another one."""
    if help is None:
        help = message.helped(**gaps) if message.help else ""
    return Diagnostic(message.code, message(**gaps), span, help, others)


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort diagnostics by position, those that cause others first, and drop duplicates."""
    unique = dict.fromkeys(diagnostics)
    return tuple(
        sorted(
            unique,
            key=lambda diagnostic: (
                not diagnostic.breaks,
                diagnostic.span,
                diagnostic.code,
                diagnostic.message,
            ),
        )
    )


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
    """Return the part of a long line around the mistake, and the column and width of the mistake in it."""
    low = max(0, first - NEAR)
    high = min(len(text), first + min(width, NEAR) + NEAR)
    before, after = "... " if low else "", " ..." if high < len(text) else ""
    return f"{before}{text[low:high]}{after}", first - low + len(before), min(width, NEAR)


def render(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """Render a diagnostic: its position, the message, the line with a caret, and the help."""
    span = diagnostic.span
    lines = [f"{span.file}:{span.line}:{span.column}: {diagnostic.code} {diagnostic.message}"]
    lines += _frame(span, sources)
    for place, words in diagnostic.others:
        lines.append(f"  {place.file}:{place.line}:{place.column}: {words}")
        lines += _frame(place, sources)
    lines += _broken(diagnostic.breaks, sources)
    if diagnostic.alike:
        places = [f"{each.file}:{each.line}:{each.column}" for each in diagnostic.alike[:MOST_ALIKE]]
        places += ["..."] * (len(diagnostic.alike) > MOST_ALIKE)
        lines.append(ALIKE(number=len(diagnostic.alike), places=with_commas(places)))
    if diagnostic.help:
        lines.append(HELP(help=diagnostic.help))
    return "\n".join(lines)


def _broken(mistakes: tuple[Diagnostic, ...], sources: Mapping[str, Source]) -> list[str]:
    """Render the first mistakes that another one causes, and count the others."""
    lines: list[str] = []
    for mistake in mistakes[:MOST_BROKEN]:
        place = f"{mistake.span.file}:{mistake.span.line}:{mistake.span.column}"
        lines.append(BREAKS(place=place, code=mistake.code, message=mistake.message))
        lines += _frame(mistake.span, sources)
    more = mistakes[MOST_BROKEN:]
    if more:
        files = list(dict.fromkeys(diagnostic.span.file for diagnostic in more))
        named = files[:MOST_FILES] + ["..."] * (len(files) > MOST_FILES)
        lines.append(BREAKS_MORE(number=len(more), files=with_commas(named)))
    return lines


def render_all(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], own: Collection[str] = ()
) -> str:
    """Render mistakes by position, causes and `own` files first; of those above `MOST` only the number."""
    found = sorted(ordered(diagnostics), key=lambda diagnostic: diagnostic.span.file not in own)
    parts = [render(each, sources) for each in found[:MOST]]
    if len(found) > MOST:
        parts.append(AND_MORE(number=len(found) - MOST))
    return "\n\n".join(parts)
