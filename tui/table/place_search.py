"""Finds the place that a player means by the beginning of a name."""

from collections.abc import Callable, Sequence

from lazaretto.rules import Ref
from lazaretto.tui.parse_answer import folded

Name = tuple[Ref, str, str]
"""A spot with its label and its code; links have no code."""


def fitting(names: Sequence[Name], wanted: str) -> list[Name]:
    """All places whose name or code begins so; if there are none, those with a word that does."""
    sought = folded(wanted)
    whole = [
        each for each in names if any(folded(part).startswith(sought) for part in (*each[1:], each[0].key))
    ]
    return whole or [
        each for each in names if any(word.startswith(sought) for word in folded(each[1]).split())
    ]


def meant(names: Sequence[Name], wanted: str) -> Ref | None:
    """The first place that fits best, else the first link.

    The best is one with that code or own name, then one whose label, a word of it or own name starts so.
    """
    sought = folded(wanted)
    fits: tuple[Callable[[Name], bool], ...] = (
        lambda each: folded(each[2]) == sought,
        lambda each: folded(each[0].key) == sought,
        lambda each: folded(each[1]).startswith(sought),
        lambda each: any(word.startswith(sought) for word in folded(each[1]).split()),
        lambda each: folded(each[0].key).startswith(sought),
    )
    places, links = [each for each in names if each[2]], [each for each in names if not each[2]]
    for among in (places, links):
        for fit in fits:
            found = next((each for each in among if fit(each)), None)
            if found is not None:
                return found[0]
    return None
