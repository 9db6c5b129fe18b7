"""Evaluates expressions of the lowered form: one method for each class of node.

Every method names its node `node`, because a fault gets the position of the innermost one in its traceback.
"""

from collections.abc import Callable
from itertools import compress
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, not_, sub
from typing import Any

from lazaretto.rules.backends.interpret.activation import Activation
from lazaretto.rules.lower import ir
from lazaretto.rules.run.backend import Services
from lazaretto.rules.run.limits import charge, skim
from lazaretto.rules.run.runtime_functions import CALLABLE

Value = Any
Method = Callable[[Any, Activation], Value]

_COMPUTE: dict[str, Callable[[Any, Any], Value]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": floordiv,
    "mod": mod,
}
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
}
_APPLY: dict[str, Callable[..., Value]] = {**CALLABLE, "min": min, "max": max, "abs": abs}


class Expressions:
    """Evaluates expressions; the subclass calls lowered functions."""

    def __init__(self, constants: dict[str, Any], services: Services) -> None:
        self._constants = constants
        self._services = services
        self.methods: dict[type, Method] = {
            ir.Const: self._const,
            ir.Local: self._local,
            ir.Slot: self._slot,
            ir.Players: self._players,
            ir.Veiled: self._veiled,
            ir.Returned: self._returned,
            ir.Cell: self._cell,
            ir.Cells: self._cells,
            ir.PileAt: self._pile_at,
            ir.PileOf: self._pile_of,
            ir.PilesOf: self._piles_of,
            ir.Table: self._table,
            ir.Item: self._item,
            ir.Compute: self._compute,
            ir.Negative: self._negative,
            ir.Compare: self._compare,
            ir.IsNone: self._is_none,
            ir.Between: self._between,
            ir.Not: self._not,
            ir.And: self._and,
            ir.Or: self._or,
            ir.IfElse: self._if_else,
            ir.TupleOf: self._tuple_of,
            ir.Words: self.words,
            ir.Call: self._call,
            ir.Apply: self._apply,
            ir.Condition: self._condition,
            ir.MayHoldHidden: self._may_hold_hidden,
            **self._list_methods(),
        }
        """The method that evaluates each class of expression."""

    def _list_methods(self) -> dict[type, Method]:
        return {
            ir.Select: self._select,
            ir.AnyOf: self._any_of,
            ir.AllOf: self._all_of,
            ir.FirstOf: self._first_of,
            ir.SumOf: self._sum_of,
            ir.Extreme: self._extreme,
            ir.Best: self._best,
            ir.Sorted: self._sorted,
            ir.Length: self._length,
            ir.NotEmpty: self._not_empty,
            ir.Frozen: self._frozen,
            ir.Unique: self._unique,
            ir.Picked: self._picked,
            ir.Joined: self._joined,
            ir.NewList: self._new_list,
            ir.Range: self._range,
            ir.Charged: self._charged,
        }

    def value(self, node: ir.Expression, here: Activation) -> Value:
        """Return the value of an expression."""
        return self.methods[node.__class__](node, here)

    def values(self, nodes: tuple[ir.Expression, ...], here: Activation) -> tuple[Value, ...]:
        """Return the values of several expressions, evaluated from left to right."""
        methods = self.methods
        return tuple([methods[each.__class__](each, here) for each in nodes])

    def call(self, ref: ir.Ref, arguments: tuple[Value, ...], here: Activation) -> Value:
        """Call a lowered function."""
        raise NotImplementedError

    # --- reads ----------------------------------------------------------------------------------

    def _const(self, node: ir.Const, here: Activation) -> Value:
        return node.value

    def _local(self, node: ir.Local, here: Activation) -> Value:
        return here.names[node.name]

    def _slot(self, node: ir.Slot, here: Activation) -> Value:
        return here.frame[node.number]

    def _players(self, node: ir.Players, here: Activation) -> int:
        return here.state.players

    def _veiled(self, node: ir.Veiled, here: Activation) -> bool:
        return here.state.veiled

    def _returned(self, node: ir.Returned, here: Activation) -> Value:
        return here.state.ret

    def _cell(self, node: ir.Cell, here: Activation) -> Value:
        return here.state.v[self.value(node.index, here)]

    def _cells(self, node: ir.Cells, here: Activation) -> list[Value]:
        first = self.value(node.first, here)
        return here.state.v[first : first + self.value(node.count, here)]

    def _pile_at(self, node: ir.PileAt, here: Activation) -> list[int]:
        return here.state.p[self.value(node.index, here)]

    def _pile_of(self, node: ir.PileOf, here: Activation) -> int:
        return here.state.w[self.value(node.piece, here)]

    def _piles_of(self, node: ir.PilesOf, here: Activation) -> list[int]:
        return here.state.w[node.first : node.first + node.count]

    def _table(self, node: ir.Table, here: Activation) -> Value:
        return self._constants[node.name]

    def _item(self, node: ir.Item, here: Activation) -> Value:
        return self.value(node.many, here)[self.value(node.index, here)]

    # --- numbers and conditions ----------------------------------------------------------------

    def _compute(self, node: ir.Compute, here: Activation) -> Value:
        return _COMPUTE[node.operator](self.value(node.left, here), self.value(node.right, here))

    def _negative(self, node: ir.Negative, here: Activation) -> Value:
        return -self.value(node.operand, here)

    def _compare(self, node: ir.Compare, here: Activation) -> bool:
        return _COMPARE[node.operator](self.value(node.left, here), self.value(node.right, here))

    def _is_none(self, node: ir.IsNone, here: Activation) -> bool:
        return (self.value(node.operand, here) is None) != node.negated

    def _between(self, node: ir.Between, here: Activation) -> bool:
        low, value = self.value(node.low, here), self.value(node.value, here)
        return bool(low <= value) and bool(value < self.value(node.high, here))

    def _not(self, node: ir.Not, here: Activation) -> bool:
        return not self.value(node.operand, here)

    def _and(self, node: ir.And, here: Activation) -> Value:
        found: Value = True
        for each in node.operands:
            found = self.value(each, here)
            if not found:
                break
        return found

    def _or(self, node: ir.Or, here: Activation) -> Value:
        found: Value = False
        for each in node.operands:
            found = self.value(each, here)
            if found:
                break
        return found

    def _if_else(self, node: ir.IfElse, here: Activation) -> Value:
        return self.value(node.then if self.value(node.test, here) else node.otherwise, here)

    def _tuple_of(self, node: ir.TupleOf, here: Activation) -> tuple[Value, ...]:
        return self.values(node.items, here)

    def words(self, node: ir.Words, here: Activation) -> tuple[int, tuple[Value, ...]]:
        """Return a text as data."""
        return node.template, self.values(node.gaps, here)

    # --- calls ---------------------------------------------------------------------------------

    def _call(self, node: ir.Call, here: Activation) -> Value:
        return self.call(node.function, self.values(node.arguments, here), here)

    def _apply(self, node: ir.Apply, here: Activation) -> Value:
        function, arguments = _APPLY[node.name], self.values(node.arguments, here)
        if node.name in ir.TAKES_STATE:
            return function(here.state, *arguments)
        if node.name == "total":
            return function(here.state.v, *arguments)
        return function(*arguments)

    def _condition(self, node: ir.Condition, here: Activation) -> Callable[[Value], Value]:
        return lambda value: self._with(node.body, here, node.variable.name, value)

    def _with(self, node: ir.Expression, here: Activation, name: str, value: Value) -> Value:
        """Return the value of an expression in which a name is bound to a value."""
        before = here.names.get(name)
        here.names[name] = value
        found = self.value(node, here)
        here.names[name] = before
        return found

    # --- lists ---------------------------------------------------------------------------------

    def _found(
        self, node: ir.Select, here: Activation, last: Callable[[Value], bool] | None = None
    ) -> list[Value]:
        """Return the results of a search up to the `last`; its variable is bound only meanwhile."""
        found: list[Value] = []
        names, name = here.names, node.variable.name
        many, before = self.value(node.many, here), names.get(name)
        for names[name] in many:
            for test in node.tests:
                if not self.value(test, here):
                    break
            else:
                result = self.value(node.result, here)
                found.append(result)
                if last is not None and last(result):
                    break
        names[name] = before
        return found

    def _select(self, node: ir.Select, here: Activation) -> list[Value]:
        return self._found(node, here)

    def _any_of(self, node: ir.AnyOf, here: Activation) -> bool:
        return any(self._found(node.select, here, bool))

    def _all_of(self, node: ir.AllOf, here: Activation) -> bool:
        return all(self._found(node.select, here, not_))

    def _first_of(self, node: ir.FirstOf, here: Activation) -> Value:
        found = self._found(node.select, here, lambda _: True)
        return found[0] if found else None

    def _sum_of(self, node: ir.SumOf, here: Activation) -> int:
        return sum(self.value(node.many, here))

    def _extreme(self, node: ir.Extreme, here: Activation) -> Value:
        many = self.value(node.many, here)
        return max(many, default=0) if node.word == "max" else min(many, default=0)

    def _best(self, node: ir.Best, here: Activation) -> Value:
        best: Value = None
        best_key: Value = None
        better = gt if node.word == "max" else lt
        for index, each in enumerate(self.value(node.many, here)):
            key = self._with(node.key, here, node.variable.name, each)
            if index == 0 or better(key, best_key):
                best, best_key = each, key
        return best

    def _sorted(self, node: ir.Sorted, here: Activation) -> list[Value]:
        found: list[tuple[Value, int, Value]] = []
        for index, each in enumerate(self.value(node.many, here)):
            found.append((self._with(node.key, here, node.variable.name, each), index, each))
        return [each for _, _, each in sorted(found)]

    def _length(self, node: ir.Length, here: Activation) -> int:
        return len(self.value(node.many, here))

    def _not_empty(self, node: ir.NotEmpty, here: Activation) -> bool:
        return bool(self.value(node.many, here))

    def _frozen(self, node: ir.Frozen, here: Activation) -> tuple[Value, ...]:
        return tuple(self.value(node.many, here))

    def _unique(self, node: ir.Unique, here: Activation) -> list[Value]:
        return list(dict.fromkeys(self.value(node.many, here)))

    def _picked(self, node: ir.Picked, here: Activation) -> list[Value]:
        return [*compress(self.value(node.many, here), self.value(node.by, here))]

    def _joined(self, node: ir.Joined, here: Activation) -> list[Value]:
        return [each for many in node.lists for each in self.value(many, here)]

    def _new_list(self, node: ir.NewList, here: Activation) -> list[Value]:
        return []

    def _range(self, node: ir.Range, here: Activation) -> range:
        return range(self.value(node.low, here), self.value(node.high, here))

    def _charged(self, node: ir.Charged, here: Activation) -> Value:
        many = self.value(node.many, here)
        if node.share > 1:
            return skim(here.state, many, node.share)
        return charge(here.state, many, node.each)

    def _may_hold_hidden(self, node: ir.MayHoldHidden, here: Activation) -> bool:
        return self._services.hidden(here.state, node.question)
