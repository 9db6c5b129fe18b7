"""Finds the rule that a line of a text belongs to, for messages about rules that run."""

from bisect import bisect_right
from collections.abc import Mapping

RuleLines = Mapping[str, tuple[tuple[int, str], ...]]
"""For each file the lines on which rules begin, in order, and what each rule is called."""


def rule_at(lines: RuleLines, place: str) -> str:
    """Return the rule at a place, written `file:line:column`; empty if there is none."""
    file, _, rest = place.rpartition(":")[0].rpartition(":")
    found = lines.get(file, ())
    if not rest.isdigit():
        return ""
    index = bisect_right(found, int(rest), key=lambda each: each[0])
    return found[index - 1][1] if index else ""
