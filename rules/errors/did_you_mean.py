"""Names in a sentence: a list of them, or the names that look like the one that was written."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import takewhile

from grammar.message import Message, with_commas, with_or

DID_YOU_MEAN = Message("help.did_you_mean", "did you mean {names}?")

LONGEST = 60
"""Letters of a name that is worth a guess."""
MOST_LIKELY = 50
"""Names that are compared in full."""


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names that look like the one written, best first; upper and lower case count as equal."""
    if len(name) > LONGEST:
        return ()
    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
    wanted = name.casefold()
    likely: Iterable[str] = folded
    if len(folded) > MOST_LIKELY:
        likely = sorted(folded, key=lambda each: -_shared(wanted, each))[:MOST_LIKELY]
    return tuple(folded[each] for each in get_close_matches(wanted, likely, n=3, cutoff=0.6))


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A help line with the nearest names, or what to say where none is near."""
    near = nearest(name, known)
    return DID_YOU_MEAN(names=either(near)) if near else otherwise


def listed(names: Iterable[str]) -> str:
    """Names in backticks with commas between."""
    return with_commas(f"`{each}`" for each in names)


def either(names: Iterable[str]) -> str:
    """Names in backticks of which one is meant."""
    return with_or(f"`{each}`" for each in names)


def _shared(one: str, other: str) -> int:
    """How many letters two names share at their ends."""
    front = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    back = takewhile(lambda pair: pair[0] == pair[1], zip(reversed(one), reversed(other), strict=False))
    return front + sum(1 for _ in back)
