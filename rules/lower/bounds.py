"""Bounds the length of lists and the size of numbers from the form of their expressions.

A list that is never too long and a sum that is never too large need no check.
"""

from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, ManyType, NumberType, PileType, Variable
from lazaretto.rules.run.limits import LONGEST, MOST
from lazaretto.rules.run.map_queries import FAR

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
            cells = [member.cell for member in kind.root.members() if member.cell is not None]
            return max((max(cell.column, cell.row) for cell in cells), default=0)
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


_COUNTED = 2**31
"""No game has more pieces of a supply, or longer lists."""


class NumberBounds:
    """Bounds numbers, whatever their sign; a value is looked at once."""

    def __init__(self) -> None:
        self._values: dict[tree.ValueRule, int] = {}

    def fits(self, node: tree.Expression) -> bool:
        """Whether a number is never too large, if the numbers that it is computed from are not."""
        return self._largest(node) <= MOST

    def largest(self, node: tree.Expression) -> int:
        """Return the largest absolute value of a number, after it has been checked."""
        return min(self._largest(node), MOST)

    def _largest(self, node: tree.Expression) -> int:
        match node:
            case tree.Constant(value=int(value)):
                return abs(value)
            case tree.CountOn() | tree.StockLeft() | tree.TrackPosition() | tree.BuiltIn(name="count"):
                return _COUNTED
            case tree.TrackValue(track):
                return max(map(abs, track.spaces), default=0)
            case tree.VariableValue(variable=variable):
                return _of_variable(variable)
            case tree.Operation(operator, operands):
                return self._computed(operator, [self.largest(operand) for operand in operands])
            case tree.Conditional():
                return max(self.largest(node.then), self.largest(node.otherwise))
            case tree.BuiltIn(name="min" | "max" | "abs", arguments=arguments):
                return max(map(self.largest, arguments))
            case tree.Graph(question="distance"):
                return FAR
            case tree.Quantifier():
                return self._quantified(node)
            case tree.CallValue(value):
                return self._of_value(value)
            case _:
                return MOST

    def _computed(self, operator: str, operands: list[int]) -> int:
        match operator, operands:
            case "+" | "-", [one, other]:
                return one + other
            case "*", [one, other]:
                return one * other
            case "/" | "neg", [one, *_]:
                return one
            case "mod", [_, other]:
                return other
            case _:
                return MOST

    def _quantified(self, node: tree.Quantifier) -> int:
        match node.word:
            case "count":
                return _COUNTED
            case "sum":
                return at_most(node.set) * self._of_member(node)
            case "highest" | "lowest":
                return self._of_member(node)
            case _:
                return MOST

    def _of_member(self, node: tree.Quantifier) -> int:
        return MOST if node.value is None else self.largest(node.value)

    def _of_value(self, value: tree.ValueRule) -> int:
        """Bound what a value returns: its base, each change that sets it, and all that add to it."""
        if value not in self._values:
            self._values[value] = MOST  # meanwhile, for a value that needs itself
            self._values[value] = self._returned(value)
        return self._values[value]

    def _returned(self, value: tree.ValueRule) -> int:
        if not isinstance(value.type, NumberType) or value.base is None or value.body is not None:
            return MOST
        if any(change.word == "by" and (change.me or change.this) for change in value.changes):
            return MOST
        added = sum(self.largest(change.value) for change in value.changes if change.word == "by")
        others = [self.largest(change.value) for change in value.changes if change.word != "by"]
        return min(max(self.largest(value.base), *others, 0) + added, MOST)

    def adding_fits(self, value: tree.ValueRule) -> bool:
        """Whether the changes that add to a value never make it too large."""
        return self._of_value(value) < MOST


def _of_variable(variable: Variable) -> int:
    kind = variable.type
    if not isinstance(kind, NumberType):
        return MOST
    if variable.constant:
        return max((abs(default) for default in variable.defaults if isinstance(default, int)), default=0)
    if kind.low is None or kind.high is None or variable.faces is not None:
        return MOST
    return max(abs(kind.low), abs(kind.high))
