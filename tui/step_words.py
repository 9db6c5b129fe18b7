"""Shortens the steps of an action for its name in a sentence: what the action says is not said again."""

import re
from collections.abc import Iterable

_COUNT = re.compile(r"\s+\(\d+\)$")
"""How many there are of something, behind its name."""


def without_count(label: str) -> str:
    """A label without the count at its end."""
    return _COUNT.sub("", label)


def further_steps(action: str, steps: Iterable[str]) -> list[str]:
    """The steps of an action without what repeats its name, and without counts."""
    return [short for each in steps if (short := _shortened(action, without_count(each)))]


def _shortened(action: str, step: str) -> str:
    """What a step adds to the name of its action; empty if that contains it."""
    if not step.isdigit() and re.search(rf"\b{re.escape(step)}(?!\w)", action, re.IGNORECASE):
        return ""
    return re.sub(rf"^{re.escape(action)}(:?\s+)", "", step, flags=re.IGNORECASE)
