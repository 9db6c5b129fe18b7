"""Reads keys from the bytes of a terminal.

The framework's reader keeps every reader in a cache of its class, and with it the app its last key went to;
this one keeps nothing.
"""

from textual._xterm_parser import XTermParser


class KeyReader(XTermParser):
    """The framework's reader without the cache that outlives it."""

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]
