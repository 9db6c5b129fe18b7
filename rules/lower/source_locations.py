"""Places in the text as they are shown to people."""

from grammar.source import Span


def place(span: Span) -> str:
    """A place as `file:line:column`."""
    return f"{span.file}:{span.line}:{span.column}"
