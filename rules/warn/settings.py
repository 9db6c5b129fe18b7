"""Warns of two rules that set a value and surely meet somewhere: there, the game stops."""

import operator
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.errors import warning_texts as said
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Value

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SPAN = re.compile(r"span=\d+:\d+")


def conflicting_settings(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each setting of the scenario `own` that meets another one, and none wins."""
    for value in checked.world.values.values():
        settings = [each for each in value.changes if each.word == "to"]
        for one, other in combinations(settings, 2):
            mine, theirs = (other, one) if _is_own(other, own) else (one, other)
            decided = other.owner in one.over or one.owner in other.over
            if not _is_own(mine, own) or decided or _same(one, other) or not _meet(one, other):
                continue
            others = ((theirs.span, said.SETS_TOO()),)
            if one.owner == other.owner:
                yield diagnose(
                    said.BOTH_SET_HERE, mine.span, None, others, name=value.name, owner=mine.names[0]
                )
                continue
            yield diagnose(said.BOTH_SET, mine.span, None, others, name=value.name, other=theirs.names[0])


def _is_own(change: tree.ChangeRule, own: str) -> bool:
    return change.span.file.startswith(f"{own}/")


def _meet(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    """Whether both settings apply somewhere, as far as their conditions show it.

    They do if one applies wherever the other does. They also do if what they differ in compares the same
    thing with fixed values, and one value fits all comparisons.
    """
    mine, theirs = _conditions(one), _conditions(other)
    apart = [each for text, each in mine.items() if text not in theirs]
    beside = [each for text, each in theirs.items() if text not in mine]
    return not apart or not beside or _agree([*apart, *beside])


def _conditions(change: tree.ChangeRule) -> dict[str, tree.Expression]:
    """Return the conditions of a setting by what they say, wherever they are written."""
    waiting = [each for each in (*change.conditions, change.players) if each is not None]
    found: dict[str, tree.Expression] = {}
    while waiting:
        each = waiting.pop()
        if isinstance(each, tree.Operation) and each.operator == "and":
            waiting.extend(each.operands)
        else:
            found[_SPAN.sub("", repr(each))] = each
    return found


def _agree(comparisons: list[tree.Expression]) -> bool:
    """Whether all compare one thing with fixed values, and a value next to those fits them all."""
    compared: set[str] = set()
    fixed: list[tuple[str, Value]] = []
    for each in comparisons:
        match each:
            case tree.Operation(word, (thing, tree.Constant(value))) if word in _COMPARE:
                compared.add(_SPAN.sub("", repr(thing)))
                fixed.append((word, value))
            case _:
                return False
    values = {value for _, value in fixed}
    numbers = {value for value in values if isinstance(value, int) and not isinstance(value, bool)}
    candidates = values | {number + step for number in numbers for step in (-1, 1)}
    return len(compared) == 1 and any(
        all(_COMPARE[word](each, value) for word, value in fixed) for each in candidates
    )


def _same(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    first, second = one.value, other.value
    return (
        isinstance(first, tree.Constant) and isinstance(second, tree.Constant) and first.value == second.value
    )
