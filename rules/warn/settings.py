"""Warns of two rules that set a value, one of them always: where the other applies, the game stops."""

from collections.abc import Iterator
from itertools import combinations

from grammar.diagnostics import Diagnostic, diagnose
from rules.check.checker import Checked
from rules.errors import warning_texts as said
from rules.model import tree


def conflicting_settings(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each setting of the scenario `own` that meets another one, and none wins."""
    for value in checked.world.values.values():
        settings = [each for each in value.changes if each.word == "to"]
        for one, other in combinations(settings, 2):
            mine, theirs = (other, one) if _is_own(other, own) else (one, other)
            decided = one.owner == other.owner or other.owner in one.over or one.owner in other.over
            if not _is_own(mine, own) or decided or not (_always(one) or _always(other)) or _same(one, other):
                continue
            others = ((theirs.span, said.SETS_TOO()),)
            yield diagnose(said.BOTH_SET, mine.span, None, others, name=value.name, other=theirs.names[0])


def _is_own(change: tree.ChangeRule, own: str) -> bool:
    return change.span.file.startswith(f"{own}/")


def _always(change: tree.ChangeRule) -> bool:
    return not change.conditions and change.players is None


def _same(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    first, second = one.value, other.value
    return (
        isinstance(first, tree.Constant) and isinstance(second, tree.Constant) and first.value == second.value
    )
