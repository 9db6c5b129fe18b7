"""Checks the names of players, for the command line, forms and the network."""

from collections.abc import Sequence

from host import messages as say

LONGEST = 30
FORBIDDEN = frozenset(":#>,")
"""Characters that separate the parts of a choice."""


def wrong_with(names: Sequence[str]) -> str:
    """Why these names cannot be used together; empty if they can."""
    if not all(each.strip() for each in names):
        return say.NAME_MISSING()
    if len({each.casefold() for each in names}) < len(names):
        return say.NAME_TWICE()
    if any(len(each) > LONGEST or not each.isprintable() or set(each) & FORBIDDEN for each in names):
        return say.NAME_WRONG(most=LONGEST, forbidden=" ".join(sorted(FORBIDDEN)))
    return ""
