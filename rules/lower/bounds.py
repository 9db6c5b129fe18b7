"""Bounds the length of lists from the form of their expressions."""

from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType, ManyType, NumberType, PileType
from lazaretto.rules.run.limits import LONGEST

_REPEATED = 16
"""How often a list of a kind's members may repeat members: only a list literal can, unless some rule makes
lists with repeats of that kind."""


def longest(many: tree.Expression) -> int | None:
    """Return the maximum length of a list, if its form determines it."""
    match many:
        case tree.KindSet(kind):
            return kind.count
        case tree.PileValue(pile=pile):
            return pile.kind.root.count
        case tree.OnlyKind(kind=kind):
            known = longest(many.set)
            return kind.count if known is None else min(kind.count, known)
        case tree.ListOf(items):
            return len(items)
        case tree.Quantifier():
            return longest(many.set)
        case tree.Graph(question="line", kind=kind):
            cells = [each.cell for each in kind.root.members() if each.cell is not None]
            return max((max(each.column, each.row) for each in cells), default=0)
        case tree.Graph(kind=kind):
            return kind.root.count
        case tree.EndOf(count=tree.Constant(value=value)) if isinstance(value, int):
            return value
        case tree.CallValue(type=ManyType(KindType(kind))) if not kind.root.repeated:
            return kind.count + _REPEATED
        case tree.BuiltIn(name="joined", arguments=(left, right)):
            one, other = longest(left), longest(right)
            return None if one is None or other is None else one + other
        case tree.Operation(operator="set +", operands=(left, right)):
            one, other = longest(left), longest(right)
            return None if one is None or other is None else one + other
        case tree.Operation(operator="set -", operands=(left, _)):
            return longest(left)
        case tree.Conditional():
            one, other = longest(many.then), longest(many.otherwise)
            return None if one is None or other is None else max(one, other)
        case _:
            return None


def at_most(many: tree.Expression) -> int:
    """Return the maximum length of a list: by its form, or else by the type of its members."""
    known = longest(many)
    if known is not None:
        return known
    match many.type:
        case ManyType(KindType(kind)) if not kind.root.repeated:
            return kind.count + _REPEATED
        case PileType(kind):
            return kind.root.count
        case _:
            return LONGEST


def may_repeat(many: tree.Expression) -> bool:
    """Whether a list may hold something several times, because some rule makes such lists of its kind."""
    match many.type:
        case ManyType(KindType(kind)):
            return kind.root.repeated and not isinstance(many, tree.KindSet | tree.Graph)
        case ManyType(NumberType()):
            return True
        case _:
            return False
