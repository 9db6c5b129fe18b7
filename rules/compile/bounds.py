"""How long a list can be, as far as its shape tells: what is short is looked through without paying."""

from rules.model import tree
from rules.model.sorts import KindType, ManyType

_FEW = 16
"""How often a list of a kind's members may name one again: only a list written out can."""
FREE = 128
"""Lists up to this size are looked through without paying for it, one level deep."""


def bound(many: tree.Expression) -> int:
    """How long a list can be at most, as far as its shape tells."""
    match many:
        case tree.KindSet(kind):
            return kind.count
        case tree.PileValue(pile=pile):
            return pile.kind.root.count
        case tree.OnlyKind(set=inner, kind=kind):
            return min(kind.count, bound(inner))
        case tree.ListOf(items):
            return len(items)
        case tree.Quantifier(set=inner):
            return bound(inner)
        case tree.Graph(kind=kind):
            return kind.root.count
        case tree.EndOf(count=tree.Constant(value=value)) if isinstance(value, int):
            return value
        case tree.CallValue(type=ManyType(KindType(kind))):
            return kind.count + _FEW
        case tree.Operation(operator="set +", operands=(left, right)):
            return bound(left) + bound(right)
        case tree.Operation(operator="set -", operands=(left, _)):
            return bound(left)
        case _:
            return FREE + 1
