"""Formats names for a message: a list of names, or suggestions similar to a misspelt one."""

from collections.abc import Iterable

from lazaretto.grammar.message import Message, with_commas, with_or

DID_YOU_MEAN = Message("help.did_you_mean", "did you mean {names}?")

LONGEST = 60
"""The maximum length of a name that gets suggestions."""
MOST_KNOWN = 2_000
"""Among more names none is suggested: a text may have 200 mistakes, and each is compared with all names."""
MOST_LIKELY = 50
"""The maximum number of names that are compared in full."""


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the names similar to the written one, best first, ignoring case."""
    from difflib import get_close_matches  # noqa: PLC0415

    if len(name) > LONGEST:
        return ()
    folded: dict[str, str] = {}
    for word in known:
        folded.setdefault(word.casefold(), word)
        if len(folded) > MOST_KNOWN:
            return ()
    wanted = name.casefold()
    likely: Iterable[str] = folded
    if len(folded) > MOST_LIKELY:
        likely = sorted(folded, key=lambda each: -_shared(wanted, each))[:MOST_LIKELY]
    return tuple(folded[match] for match in get_close_matches(wanted, likely, n=3, cutoff=0.6))


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a help line with the nearest names, or the fallback if none is similar."""
    near = nearest(name, known)
    return DID_YOU_MEAN(names=either(near)) if near else otherwise


def listed(names: Iterable[str]) -> str:
    """Return names in backticks, separated by commas."""
    return with_commas(f"`{name}`" for name in names)


def either(names: Iterable[str]) -> str:
    """Return alternatives in backticks, joined with "or"."""
    return with_or(f"`{name}`" for name in names)


def _shared(one: str, other: str) -> int:
    """Return how many letters two names share at their beginning and end."""
    return _begin_alike(one, other) + _begin_alike(one[::-1], other[::-1])


def _begin_alike(one: str, other: str) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
