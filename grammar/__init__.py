"""The syntax of the language: parses texts into trees with positions, reports syntax errors, formats texts.

`parse` and `format_text` below are the way in; the parser is imported when a text is first read. To follow a
text, start with `parser.py`. In the order of the data:

- `source.py`, `read_untrusted_files.py`, `foreign_toml.py`, `xdg_folders.py`, `cache_dir.py`: texts with
  positions, and files that are read and written with care;
- `lexer.py`, `lines_and_blocks.py`: words, then lines and their blocks;
- `language.lark`, `lalr_build.py`, `lalr_tables.py`: the grammar, and its tables from the cache;
- `lalr_stack.py`, `recovery.py`, `parser.py`: the parser, what it does after a broken line, and the whole of
  it;
- `builders/`, `nodes/`, `node_dataclass.py`: nodes of the tree, how they are built, what their classes share;
- `syntax_errors.py`, `error_examples.py`, `damage.py`: what is said about a line that cannot be read, and
  what it hides;
- `message.py`, `diagnostics.py`, `file_messages.py`, `layout_messages.py`, `syntax_messages.py`,
  `toml_messages.py`: messages;
- `formatter.py`, `pygments_lexer.py`: the formatter, and highlighting by Pygments.
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
