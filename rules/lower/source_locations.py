"""Formats source positions for people."""

from lazaretto.grammar.source import Span


def place(span: Span) -> str:
    """Format a position as `file:line:column`."""
    return f"{span.file}:{span.line}:{span.column}"
