"""Computes the hash of the contents of a scenario, equal on every machine."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from lazaretto.grammar.source import Source


def digest_of(sources: Mapping[str, Source], on: Iterable[str]) -> str:
    """Return a hash of texts, their names and the enabled parts."""
    total = sha256()
    for text in (each for source in sources.values() for each in (source.name, source.text)):
        data = text.encode()
        total.update(len(data).to_bytes(8) + data)
    total.update(repr(sorted(on)).encode())
    return total.hexdigest()
