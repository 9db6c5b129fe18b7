"""Short texts that the full screen and the line mode share."""

from lazaretto.host.crash_report import is_reported
from lazaretto.tui.messages import common

EMPTY = frozenset(("", "none", "no", "nothing", "[]"))
"""Attribute values that are not worth showing."""


LONGEST_LABEL = 40
"""The length from which the name of an optional part is shortened."""


def words(name: str) -> str:
    """A name from the rules, in readable form."""
    return name.replace("_", " ")


def title(name: str) -> str:
    """The same with a capital letter."""
    return sentence(words(name))


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """The text with a small first letter, unless it is an abbreviation."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def part_label(name: str) -> str:
    """The name of an optional part without what it does, if both make a long text."""
    label, colon, _ = name.partition(": ")
    return label if colon and len(name) > LONGEST_LABEL else name


def from_to(low: int, high: int) -> str:
    """A number, or a range of numbers."""
    return f"{low}" if low == high else common.FROM_TO(low=low, high=high)


def counts_up(spaces: tuple[int, ...]) -> bool:
    """Whether the spaces of a track are consecutive numbers, so that the last one shows its length."""
    return spaces == tuple(range(spaces[0], spaces[0] + len(spaces)))


def went_wrong(error: Exception) -> str:
    """The message for the player when a rule fails, or the program itself."""
    if is_reported(str(error)):
        return common.FAILED_INSIDE(error=sentence(str(error)))
    return common.WENT_WRONG(error=error)
