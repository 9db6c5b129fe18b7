"""The syntax of the language: parses texts into trees with positions, reports syntax errors, formats texts.

`parse` and `format_text` are the way in. Each name below is loaded when it is first used. To follow a text,
start with `parser.py`. In the order of the data:

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

`load_when_used.py` is what this package and others load their names with.
"""

from typing import TYPE_CHECKING

from lazaretto.grammar.load_when_used import load_when_used

if TYPE_CHECKING:
    from lazaretto.grammar.diagnostics import Diagnostic, ordered, render, render_all
    from lazaretto.grammar.formatter import format_text
    from lazaretto.grammar.parser import parse
    from lazaretto.grammar.source import NOWHERE, Source, Span

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

_NAMES = {
    "diagnostics": ("Diagnostic", "ordered", "render", "render_all"),
    "formatter": ("format_text",),
    "parser": ("parse",),
    "source": ("NOWHERE", "Source", "Span"),
}
"""The names in each of our modules."""

if not TYPE_CHECKING:  # or any name would do for the type checker
    __getattr__ = load_when_used(__name__, _NAMES)
