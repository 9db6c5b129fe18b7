"""Identifies a game by its texts and by the optional parts that are on."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from grammar.source import Source


def digest_of(sources: Mapping[str, Source], parts: Iterable[str]) -> str:
    """Return a hash of all names and contents and of the enabled parts, equal on every machine."""
    total = sha256()
    for text in (each for source in sources.values() for each in (source.name, source.text)):
        data = text.encode()
        total.update(len(data).to_bytes(8) + data)
    total.update(repr(sorted(parts)).encode())
    return total.hexdigest()
