"""Small texts that the full screen and the line mode share."""

from tui.messages import common

EMPTY = frozenset(("", "none", "no", "nothing", "[]"))
"""Values that are not worth a word."""


def words(name: str) -> str:
    """A name from the rules as people read it."""
    return name.replace("_", " ")


def title(name: str) -> str:
    """The same at the beginning of a line."""
    return sentence(words(name))


def sentence(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def from_to(low: int, high: int) -> str:
    """A number, or from which to which one."""
    return f"{low}" if low == high else common.FROM_TO(low=low, high=high)


def counts_up(spaces: tuple[int, ...]) -> bool:
    """Whether the spaces of a track simply count: then the last one says how far it goes."""
    return spaces == tuple(range(spaces[0], spaces[0] + len(spaces)))


def went_wrong(error: Exception) -> str:
    """What a player is told when a rule is wrong."""
    return common.WENT_WRONG(error=error)
