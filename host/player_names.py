"""Which names players may have: the same on the command line, in a form, and over a network."""

from collections.abc import Sequence

from host import messages as say

LONGEST = 30
FORBIDDEN = frozenset(":#>,")
"""Signs that divide the words of a choice."""


def wrong_with(names: Sequence[str]) -> str:
    """Why these cannot sit at one table; empty where they can."""
    if not all(each.strip() for each in names):
        return say.NAME_MISSING()
    if len({each.casefold() for each in names}) < len(names):
        return say.NAME_TWICE()
    if any(len(each) > LONGEST or not each.isprintable() or set(each) & FORBIDDEN for each in names):
        return say.NAME_WRONG(most=LONGEST, forbidden=" ".join(sorted(FORBIDDEN)))
    return ""
