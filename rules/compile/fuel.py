"""What running costs: no rule goes on without end, and none is long without paying for it.

This works on the finished Python of all rules. A turn of fuel stands for `UNIT` parts of Python's tree that
are worked through. Every loop pays for each of its turns, and looks whether there is fuel left; so does a
segment that begins a rule, or may be run again, also for those that follow it once. What is called (values,
conditions, reasons, procedures) is free while it is small, and its cost is then part of its caller's; what is
larger pays for itself, what calls itself looks too. So whatever a game's text says, the work done between two
decisions is bounded by the fuel, and small rules cost nothing for being watched.
"""

import ast
from collections.abc import Iterable

from rules.compile import python as py
from rules.compile.threads import reached, targets
from rules.run.limits import ALONE

UNIT = 100
"""How many parts of Python's tree a turn of fuel pays for."""
FREE = 60_000
"""How many parts a function may cost and still be free; a question that answers itself pays for that."""
OFFERED = 600_000
"""How many parts a menu may cost and still be free: it is looked through once, before a decision."""
BRIEF = 3_000
"""How many parts a procedure may cost that leaves paying to those who call it."""
FEW = 128
"""How many members a list may have that is looked through without paying."""
MANY = 512
"""How often a condition is looked at that is handed to one of the machine's functions."""
LINE = 200 * UNIT
"""What a line of the log costs: a rule must not fill the memory by talking."""
_COSTS = {
    "say": LINE,
    "prevented": LINE,
    "spread": 300,
    "shuffle": 300,
    "move": 300,
    "move_all": 300,
    "pour": 300,
    "arranged": 300,
    "show": 300,
    "pick": 50,
}
_COSTS |= dict.fromkeys(("reach", "distance", "connected", "some", "union", "minus", "marked", "finish"), 50)
_COST = 10
_COPY = 20
_Looked = ast.ListComp | ast.GeneratorExp


def pay(functions: Iterable[ast.FunctionDef]) -> None:
    """Let every function pay for what it does; those come first that others call."""
    _Fuel({each.name: each for each in functions}).run()


