"""Finds the place that a player means by the beginning of a name."""

from collections.abc import Sequence

from rules import Ref
from tui.parse_answer import folded


def meant(names: Sequence[tuple[Ref, str, str]], wanted: str) -> Ref | None:
    """The first place with that code or own name, else one whose label, or a word of it, starts so."""
    sought = folded(wanted)
    for ref, _, code in names:
        if folded(code) == sought:
            return ref
    for ref, _, _ in names:
        if folded(ref.key) == sought:
            return ref
    for ref, name, _ in names:
        if folded(name).startswith(sought):
            return ref
    for ref, name, _ in names:
        if any(word.startswith(sought) for word in folded(name).split()):
            return ref
    return None
