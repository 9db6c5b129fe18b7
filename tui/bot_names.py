"""The names of bots, as people may write them and as lists show them."""

from collections.abc import Iterable

FORMER = ("thinker",)
"""Former names, which saved games may use, but lists do not show."""


def shown_bots(names: Iterable[str]) -> tuple[str, ...]:
    """The names of bots for a list, without former ones."""
    return tuple(each for each in names if each not in FORMER)


def typed_bots(text: str) -> str:
    """Names of bots that somebody has typed, in any case, as they are known."""
    return text.casefold()
