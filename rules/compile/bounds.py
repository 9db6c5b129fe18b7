"""How long a list and how large a number can be, as far as their shapes tell.

What is short is looked through without paying; what cannot grow too large is not measured.
"""

import ast

from rules.compile import python as py
from rules.model import tree
from rules.model.types import KindType, ManyType, NumberType

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


def measured(found: ast.expr, many: tree.Expression) -> ast.expr:
    """A list that says how long it can be, where its shape tells."""
    if isinstance(many, tree.PileValue | tree.ListOf | tree.Graph | tree.CallValue):
        return py.long(found, bound(many))
    return found


def may_grow(node: tree.Expression) -> bool:
    """Whether a number could grow beyond what it was made from; a product is held within bounds already."""
    match node:
        case tree.Operation(operator="+" | "-", operands=operands):
            return not all(map(_small, operands))
        case tree.Operation(operator=operator):
            return operator in {"neg", "/", "mod"}
        case tree.Quantifier(word=word):
            return word in {"sum", "highest", "lowest"}
        case tree.BuiltIn(name="min" | "max", arguments=arguments):
            return any(map(may_grow, arguments))
        case tree.CallValue():
            return isinstance(node.type, NumberType)
        case _:
            return False


def _small(node: tree.Expression) -> bool:
    """Whether a number counts something, or is written there: then a sum of two cannot be too large."""
    match node:
        case tree.Constant(value=int(value)):
            return -_SMALL < value < _SMALL
        case tree.CountOn() | tree.StockLeft() | tree.TrackPosition() | tree.BuiltIn(name="count"):
            return True
        case tree.Quantifier(word=word):
            return word == "count"
        case tree.VariableValue(variable=variable):
            kind = variable.type
            return isinstance(kind, NumberType) and kind.low is not None and kind.high is not None
        case _:
            return False


_SMALL = 2**31
