"""Checks the names of players, for the command line, forms and the network."""

import unicodedata
from collections.abc import Sequence

from lazaretto.host import messages as say
from lazaretto.rules.run.views.decision_wording import GO_ON

LONGEST = 30
FORBIDDEN = frozenset(":#>,")
"""Characters that separate the parts of a choice."""

RESERVED = frozenset(("none", GO_ON, "yes", "no"))
"""Answers that mean something else than a player."""

_UNSEEN = dict.fromkeys(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
"""Printable characters that nobody sees: fillers and variation selectors."""


def wrong_with(names: Sequence[str]) -> str:
    """Why these names cannot be used together; empty if they can."""
    seen = [as_seen(each) for each in names]
    if not all(seen):
        return say.NAME_MISSING()
    twice = [name for name, each in zip(names, seen, strict=True) if seen.count(each) > 1]
    if twice:
        return say.NAME_TWICE(name=twice[0][:LONGEST])
    taken = [name for name, each in zip(names, seen, strict=True) if each in RESERVED]
    if taken:
        return say.NAME_RESERVED(name=taken[0][:LONGEST])
    if any(len(each) > LONGEST or not each.isprintable() or set(each) & FORBIDDEN for each in names):
        return say.NAME_WRONG(most=LONGEST, forbidden=" ".join(sorted(FORBIDDEN)))
    return ""


def as_seen(name: str) -> str:
    """A name without what no reader can tell apart: case, ways to write a letter, unseen characters."""
    whole = unicodedata.normalize("NFKC", name.translate(_UNSEEN)).casefold()
    return " ".join(unicodedata.normalize("NFKC", whole).split())
