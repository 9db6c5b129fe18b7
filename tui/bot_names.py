"""The names of bots, as people may write them and as lists show them."""

from collections.abc import Iterable

NOT_OFFERED = ("thinker",)
"""Who gives hints. It may play, too, but as it is nearly as good as the best level, players need not choose
between the two."""


def shown_bots(names: Iterable[str]) -> tuple[str, ...]:
    """The names of bots among which players choose."""
    return tuple(name for name in names if name not in NOT_OFFERED)


def typed_bots(text: str) -> str:
    """Names of bots that somebody has typed, in any case, as they are known."""
    return text.casefold()
