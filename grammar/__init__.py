"""The syntax of the language: parses texts into trees with positions, reports syntax errors, formats texts.

The parser is imported when a text is first read.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from lazaretto.grammar.diagnostics import Diagnostic, ordered, render, render_all
from lazaretto.grammar.source import NOWHERE, Source, Span

if TYPE_CHECKING:
    from lazaretto.grammar.nodes import Module

__all__ = [
    "NOWHERE",
    "Diagnostic",
    "Source",
    "Span",
    "format_text",
    "ordered",
    "parse",
    "render",
    "render_all",
]


def parse(source: Source, module: str) -> "tuple[Module, tuple[Diagnostic, ...]]":
    """Return the tree of a text and its syntax errors; the tree lacks what could not be read."""
    found: tuple[Module, tuple[Diagnostic, ...]] = import_module("lazaretto.grammar.parser").parse(
        source, module
    )
    return found


def format_text(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the formatted text; if there are syntax errors, the unchanged text and the errors."""
    found: tuple[str, tuple[Diagnostic, ...]] = import_module("lazaretto.grammar.formatter").format_text(
        source
    )
    return found