class _Fuel:
    def __init__(self, functions: dict[str, ast.FunctionDef]) -> None:
        self.functions = functions
        self.costs: dict[str, int] = {}
        self.round: set[str] = set()
        self.segments: dict[str, int] = {}
        """What each segment costs by itself."""
        self.trusting: set[str] = set()
        """The procedures that pay without looking whether anything is left."""

    def run(self) -> None:
        for name in self.functions:
            self.costs[name] = self._function(name)
        for name in self.round:
            if self.costs[name] > 1:
                self._begin(self.functions[name], self.costs[name])
            elif name in self.trusting:
                _look(self.functions[name])
        for name, total in self._bills().items():
            self._begin(self.functions[name], total)

    def _bills(self) -> dict[str, int]:
        """The segments that pay, also for what follows: those that begin a rule or may be run again."""
        after = {
            name: {f"seg_{number}" for number in targets(self.functions[name].body)} & self.segments.keys()
            for name in self.segments
        }
        follow = {name: reached(name, after) for name in after}
        again = {name for name in after if name in follow[name]}
        later = {each for name in after for each in after[name]} - again
        return {
            name: self.segments[name] + sum(self.segments[each] for each in follow[name] - again)
            for name in after
            if name not in later
        }

    # --- functions -----------------------------------------------------------------------------

    def _function(self, name: str) -> int:
        """What a call costs its caller."""
        function = self.functions[name]
        if name.startswith("seg_"):
            function.body = _unpaid(function.body)
            self.segments[name] = self._all(function.body)
            return 1
        total = self._all(function.body)
        tick = _tick(function.body)
        if tick is not None and (total > BRIEF or name in self.round):
            tick.value = py.at(tick.value, py.const(1 + total // UNIT))
            del function.body[1]
            self.trusting.add(name)
            return 1
        if tick is not None:
            function.body = function.body[2:] or [py.like(ast.Pass(), function)]
        if total <= (OFFERED if name.startswith("menu_") else FREE):
            return total
        self._begin(function, total)
        return 1

    @staticmethod
    def _begin(function: ast.FunctionDef, total: int) -> None:
        fuel = ast.Attribute(py.name("s"), "fuel", ast.Store())
        paid = ast.AugAssign(fuel, ast.Sub(), py.const(1 + total // UNIT))
        function.body.insert(0, py.like(paid, function))
        _look(function)

    # --- the parts -----------------------------------------------------------------------------

    def _all(self, parts: Iterable[ast.AST]) -> int:
        return sum(map(self._cost, parts))

    def _cost(self, node: ast.AST) -> int:
        """What a part costs; most of them are the sum of theirs, and are not looked at twice."""
        kind = node.__class__
        if kind not in _OWN:
            return 1 + self._all(py.children(node)) if py.FIELDS[kind] else 1
        match node:
            case ast.If(test, body, orelse):
                return 1 + self._cost(test) + max(self._all(body), self._all(orelse))
            case ast.For():
                return self._for(node)
            case ast.While(test, body):
                return self._turns(node, self._cost(test) + self._all(body))
            case ast.ListComp() | ast.GeneratorExp():
                return self._looked(node)
            case ast.Assign([ast.Attribute(attr="log")], value):
                return LINE + self._cost(value)
            case ast.Lambda(body=inner):
                return MANY * self._cost(inner)
            case ast.Call(ast.Attribute(ast.Attribute(attr="forced"), "append")):
                return ALONE * UNIT
            case ast.Call(ast.Name(name)):
                parts = self._all(node.args) + self._all(each.value for each in node.keywords)
                return parts + self._call(name)
            case ast.Subscript(value, ast.Slice(lower, upper)):
                return _COPY + _length(lower, upper) // 4 + self._cost(value)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                return _COPY + self._all(py.children(node))
            case _:
                return 1 + self._all(py.children(node))

    def _call(self, name: str) -> int:
        if name not in self.functions:
            return _COSTS.get(name, _COST)
        if name not in self.costs:
            self.round.add(name)
        return 1 + self.costs.get(name, 1)

    def _turns(self, node: ast.For | ast.While, inner: int) -> int:
        """A loop that pays for each turn what the turn may cost."""
        tick = _tick(node.body)
        assert tick is not None
        tick.value = py.at(tick.value, py.const(1 + inner // UNIT))
        return 1

    def _for(self, node: ast.For) -> int:
        many, inner = self._cost(node.iter), 1 + self._all(node.body)
        if _tick(node.body) is not None:
            return many + self._turns(node, inner)
        longest = getattr(node.iter, "longest", FREE)
        if longest * inner <= FREE:
            return many + longest * inner
        node.iter = _charged(node.iter, 1 + inner // UNIT)
        return many + 1

    def _looked(self, node: _Looked) -> int:
        """A list that is looked through: free while it is short and the looking is small."""
        (loop,) = node.generators
        many, inner = self._cost(loop.iter), 1 + self._cost(node.elt) + self._all(loop.ifs)
        longest = min(FEW, getattr(loop.iter, "longest", FEW))
        if longest * inner <= FREE and not _is_charge(loop.iter):
            return many + longest * inner
        loop.iter = _charged(loop.iter, 1 + inner // UNIT)
        return many + _COST


_OWN = {
    ast.If,
    ast.For,
    ast.While,
    ast.ListComp,
    ast.GeneratorExp,
    ast.Assign,
    ast.Lambda,
    ast.Call,
    ast.Subscript,
    ast.Compare,
}
"""The parts that may cost something else than the sum of what is in them."""


def _look(function: ast.FunctionDef) -> None:
    """Let a function that has just paid look whether there is any fuel left."""
    low = py.compare(py.field("s", "fuel"), ast.Lt(), py.const(0))
    function.body.insert(1, py.like(py.when(low, ast.Expr(py.call("spent"))), function))


def _unpaid(body: list[ast.stmt]) -> list[ast.stmt]:
    """What a segment does, without paying on the way: it pays once, when it begins; loops pay each turn."""
    found: list[ast.stmt] = []
    waiting = iter(body)
    for each in waiting:
        if isinstance(each, ast.AugAssign) and getattr(each.target, "attr", "") == "fuel":
            next(waiting)
            continue
        if isinstance(each, ast.If):
            each.body = _unpaid(each.body) or [py.like(ast.Pass(), each)]
            each.orelse = _unpaid(each.orelse)
        found.append(each)
    return found


def _tick(body: list[ast.stmt]) -> ast.AugAssign | None:
    """Where a block pays already."""
    for each in body[:3]:
        if isinstance(each, ast.AugAssign) and getattr(each.target, "attr", "") == "fuel":
            return each
    return None


def _length(lower: ast.expr | None, upper: ast.expr | None) -> int:
    """How long a stretch of a list is, as far as it is written there."""
    match lower, upper:
        case ast.Constant(int(first)), ast.Constant(int(last)):
            return last - first
        case _, ast.BinOp(right=ast.Constant(int(length))):
            return length
        case _:
            return 0


def _is_charge(many: ast.expr) -> bool:
    match many:
        case ast.Call(ast.Name("charge")) | ast.Call(ast.Name("compress"), [ast.Call(ast.Name("charge")), _]):
            return True
        case _:
            return False


def _charged(many: ast.expr, each: int) -> ast.expr:
    """A list whose members are paid for, so much for each."""
    match many:
        case ast.Call(ast.Name("compress"), [members, picks]):
            many.args = [_charged(members, each), picks]
            return many
        case ast.Call(ast.Name("charge"), [_, inside, *_]):
            pass
        case _:
            inside = many
    rest = [] if each == 1 else [py.const(each)]
    return py.like(py.call("charge", py.name("s"), inside, *rest), many)
