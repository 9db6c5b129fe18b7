"""Computes the cost of rules: every rule that could run long pays fuel, and stops when none is left.

Cost is counted in parts, the evaluated nodes of the lowered form; a unit of fuel pays for `UNIT` parts. This
pass inserts `Pay` and `Charged` nodes and the cost of each function; a back end only executes them. So the
fuel left at each decision is the same in all back ends.

Every loop pays for each iteration. A small function is free, and its cost is part of its callers'; a larger
one pays for itself, and so does a recursive one. In a resumable procedure the first segment pays, and one
segment of each cycle, each for what follows up to the next one that pays. So the fuel limits the work between
two decisions, whatever the rules contain, and small rules have no overhead.

A decision may use 10,000,000 units and 1,000 more for each member, 12,000,000 at most. A unit is about 0.1
microseconds: it pays for ten nodes, or for what a runtime function does in that time. A list of unknown
length pays when its length is known. A log line costs 4,000 units, for the memory that it takes. The exact
cost of a rule may change between versions. When the fuel is used up, the machine samples a few times which
rule is running, to name it in the fault; if it mostly pays for a rule that it calls, the fault names that
one.

The loop that uses up the fuel of a decision may do little itself, and mostly pay for one call:
`find_dear_calls` finds these payments, so that a rule that takes too long is named by what it calls.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.builders import place
from lazaretto.rules.lower.ir.expressions import (
    AllOf,
    AnyOf,
    Apply,
    Best,
    Cells,
    Charged,
    Compare,
    Condition,
    Const,
    Expression,
    Extreme,
    FirstOf,
    Frozen,
    Length,
    MayHoldHidden,
    Picked,
    PilesOf,
    Range,
    Select,
    Sorted,
    SumOf,
    Unique,
    Words,
)
from lazaretto.rules.lower.ir.function_roles import Ref, Role
from lazaretto.rules.lower.ir.program import Function, Lowered, Resumable
from lazaretto.rules.lower.ir.statements import (
    Act,
    AnswerAlone,
    Ask,
    Enter,
    Finish,
    ForEach,
    Goto,
    If,
    Log,
    LogPrevented,
    MoveCounted,
    Pay,
    Perform,
    Reset,
    Settle,
    SortEntries,
    While,
)
from lazaretto.rules.lower.ir.walk import Calls, Node, all_calls, called, children, statements, walk
from lazaretto.rules.run.limits import ALONE

UNIT = 10
"""How many parts a unit of fuel pays for; they take about 0.1 microseconds in generated Python."""
FREE = 60_000
"""The maximum cost of a free function in parts; a question that is answered automatically pays for that."""
OFFERED = 600_000
"""The maximum cost of a free menu in parts: it is evaluated once, before a decision."""
BRIEF = 3_000
"""The maximum cost in parts of a procedure or of a reason that its callers pay for."""
FEW = 128
"""The maximum length of a list that is searched without paying."""
MANY = 512
"""The maximum length of a list that is copied without paying for each member; also how often a condition
passed to a runtime function is evaluated, if nothing else is known."""
LINE = 40_000
"""The cost of a line of the log: a rule must not fill the memory with log lines."""
COPIED = 16
"""How many members of a list are copied for a unit of fuel."""
MERGED = 2
"""How many members of a list are freed from repeats for a unit of fuel."""
SEARCHED = 3
"""How many members of a list are compared with a value for a unit of fuel."""
WAY = 16
"""The length that a query about the links of a place counts for each link."""
_WALKS = frozenset({"reach", "distance", "connected"})
"""Queries that walk over the map; their last argument is what they pay for each link."""
_APPLIED = {"pick": 50, "abs": 5, "number": 8} | dict.fromkeys(
    ("reach", "distance", "connected", "some", "union", "minus", "marked"), 50
)
_PERFORMED = 300
_FINISHED = 50
COST = 15
"""The cost of any other runtime function."""
ROUND = 15
"""The cost of one round of a loop that pays, besides its statements."""
_MEMBER = 3
"""The cost of visiting a member of a list in a search."""
_KEY = 8
"""The cost of calling the function that computes a key."""
_SORTED = 10
"""The cost of putting a member of a list into its place, besides computing its key."""
_COPY = 20
"""The cost of copying or searching a list, besides its length."""


def add_costs(lowered: Lowered, calls: Calls | None = None) -> None:
    """Make every function pay for what it does; `calls` is what they call, if somebody knows that already."""
    calls = all_calls(lowered.functions) if calls is None else calls
    _Costs(lowered.functions).run(lowered.resumables.values(), calls)


class _Costs:
    def __init__(self, functions: Mapping[Ref, Function]) -> None:
        self.functions = functions
        self.known: set[Ref] = set()
        """The functions whose cost is known."""
        self.recursive: set[Ref] = set()
        """Functions that are called before their own cost is known: one in each cycle of calls."""
        self.segments: dict[int, int] = {}
        """The cost of each segment itself."""

    def run(self, resumables: Iterable[Resumable], calls: Calls) -> None:
        for ref in _depth_first([*self.functions], calls)[0]:  # each after its callees, except in cycles
            function = self.functions[ref]
            total = self._all(function.body)
            if ref.role is Role.SEGMENT:
                self.segments[ref.number] = total
            else:
                self._settle(function, total)
            self.known.add(ref)
        for resumable in resumables:
            self._resumable(resumable)

    def _settle(self, function: Function, total: int) -> None:
        """Decide whether a function is free, so that its callers pay for it, or pays for itself."""
        ref = function.ref
        match ref.role:
            case Role.PROCEDURE | Role.REASON:
                free = BRIEF
            case Role.OFFERED | Role.PLAYABLE:
                free = OFFERED
            case _:
                free = FREE
        recursive = ref in self.recursive
        if total <= free and not recursive:
            function.cost = total
            return
        function.cost = 1
        function.body.insert(0, Pay(_units(total), function.span))

    # --- segments ------------------------------------------------------------------------------

    def _resumable(self, resumable: Resumable) -> None:
        """Charge the first segment of a procedure, and the segments to which a cycle leads back."""
        numbers = range(resumable.entry, resumable.entry + resumable.count)
        after = {number: self._after(number) for number in numbers}
        starts = [resumable.entry]
        if resumable.question is not None:
            starts.append(resumable.question[0])
        order, again = _depth_first(starts, after)
        paying = {*starts, *again}
        ways: dict[int, int] = {}
        for number in order:
            rest = (ways[each] for each in after[number] if each not in paying)
            ways[number] = self.segments[number] + max(rest, default=0)
        for number in sorted(paying):
            function = self.functions[Ref(Role.SEGMENT, number)]
            function.body.insert(0, Pay(_units(ways[number]), function.span))

    def _after(self, number: int) -> list[int]:
        """Return the successors of a segment."""
        found: list[int] = []
        for statement in statements(self.functions[Ref(Role.SEGMENT, number)].body):
            match statement:
                case Goto(segment):
                    found.append(segment)
                case Enter(then=then, tail=False) | Act(then=then, tail=False) | Ask(then=then):
                    found.append(then)
                case _:
                    pass
        return found

    # --- nodes ---------------------------------------------------------------------------------

    def _all(self, nodes: Iterable[Node]) -> int:
        return sum(map(self._cost, nodes))

    def _cost(self, node: Node) -> int:
        """Return the cost of a node: by default with its children and the functions it calls."""
        if node.__class__ not in _SPECIAL:
            total = _own(node)
            for child in children(node):
                total += self._cost(child)
            for ref in called(node):
                total += 1 + self._call(ref)
            return total
        match node:
            case If():
                return 1 + self._cost(node.test) + max(self._all(node.then), self._all(node.otherwise))
            case ForEach():
                return self._for_each(node)
            case While():
                cost = ROUND + self._cost(node.test) + self._all(node.body)
                node.body.insert(0, Pay(_units(cost), node.span))
                return 1
            case AnyOf(select) | AllOf(select) | FirstOf(select):
                return COST + self._select(select)
            case Select():
                return self._select(node)
            case Best() | Sorted():
                return self._by_key(node)
            case Frozen(length=length) if length > MANY:
                node.many, node.length = _skimmed(node.many, COPIED), 0
                return COST + self._cost(node.many)
            case Compare(operator="in" | "not in", length=length) if length > FEW:
                node.right, node.length = _skimmed(node.right, SEARCHED), 0
                return _COPY + self._cost(node.left) + self._cost(node.right)
            case Unique():
                if not isinstance(node.many, Select):
                    node.many = _skimmed(node.many, MERGED)
                return COST + self._cost(node.many)
            case Frozen() | Compare():
                return _own(node) + self._all(children(node))
            case Apply():
                return self._apply(node)
            case Condition():
                return MANY * self._cost(node.body)
            case Words():
                return self._words(node)
            case AnswerAlone():
                return ALONE * UNIT + self._all(children(node))
            case Finish():
                return _FINISHED + self._all(children(node))
            case _:
                raise AssertionError(node)

    def _words(self, node: Words) -> int:
        for gap in node.gaps:
            if isinstance(gap, Frozen):
                gap.many = _charged(gap.many, 1)
        return 1 + self._all(node.gaps)

    def _by_key(self, node: Best | Sorted) -> int:
        """Decide whether comparing the members of a list is free: there are few, and their keys are small."""
        longest = node.many.longest if isinstance(node.many, Select) else None
        many, inner = self._cost(node.many), _KEY + self._cost(node.key)
        if isinstance(node, Sorted):
            inner += _SORTED
        if longest is not None and longest <= FEW and longest * inner <= FREE:
            return COST + many + longest * inner
        node.many = Charged(node.many, _units(inner), node.many.span)
        return COST + many

    def _apply(self, node: Apply) -> int:
        """Return the cost of a runtime function; a walk over the map pays for each link."""
        last = node.arguments[-1] if node.arguments else None
        if not isinstance(last, Condition):
            if node.name in _WALKS:
                node.arguments += (Const(2),)
            return _own(node) + self._all(children(node))
        others = _own(node) + self._all(node.arguments[:-1])
        if node.name in _WALKS:
            node.arguments += (Const(2 + _units(self._cost(last.body)) // 2),)
            return others
        return others + (node.length // WAY or MANY) * self._cost(last.body) + 1

    def _call(self, ref: Ref) -> int:
        """Return the cost of a call without its arguments."""
        if ref not in self.known:
            self.recursive.add(ref)
            return 1
        return self.functions[ref].cost

    def _for_each(self, node: ForEach) -> int:
        many, inner = self._cost(node.many), 1 + self._all(node.body)
        if node.pays:
            node.body.insert(0, Pay(_units(ROUND + inner), node.span))
            return many + 1
        if node.longest is not None and node.longest * inner <= FREE:
            return many + node.longest * inner
        node.many = _charged(node.many, _units(inner))
        return many + 1

    def _select(self, node: Select) -> int:
        """Decide whether a search is free: the list is short and the tests are small."""
        many = self._cost(node.many)
        inner = _MEMBER + self._cost(node.result) + self._all(node.tests)
        if node.longest is not None and node.longest <= FEW and node.longest * inner <= FREE:
            return many + node.longest * inner
        node.many = _charged(node.many, _units(inner))
        return many + COST


_SPECIAL = frozenset(
    {
        If,
        ForEach,
        While,
        AnyOf,
        AllOf,
        FirstOf,
        Select,
        Best,
        Sorted,
        Condition,
        Words,
        AnswerAlone,
        Finish,
        Frozen,
        Compare,
        Apply,
        Unique,
    }
)
"""Nodes whose cost is more than their own and that of their children."""

_FIXED: Mapping[type, int] = {
    **dict.fromkeys((Log, LogPrevented), LINE),
    **dict.fromkeys((SumOf, Extreme, Length, Unique, Range, MayHoldHidden), COST),
    **dict.fromkeys((MoveCounted, Settle, SortEntries), COST),
    Perform: _PERFORMED,
}
"""What nodes cost themselves that always cost the same, but more than one."""

_VARYING = frozenset((Apply, Cells, PilesOf, Reset, Compare, Frozen))


def _own(node: object) -> int:
    """Return the cost of a node without its children and the functions it calls."""
    if node.__class__ not in _VARYING:
        return _FIXED.get(node.__class__, 1)
    match node:
        case Apply(name, length=length):
            return _APPLIED.get(name, COST) + length // 2
        case Cells(count=Const(int(count))):
            return _COPY + count
        case PilesOf(count=count) | Reset(count=count):
            return _COPY + count // 4
        case Compare(operator="in" | "not in", length=length):
            return _COPY + 3 * length
        case Cells():
            return _COPY
        case Frozen(length=length):
            return COST + length // 2
        case _:
            return 1


def _units(parts: int) -> int:
    return 1 + parts // UNIT


def _charged(many: Expression, each: int) -> Expression:
    """Charge for the members of a list; if they are selected, for all those selected from."""
    if isinstance(many, Picked):
        many.many = _charged(many.many, each)
        return many
    if isinstance(many, Charged) and many.share == 1:
        many.each = max(many.each, each)
        return many
    return Charged(many, each, many.span)


def _skimmed(many: Expression, share: int) -> Expression:
    """Charge for a list of unknown length that Python goes through by itself: a unit for some members."""
    return many if isinstance(many, Charged) else Charged(many, 1, many.span, share)


Point = TypeVar("Point")


def _depth_first(
    starts: Iterable[Point], after: Mapping[Point, Iterable[Point]]
) -> tuple[list[Point], set[Point]]:
    """Return all reachable nodes in postorder, and the targets of edges that close a cycle."""
    order: list[Point] = []
    again: set[Point] = set()
    met: set[Point] = set()
    for start in starts:
        if start in met:
            continue
        met.add(start)
        way = {start: iter(after[start])}
        while way:
            point, edges = next(reversed(way.items()))
            target = next((edge for edge in edges if edge not in met or edge in way), None)
            if target is None:
                order.append(point)
                del way[point]
            elif target in way:
                again.add(target)
            else:
                met.add(target)
                way[target] = iter(after[target])
    return order, again


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
            for node in nodes:
                for ref, times in _counted_calls(node, 1):
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
