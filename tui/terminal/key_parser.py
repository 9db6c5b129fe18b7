"""Parses keys from the bytes of a terminal.

Textual's parser has a class-level cache that keeps every parser alive, and with it the app that received its
last key; this one has no such cache.
"""

from textual._xterm_parser import XTermParser


class KeyReader(XTermParser):
    """Textual's parser without the class-level cache."""

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]
