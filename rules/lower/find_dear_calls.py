"""Finds payments that are mostly for one call: a rule that takes too long is then named by what it calls.

A small function pays nothing itself, its callers pay for it. So the loop that uses up the fuel of a decision
may do little itself.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.fuel_cost import UNIT
from lazaretto.rules.lower.ir.walk import Node, called, children, walk
from lazaretto.rules.lower.source_locations import place

_LOOPS = frozenset({ir.ForEach, ir.While, ir.Select, ir.Best, ir.Sorted})
DEAR = 20
"""Payments of fewer units are not looked at."""


def find_dear_calls(functions: Mapping[ir.Ref, ir.Function]) -> dict[str, str]:
    """Return the rule that most of a payment is for, by the position of the payment."""
    found: dict[str, str] = {}
    for function in functions.values():
        for payment, units, nodes in _payments(function):
            if units < DEAR or payment.span is None:
                continue
            costs: Counter[ir.Ref] = Counter()
            for each in nodes:
                for ref, times in _calls(each, 1):
                    costs[ref] += times * functions[ref].cost
            dearest = max(costs, key=lambda ref: costs[ref], default=None)
            if dearest is not None and 2 * costs[dearest] > units * UNIT:
                found[place(payment.span)] = f"`{functions[dearest].title}`"
    return found


def _calls(node: Node, times: int) -> Iterator[tuple[ir.Ref, int]]:
    """Yield the functions that a node calls, and how often, except in loops that pay themselves."""
    for ref in called(node):
        yield ref, times
    inner, many = times, None
    match node:
        case ir.ForEach(body=[ir.Pay(), *_]) | ir.ForEach(many=ir.Charged()) | ir.Select(many=ir.Charged()):
            yield from _calls(node.many, times)
            return
        case ir.While():
            return
        case ir.Select() | ir.ForEach():
            many = node.many
            yield from _calls(many, times)
            inner = times * (node.longest or 1)
        case _:
            pass
    for child in children(node):
        if child is not many:
            yield from _calls(child, inner)


def _payments(function: ir.Function) -> Iterator[tuple[ir.Pay | ir.Expression, int, Iterable[Node]]]:
    """Yield what costs fuel in a function: the payment, its units, and what it pays for."""
    if function.body and isinstance(function.body[0], ir.Pay):
        yield function.body[0], function.body[0].units, function.body
    for node in walk(function.body):
        if node.__class__ not in _LOOPS:
            continue
        match node:
            case ir.ForEach(body=[ir.Pay() as first, *rest]) | ir.While(body=[ir.Pay() as first, *rest]):
                yield first, first.units, rest
            case ir.ForEach(many=ir.Charged() as paid, body=body):
                yield paid.many, paid.each, body
            case ir.Select(many=ir.Charged() as paid, tests=tests):
                yield paid.many, paid.each, (*tests, node.result)
            case ir.Best(many=ir.Charged() as paid):
                yield paid.many, paid.each, (node.key,)
            case ir.Sorted(many=ir.Charged() as paid):
                yield paid.many, paid.each, (node.key,)
            case _:
                pass
