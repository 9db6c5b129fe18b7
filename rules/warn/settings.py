"""Warns of two rules that set a value, one of them wherever the other applies: there, the game stops."""

from collections.abc import Iterator
from itertools import combinations

from grammar.diagnostics import Diagnostic, diagnose
from grammar.source import Span
from rules.check.checker import Checked
from rules.errors import warning_texts as said
from rules.model import tree


def conflicting_settings(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each setting of the scenario `own` that meets another one, and none wins."""
    for value in checked.world.values.values():
        settings = [each for each in value.changes if each.word == "to"]
        for one, other in combinations(settings, 2):
            mine, theirs = (other, one) if _is_own(other, own) else (one, other)
            decided = other.owner in one.over or one.owner in other.over
            meet = _wider(one, other) or _wider(other, one)
            if not _is_own(mine, own) or decided or not meet or _same(one, other):
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


def _wider(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    """Whether one setting applies wherever the other does, as far as their conditions show it."""
    theirs = {_written(each) for each in (*other.conditions, other.players) if each is not None}
    return all(_written(each) in theirs for each in (*one.conditions, one.players) if each is not None)


def _written(condition: tree.Expression) -> tuple[Span, str]:
    """Return where a condition is written, and what it is about: that of a kind counts for each member."""
    return condition.span, repr(condition)


def _same(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    first, second = one.value, other.value
    return (
        isinstance(first, tree.Constant) and isinstance(second, tree.Constant) and first.value == second.value
    )
