"""What running costs: no rule goes on without end, and none is long without paying for it.

This works on the finished Python of all rules. A turn of fuel stands for `UNIT` parts of Python's tree that
are worked through. Every loop pays for each of its turns, every procedure for each of its calls. What is
called while looking (values, conditions, reasons) is free while it is small, and its cost is then part of
its caller's; what is larger, or calls itself, pays for itself. So whatever a game's text says, the work done
between two decisions is bounded by the fuel, and small rules cost nothing for being watched.
"""

import ast
from collections.abc import Iterable

from rules.compile import python as py

UNIT = 100
"""How many parts of Python's tree a turn of fuel pays for."""
FREE = 20_000
"""How many parts a function may cost and still be free."""
FEW = 128
"""How many members a list may have that is looked through without paying."""
MANY = 512
"""How often a condition is looked at that is handed to one of the machine's functions."""
SEATS = 16
_COSTS = {
    "spread": 300,
    "shuffle": 300,
    "move": 300,
    "move_all": 300,
    "arranged": 300,
    "show": 300,
    "pick": 50,
}
_COSTS |= dict.fromkeys(("reach", "distance", "connected", "some", "union", "minus", "marked", "finish"), 50)
_COST = 10
_COPY = 20
_Looked = ast.ListComp | ast.GeneratorExp


def pay(functions: Iterable[ast.FunctionDef]) -> None:
    """Let every function pay for what it does."""
    _Fuel({each.name: each for each in functions}).run()


class _Fuel:
    def __init__(self, functions: dict[str, ast.FunctionDef]) -> None:
        self.functions = functions
        self.costs: dict[str, int] = {}
        self.round: set[str] = set()

    def run(self) -> None:
        for name in self._order():
            self.costs[name] = self._function(name)
        for name in self.round:
            if self.costs[name] > 1:
                self._begin(self.functions[name], self.costs[name])

    def _order(self) -> list[str]:
        """Every function after those it calls, as far as they do not call each other."""
        done: dict[str, None] = {}
        opened: set[str] = set()
        for first in self.functions:
            waiting = [first]
            while waiting:
                name = waiting[-1]
                if name in opened:
                    waiting.pop()
                    done[name] = None
                    continue
                opened.add(name)
                waiting.extend(each for each in self._called(name) if each not in opened)
        return list(done)

    def _called(self, name: str) -> list[str]:
        return [
            each.id
            for each in ast.walk(self.functions[name])
            if isinstance(each, ast.Name) and each.id in self.functions
        ]

    # --- functions -----------------------------------------------------------------------------

    def _function(self, name: str) -> int:
        """What a call costs its caller."""
        function = self.functions[name]
        total = self._block(function.body)
        tick = _tick(function.body)
        if tick is not None:
            tick.value = ast.copy_location(py.const(1 + total // UNIT), tick.value)
            return 1
        if total <= (4 * UNIT if name.startswith("seg_") else FREE):
            return total
        self._begin(function, total)
        return 1

    @staticmethod
    def _begin(function: ast.FunctionDef, total: int) -> None:
        fuel = ast.Attribute(py.name("s"), "fuel", ast.Store())
        low = py.compare(py.field("s", "fuel"), ast.Lt(), py.const(0))
        spent = py.when(low, ast.Expr(py.call("spent")))
        for each in (spent, ast.AugAssign(fuel, ast.Sub(), py.const(1 + total // UNIT))):
            function.body.insert(0, py.like(each, function))

    # --- the parts -----------------------------------------------------------------------------

    def _block(self, body: Iterable[ast.stmt]) -> int:
        return sum(self._cost(each) for each in body)

    def _all(self, parts: Iterable[ast.AST]) -> int:
        return sum(self._cost(each) for each in parts)

    def _cost(self, node: ast.AST) -> int:
        match node:
            case ast.Name() | ast.Constant() | ast.expr_context() | ast.operator():
                return 1
            case ast.If(test, body, orelse):
                return 1 + self._cost(test) + max(self._block(body), self._block(orelse))
            case ast.For():
                return self._for(node)
            case ast.While(test, body):
                return self._turns(node, self._cost(test) + self._block(body))
            case ast.ListComp() | ast.GeneratorExp():
                return self._looked(node)
            case ast.Lambda(body=inner):
                return MANY * self._cost(inner)
            case ast.Call(ast.Name(name)):
                parts = self._all(node.args) + self._all(each.value for each in node.keywords)
                return parts + self._call(name)
            case ast.Subscript(value, ast.Slice(lower, upper)):
                return _COPY + _length(lower, upper) // 4 + self._cost(value)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                return _COPY + self._all(ast.iter_child_nodes(node))
            case _:
                return 1 + self._all(ast.iter_child_nodes(node))

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
        tick.value = ast.copy_location(py.const(1 + inner // UNIT), tick.value)
        return 1

    def _for(self, node: ast.For) -> int:
        many, inner = self._cost(node.iter), 1 + self._block(node.body)
        if _tick(node.body) is not None:
            return many + self._turns(node, inner)
        longest = SEATS if _seats(node.iter) else getattr(node.iter, "longest", FREE)
        if longest * inner <= FREE:
            return many + longest * inner
        node.iter = _charged(node.iter, 1 + inner // UNIT)
        return many + 1

    def _looked(self, node: _Looked) -> int:
        """A list that is looked through: free while it is short and the looking is small."""
        (loop,) = node.generators
        many, inner = self._cost(loop.iter), 1 + self._cost(node.elt) + self._all(loop.ifs)
        if _seats(loop.iter) and SEATS * inner <= FREE:
            return many + SEATS * inner
        if FEW * inner <= FREE and not _is_charge(loop.iter):
            return many + FEW * inner
        loop.iter = _charged(loop.iter, 1 + inner // UNIT)
        return many + _COST


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


def _seats(many: ast.expr) -> bool:
    return isinstance(many, ast.Subscript) and getattr(many.value, "id", "").startswith("SEATS_")


def _is_charge(many: ast.expr) -> bool:
    return isinstance(many, ast.Call) and getattr(many.func, "id", "") == "charge"


def _charged(many: ast.expr, each: int) -> ast.expr:
    """A list whose members are paid for, so much for each."""
    inside = many.args[1] if isinstance(many, ast.Call) and _is_charge(many) else many
    rest = [] if each == 1 else [py.const(each)]
    return py.like(py.call("charge", py.name("s"), inside, *rest), many)
