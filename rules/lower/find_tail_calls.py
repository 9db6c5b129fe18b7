"""Finds the tail calls of resumable procedures, and the procedures that may recurse.

A frame that has nothing left to do is popped before its last call. So a chain of tail calls needs no depth,
and the stack at every decision is the same in all back ends.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from lazaretto.rules.check.effects import acts, code
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import longest
from lazaretto.rules.lower.builders import negated, place, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.fuel_cost import UNIT
from lazaretto.rules.lower.ir.function_roles import Ref
from lazaretto.rules.lower.ir.program import Function
from lazaretto.rules.lower.ir.walk import Calls, Node, all_calls, called, children, walk
from lazaretto.rules.lower.nonwaiting_statements import Statements
from lazaretto.rules.lower.quantifiers import local
from lazaretto.rules.model import tree

Blocks = Mapping[int, ir.Block]
"""The segments by number."""


def first_question(entry: ir.Block) -> tuple[int, int] | None:
    """If a procedure asks before it does anything, return the segment after the question and its number."""
    match entry:
        case [ir.Ask(question, then)]:
            return then, question
        case _:
            return None


def mark_calls(resumables: Iterable[ir.Resumable], blocks: Blocks) -> set[int]:
    """Set `tail` and `recursive` on all calls; return the procedures that may recurse."""
    owned = {
        each.procedure: [blocks[number] for number in range(each.entry, each.entry + each.count)]
        for each in resumables
    }
    calls = {
        procedure: {
            call.procedure for block in segments for call in _calls(block) if isinstance(call, ir.Enter)
        }
        for procedure, segments in owned.items()
    }
    recursive = {each for each in calls if each in reached(each, calls)}
    for resumable in resumables:
        for block in owned[resumable.procedure]:
            for call in _calls(block):
                call.tail = resumable.brief and _leaves(call.then, blocks)
                if isinstance(call, ir.Enter):
                    call.recursive = call.procedure in recursive
    return recursive


def _calls(block: ir.Block) -> Iterator[ir.Enter | ir.Act]:
    """Yield all calls of a segment; loops inside a segment contain none."""
    for each in block:
        match each:
            case ir.Enter() | ir.Act():
                yield each
            case ir.If(_, then, otherwise):
                yield from _calls(then)
                yield from _calls(otherwise)
            case _:
                pass


def _leaves(number: int, blocks: Blocks) -> bool:
    """Whether a segment only leaves, possibly after some jumps."""
    way: set[int] = set()
    while number not in way:
        way.add(number)
        match blocks[number]:
            case [ir.Leave(returns=False, after=[])]:
                return True
            case [ir.Goto(target)]:
                number = target
            case _:
                return False
    return False


Point = TypeVar("Point")


def reached(start: Point, after: Mapping[Point, Iterable[Point]]) -> set[Point]:
    """Return all successors, direct and indirect."""
    found: set[Point] = set()
    waiting = [*after[start]]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += after[each]
    return found


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
                for ref, times in _counted_calls(each, 1):
                    costs[ref] += times * functions[ref].cost
            dearest = max(costs, key=lambda ref: costs[ref], default=None)
            if dearest is not None and 2 * costs[dearest] > units * UNIT:
                found[place(payment.span)] = f"`{functions[dearest].title}`"
    return found


def _counted_calls(node: Node, times: int) -> Iterator[tuple[ir.Ref, int]]:
    """Yield the functions that a node calls, and how often, except in loops that pay themselves."""
    for ref in called(node):
        yield ref, times
    inner, many = times, None
    match node:
        case ir.ForEach(body=[ir.Pay(), *_]) | ir.ForEach(many=ir.Charged()) | ir.Select(many=ir.Charged()):
            yield from _counted_calls(node.many, times)
            return
        case ir.While():
            return
        case ir.Select() | ir.ForEach():
            many = node.many
            yield from _counted_calls(many, times)
            inner = times * (node.longest or 1)
        case _:
            pass
    for child in children(node):
        if child is not many:
            yield from _counted_calls(child, inner)


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


def mark_recursive(functions: Mapping[Ref, Function], calls: Calls | None = None) -> None:
    """Mark the functions from which they themselves can be reached; `calls` is what they call, if known."""
    calls = all_calls(functions) if calls is None else calls
    for ref in _in_cycles({ref: dict.fromkeys(each) for ref, each in calls.items()}):
        functions[ref].recursive = True


def _in_cycles(calls: Mapping[Ref, Iterable[Ref]]) -> frozenset[Ref]:
    """Return the nodes of a graph from which they themselves can be reached."""
    order: list[Ref] = []
    met: set[Ref] = set()
    back: dict[Ref, list[Ref]] = {}
    for start in calls:
        stack = [(start, False)]
        while stack:
            ref, done = stack.pop()
            if done:
                order.append(ref)
            elif ref not in met:
                met.add(ref)
                stack.append((ref, True))
                for each in calls.get(ref, ()):
                    back.setdefault(each, []).append(ref)
                    stack.append((each, False))
    found: set[Ref] = set()
    placed: set[Ref] = set()
    for start in reversed(order):
        if start in placed:
            continue
        placed.add(start)
        group, waiting = [start], [start]
        while waiting:
            for each in back.get(waiting.pop(), ()):
                if each not in placed:
                    placed.add(each)
                    group.append(each)
                    waiting.append(each)
        if len(group) > 1 or start in calls.get(start, ()):
            found.update(group)
    return frozenset(found)


DEEPEST = 20
"""Calls that are nested more deeply are not tested: that would cost more than it saves."""


class Skippable:
    """Finds the skippable procedures, and lowers the functions that test whether a call does nothing."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._known: dict[tree.Procedure, bool] = {}
        self._depth = 0
        numbers = context.numbering.procedures
        self.procedures = [each for each in numbers if self._guarded(each)]
        self.numbers = frozenset(numbers[each] for each in self.procedures)

    def functions(self) -> list[ir.Function]:
        """Lower a function for each of them."""
        return [self._function(each) for each in self.procedures]

    def _guarded(self, procedure: tree.Procedure) -> bool:
        known = self._known.get(procedure)
        if known is None:
            self._known[procedure] = False
            self._depth += 1
            near = self._depth < DEEPEST and procedure.asks and not procedure.returns
            known = near and self._all_guarded(code(procedure))
            self._depth -= 1
            self._known[procedure] = known
        return known

    def _all_guarded(self, body: tree.Block) -> bool:
        return all(self._is_guard(each) for each in body)

    def _is_guard(self, node: tree.Statement) -> bool:
        match node:
            case tree.If(otherwise=()):
                return True
            case tree.Repeat(times=None):
                return node.condition is not None
            case tree.ForEach(body=body):
                return not acts(node.set) and self._all_guarded(body)
            case tree.Run(call):
                return not acts(call.arguments) and self._guarded(call.procedure)
            case _:
                return False

    def _function(self, procedure: tree.Procedure) -> ir.Function:
        ref = ir.Ref(ir.Role.SKIPPABLE, self.context.numbering.procedures[procedure])
        body = [*self._block(code(procedure)), ir.Return(ir.Const(True))]
        parameters = tuple(map(local, procedure.parameters))
        return ir.Function(ref, procedure.name, parameters, body, procedure.span)

    def _block(self, body: tree.Block) -> ir.Block:
        return [made for each in body for made in self._guard(each)]

    def _guard(self, node: tree.Statement) -> ir.Block:
        """Lower a statement to code that returns false if the statement would do something."""
        lowering = Statements(self.context)
        match node:
            case tree.If(branches=branches):
                rest: ir.Block = []
                for condition, body in reversed(branches):
                    then = self._block(body) if self._all_guarded(body) else [_busy()]
                    rest = [ir.If(lowering.lower(condition), then, rest)]
                return rest
            case tree.Repeat() if node.condition is not None:
                return [when(lowering.lower(node.condition), _busy())]
            case tree.ForEach(variable=variable, body=body):
                many, where = node.set, node.where
                inner = self._block(body)
                if where is not None:
                    inner = [when(lowering.lower(where), *inner)]
                return [ir.ForEach(local(variable), lowering.lower(many), inner, longest(many))]
            case tree.Run(call):
                number = self.context.numbering.procedures[call.procedure]
                arguments = tuple(lowering.stored(each) for each in call.arguments)
                idle = ir.Call(ir.Ref(ir.Role.SKIPPABLE, number), arguments)
                return [when(negated(idle), _busy())]
            case _:
                raise AssertionError("not a guard")


def _busy() -> ir.Statement:
    return ir.Return(ir.Const(False))
