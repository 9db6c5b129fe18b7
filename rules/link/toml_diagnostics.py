"""Fills the messages about texts that are not the TOML that tables need."""

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.link import messages


def bare_text(span: Span, text: str) -> Diagnostic:
    """A text has no quotes; or a flag is written as in the rules."""
    flag = {"yes": "true", "no": "false", "True": "true", "False": "false"}.get(text)
    return (
        diagnose(messages.BARE_FLAG, span, flag=flag)
        if flag
        else diagnose(messages.BARE_TEXT, span, text=text)
    )


def bad_toml(span: Span, words: str) -> Diagnostic:
    """The text is not TOML; the parser supplies the wording."""
    return diagnose(messages.BAD_TOML, span, words=words)


def long_line(span: Span, length: int, most: int) -> Diagnostic:
    """A line of TOML exceeds the maximum length."""
    return diagnose(messages.LONG_LINE, span, length=length, most=most)


def long_text(span: Span, length: int, most: int) -> Diagnostic:
    """A text in TOML exceeds the maximum length."""
    return diagnose(messages.LONG_TEXT, span, length=length, most=most)


def too_deep(span: Span, most: int) -> Diagnostic:
    """Lists and tables are nested too deeply."""
    return diagnose(messages.TOO_DEEP, span, most=most)
