"""Finds names that are written with spaces, before the brackets of a rule."""

from lazaretto.grammar.recovery import Stumble

_AFTER_PATTERNS = frozenset({"by", "to", "at", "when", "over", "following", "because"})
"""The words that may follow the arguments of a rule about something."""


def rest_of_name(stumble: Stumble) -> list[str]:
    """Return the words between a name and its brackets, as in `change hand limit(_)`; none if it has none."""
    here = [word for word in stumble.line.words if word.line == stumble.word.line]
    rest = [word.text for word in here if word.column >= stumble.word.column]
    found = rest[: rest.index("(")] if "(" in rest else []
    fine = all(word.isidentifier() and word not in _AFTER_PATTERNS for word in found)
    return found if fine else []
