"""Converts lowered functions to Python functions: their expressions, their statements, and segments.

In every function `s` is the state, `f` the frame; `v`, `p` and `w` are the state's values, its piles and the
pile of each piece.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any, assert_never, get_args

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction, name_of
from lazaretto.rules.backends.python.merge_segments import merge_segments
from lazaretto.rules.lower import ir

_COMPARISONS: dict[ir.Comparison, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
}
_OPERATORS: dict[ir.Arithmetic, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.FloorDiv,
    "mod": ast.Mod,
}

_Read = (
    ir.Const
    | ir.Local
    | ir.Slot
    | ir.Cell
    | ir.Table
    | ir.Item
    | ir.PileAt
    | ir.PileOf
    | ir.Players
    | ir.Veiled
    | ir.Returned
)
"""Constants, and reads of the state, the frame or a table."""
_Computed = (
    ir.Compute
    | ir.Negative
    | ir.Compare
    | ir.IsNone
    | ir.Between
    | ir.Not
    | ir.And
    | ir.Or
    | ir.IfElse
    | ir.TupleOf
    | ir.Words
)
"""Computations from one value or a few."""
_Called = ir.Call | ir.Apply | ir.Condition | ir.MayHoldHidden
"""Calls, and functions passed as arguments."""
_List = (
    ir.Select
    | ir.Range
    | ir.Frozen
    | ir.Unique
    | ir.Picked
    | ir.Joined
    | ir.NewList
    | ir.Charged
    | ir.Sorted
    | ir.Cells
    | ir.PilesOf
)
"""Expressions that produce a list."""
_Searched = ir.AnyOf | ir.AllOf | ir.FirstOf | ir.SumOf | ir.Extreme | ir.Best | ir.Length | ir.NotEmpty
"""Computations from a whole list."""


def expression(node: ir.Expression) -> ast.expr:
    """Convert an expression and keep its source position."""
    made = _expression(node)
    return made if node.span is None else py.placed(made, node.span)


def _expressions(nodes: Iterable[ir.Expression]) -> list[ast.expr]:
    """Convert several expressions."""
    return [expression(node) for node in nodes]


def _expression(node: ir.Expression) -> ast.expr:
    convert = _CONVERTED.get(node.__class__)
    return _searched(node) if convert is None else convert(node)  # type: ignore[arg-type]


def _read(node: _Read) -> ast.expr:
    match node:
        case ir.Const(value):
            return py.const(value)
        case ir.Local(name) | ir.Table(name):
            return py.name(name)
        case ir.Slot(number):
            return py.item(py.name("f"), py.const(number))
        case ir.Cell():
            return py.item(py.name("v"), expression(node.index))
        case ir.Item():
            return py.item(expression(node.many), expression(node.index))
        case ir.PileAt():
            return py.item(py.name("p"), expression(node.index))
        case ir.PileOf():
            return py.item(py.name("w"), expression(node.piece))
        case ir.Players():
            return py.field("s", "players")
        case ir.Veiled():
            return py.field("s", "veiled")
        case ir.Returned():
            return py.field("s", "ret")
        case _:
            assert_never(node)


def _computed(node: _Computed) -> ast.expr:
    match node:
        case ir.Compute("+"):
            return py.plus(expression(node.left), expression(node.right))
        case ir.Compute():
            return ast.BinOp(expression(node.left), _OPERATORS[node.operator](), expression(node.right))
        case ir.Negative():
            return ast.UnaryOp(ast.USub(), expression(node.operand))
        case ir.Compare():
            return py.compare(expression(node.left), _COMPARISONS[node.operator](), expression(node.right))
        case ir.IsNone():
            return py.compare(
                expression(node.operand), ast.IsNot() if node.negated else ast.Is(), py.const(None)
            )
        case ir.Between():
            return py.within(expression(node.low), expression(node.value), expression(node.high))
        case ir.Not():
            return py.negated(expression(node.operand))
        case ir.And():
            return py.both(_expressions(node.operands))
        case ir.Or():
            return ast.BoolOp(ast.Or(), _expressions(node.operands))
        case ir.IfElse():
            return ast.IfExp(expression(node.test), expression(node.then), expression(node.otherwise))
        case ir.TupleOf():
            return _tuple(node.items)
        case ir.Words():
            return ast.Tuple(
                [py.const(node.template), _tuple(node.gaps) if node.gaps else py.const(())], ast.Load()
            )
        case _:
            assert_never(node)


def _called(node: _Called) -> ast.expr:
    match node:
        case ir.Call():
            given = [py.name("s"), py.name("f")] if node.function.role in ir.FRAMED else [py.name("s")]
            return py.call(name_of(node.function), *given, *_expressions(node.arguments))
        case ir.Apply("written", (ir.Words() as words, ir.Const(()))):
            made = expression(words)  # no text inside another one: the size is known
            assert isinstance(made, ast.Tuple)
            made.elts.append(py.const(1))
            return made
        case ir.Apply("total"):
            return py.call("total", py.name("v"), *_expressions(node.arguments))
        case ir.Apply():
            state = [py.name("s")] if node.name in ir.TAKES_STATE else []
            return py.call(node.name, *state, *_expressions(node.arguments))
        case ir.Condition():
            return py.lambda_of(node.variable.name, expression(node.body))
        case ir.MayHoldHidden(question):
            return py.call("hidden", py.name("s"), py.const(question))
        case _:
            assert_never(node)


def _listed(node: _List) -> ast.expr:
    match node:
        case ir.Select():
            return ast.ListComp(expression(node.result), [_generator(node.variable, node)])
        case ir.Range(ir.Const(0)):
            return py.call("range", expression(node.high))
        case ir.Range():
            return py.call("range", expression(node.low), expression(node.high))
        case ir.Frozen():
            return py.call("tuple", expression(node.many))
        case ir.Unique():
            return py.call("list", py.method(py.name("dict"), "fromkeys", expression(node.many)))
        case ir.Picked():
            return py.call("compress", expression(node.many), expression(node.by))
        case ir.Joined():
            first, *rest = _expressions(node.lists)
            for more in rest:
                first = ast.BinOp(first, ast.Add(), more)
            return first
        case ir.Sorted():
            call = py.call("sorted", expression(node.many))
            call.keywords.append(ast.keyword("key", py.lambda_of(node.variable.name, expression(node.key))))
            return call
        case ir.NewList():
            return ast.List([], ast.Load())
        case ir.Charged() if node.share > 1:
            return py.call("skim", py.name("s"), expression(node.many), py.const(node.share))
        case ir.Charged():
            rest = [] if node.each == 1 else [py.const(node.each)]
            return py.call("charge", py.name("s"), expression(node.many), *rest)
        case ir.Cells():
            return py.item(py.name("v"), _stretch(expression(node.first), expression(node.count)))
        case ir.PilesOf(start, length):
            return py.item(py.name("w"), _stretch(py.const(start), py.const(length)))
        case _:
            assert_never(node)


def _searched(node: _Searched) -> ast.expr:
    match node:
        case ir.AnyOf(select):
            return py.call("any", _lazily(select))
        case ir.AllOf(select):
            return py.call("all", _lazily(select))
        case ir.FirstOf(select):
            return py.call("next", _lazily(select), py.const(None))
        case ir.SumOf():
            return py.call("sum", expression(node.many))
        case ir.Extreme():
            call = py.call(node.word, expression(node.many))
            call.keywords.append(ast.keyword("default", py.const(0)))
            return call
        case ir.Best():
            call = py.call(node.word, expression(node.many))
            call.keywords.append(ast.keyword("key", py.lambda_of(node.variable.name, expression(node.key))))
            call.keywords.append(ast.keyword("default", py.const(None)))
            return call
        case ir.Length():
            return py.call("len", expression(node.many))
        case ir.NotEmpty():
            return expression(node.many)
        case _:
            assert_never(node)


_CONVERTED: dict[type[ir.Expression], Callable[[Any], ast.expr]] = {
    each: convert
    for union, convert in ((_Read, _read), (_Computed, _computed), (_Called, _called), (_List, _listed))
    for each in get_args(union)
}
"""What converts the expressions of each class; all others are computed from a list."""


def _lazily(select: ir.Select) -> ast.expr:
    """Return a generator of the results of a selection."""
    exp = ast.GeneratorExp(expression(select.result), [_generator(select.variable, select)])
    return exp if select.span is None else py.placed(exp, select.span)


def _generator(variable: ir.Local, select: ir.Select) -> ast.comprehension:
    return ast.comprehension(py.store(variable.name), expression(select.many), _expressions(select.tests), 0)


def _tuple(items: Iterable[ir.Expression]) -> ast.expr:
    return ast.Tuple(_expressions(items), ast.Load())


def _stretch(first: ast.expr, count: ast.expr) -> ast.Slice:
    """Return the slice of `count` items from the first on."""
    if isinstance(first, ast.Constant):
        return ast.Slice(first, py.plus(count, py.copied(first)), None)
    return ast.Slice(first, py.plus(py.copied(first), count), None)


Resumables = Mapping[int, ir.Resumable]
"""The procedures that may ask, by number."""

_Effect = (
    ir.MoveCounted
    | ir.Perform
    | ir.Log
    | ir.LogPrevented
    | ir.Barrier
    | ir.CountTurn
    | ir.CheckOutcome
    | ir.Finish
    | ir.KeepCandidates
    | ir.AnswerAlone
    | ir.Settle
)
"""Operations on the state other than writing cells."""


class StatementTranslator:
    """Converts statements; needs the frame layouts of the procedures they enter."""

    def __init__(self, resumables: Resumables) -> None:
        self._resumables = resumables

    def block(self, body: Iterable[ir.Statement]) -> list[ast.stmt]:
        """Convert a block, each statement with its source position."""
        statements: list[ast.stmt] = []
        for node in body:
            made = self._statement(node)
            statements += (
                made if node.span is None else [py.placed(statement, node.span) for statement in made]
            )
        return statements

    def _filled(self, body: Iterable[ir.Statement]) -> list[ast.stmt]:
        """Convert a block to at least one statement."""
        return self.block(body) or [ast.Pass()]

    def _statement(self, node: ir.Statement) -> list[ast.stmt]:
        match node:
            case ir.Let():
                return [py.assign(_target(node.target), expression(node.value))]
            case ir.If():
                return self._if(node.test, node.then, node.otherwise)
            case ir.Return():
                return [ast.Return(None if node.value is None else expression(node.value))]
            case ir.Store():
                return [py.assign(py.put(py.name("v"), expression(node.index)), expression(node.value))]
            case ir.Add():
                cell = py.put(py.name("v"), expression(node.index))
                return [ast.AugAssign(cell, ast.Add(), expression(node.value))]
            case ir.Reset(first, count, table):
                stretch = ast.Slice(py.const(first), py.const(first + count), None)
                return [py.assign(py.put(py.name("v"), stretch), py.name(table))]
            case ir.AddToSlot(slot, number):
                operator = ast.Sub() if number < 0 else ast.Add()
                return [ast.AugAssign(py.put(py.name("f"), py.const(slot)), operator, py.const(abs(number)))]
            case ir.Pay(units):
                return _paid(units)
            case ir.ForEach():
                return [ast.For(_target(node.target), expression(node.many), self._filled(node.body), [])]
            case ir.While():
                return [ast.While(expression(node.test), self._filled(node.body), [])]
            case ir.Break():
                return [ast.Break()]
            case ir.Continue():
                return [ast.Continue()]
            case ir.Evaluate():
                return [ast.Expr(expression(node.value))]
            case ir.Append():
                return [ast.Expr(py.method(py.name(node.target.name), "append", expression(node.value)))]
            case ir.SortEntries(target):
                return [ast.Expr(py.method(py.name(target.name), "sort"))]
            case ir.Goto() | ir.Enter() | ir.Act() | ir.Ask() | ir.Leave():
                return [*self._ending(node), ast.Return(None)]
            case _:
                return [_effect(node)]

    def _if(self, test: ir.Expression, then: ir.Block, otherwise: ir.Block) -> list[ast.stmt]:
        return [ast.If(expression(test), self._filled(then), self.block(otherwise))]

    # --- terminators ---------------------------------------------------------------------------

    def _ending(self, node: ir.Terminator) -> list[ast.stmt]:
        """Convert the terminator of a segment, including its return."""
        match node:
            case ir.Goto(segment):
                return [_go_on_with(segment)]
            case ir.Enter():
                first = _pop() if node.tail else _go_on_with(node.then)
                if node.recursive:
                    entered = py.call(
                        "enter", py.name("s"), py.const(node.procedure), *_expressions(node.arguments)
                    )
                    return [first, ast.Expr(entered)]
                return [first, *self._pushed(self._resumables[node.procedure], _expressions(node.arguments))]
            case ir.Act():
                first = _pop() if node.tail else _go_on_with(node.then)
                seat = py.item(expression(node.entry), py.const(0))
                action = py.item(expression(node.entry), py.const(1))
                act = ast.Call(py.item(py.name("actions"), action), [py.name("s"), seat], [])
                return [first, ast.Expr(act)]
            case ir.Ask(question, then):
                return [_go_on_with(then), _ask(question)]
            case ir.Leave():
                left: list[ast.stmt] = [_pop(), *self.block(node.after)]
                if node.returns:
                    returned = py.const(None) if node.value is None else expression(node.value)
                    left.insert(0, py.assign(py.put_field("s", "ret"), returned))
                return left
            case _:
                assert_never(node)

    def _pushed(self, called: ir.Resumable, arguments: list[ast.expr]) -> list[ast.stmt]:
        """Push the frame of a procedure onto the stack, and run its first segment."""
        first, question = called.question or (called.entry, None)
        rest = [py.const(None) for _ in range(len(called.slots) - 1 - len(arguments))]
        frame = ast.List([py.const(first), *arguments, *rest], ast.Load())
        begun: ast.stmt
        if question is None:
            segment = name_of(ir.Ref(ir.Role.SEGMENT, first))
            begun = ast.Expr(py.call(segment, py.name("s"), py.name("frame")))
        else:
            begun = _ask(question)
        return [
            py.assign(py.store("frame"), frame),
            ast.Expr(py.method(py.field("s", "stack"), "append", py.name("frame"))),
            begun,
        ]


def _effect(node: _Effect) -> ast.stmt:
    s = py.name("s")
    match node:
        case ir.MoveCounted():
            return _moved(node)
        case ir.Perform():
            return ast.Expr(py.call(node.name, s, *_expressions(node.arguments)))
        case ir.Log(words, None):
            line = [py.field("s", "log"), py.const(None), py.const("says"), py.const(words.template)]
            made = ast.Tuple([*line, *_expressions(words.gaps)], ast.Load())
            return py.assign(py.put_field("s", "log"), made)
        case ir.Log():
            said = expression(node.words)
            assert isinstance(said, ast.Tuple) and node.readers is not None
            return ast.Expr(py.call("say", s, *said.elts, expression(node.readers)))
        case ir.LogPrevented():
            return ast.Expr(py.call("prevented", s, expression(node.words)))
        case ir.Barrier():
            return ast.AugAssign(py.put_field("s", "barrier"), ast.Add(), py.const(1))
        case ir.CountTurn():
            return ast.AugAssign(py.put_field("s", "turns"), ast.Add(), py.const(1))
        case ir.CheckOutcome(outcome):
            return ast.Expr(py.call(name_of(ir.Ref(ir.Role.OUTCOME, outcome)), s))
        case ir.Finish():
            whom = py.const(None) if node.players is None else expression(node.players)
            last = py.const(None) if node.ending is None else py.name(name_of(node.ending))
            return ast.Expr(py.call("finish", s, py.const(node.word), expression(node.words), whom, last))
        case ir.KeepCandidates(value):
            return py.assign(py.put_field("s", "open"), expression(value))
        case ir.AnswerAlone() if node.seat is not None:
            known = (py.const(node.question), expression(node.answer), py.const(node.base))
            return ast.Expr(py.call("alone", s, *known, expression(node.seat)))
        case ir.AnswerAlone():
            pair = ast.Tuple([py.const(node.question), expression(node.answer)], ast.Load())
            return ast.Expr(py.method(py.field("s", "forced"), "append", pair))
        case ir.Settle():
            return ast.Expr(py.call("settle", s))
        case _:
            assert_never(node)


def _moved(node: ir.MoveCounted) -> ast.stmt:
    """Move counted pieces; inline if there are enough and the amount is a constant or a name."""
    source, target, amount = expression(node.source), expression(node.target), expression(node.amount)
    names: list[ast.expr] = [py.name(name_of(shortage)) for shortage in node.shortages]
    shortages = ast.Tuple(names, ast.Load()) if names else py.const(())
    expr = ast.Expr(py.call("shift", py.name("s"), source, target, amount, shortages, expression(node.owner)))
    if not isinstance(node.amount, ir.Const | ir.Local):
        return expr
    v = py.name("v")
    tests = [py.compare(py.item(v, source), ast.GtE(), amount)]
    if not isinstance(node.amount, ir.Const) or node.amount.value < 0:  # type: ignore[operator]
        tests.insert(0, py.compare(amount, ast.GtE(), py.const(0)))
    less = ast.AugAssign(py.put(v, py.copied(source)), ast.Sub(), py.copied(amount))
    more = ast.AugAssign(py.put(v, py.copied(target)), ast.Add(), py.copied(amount))
    return ast.If(py.copied(py.both(tests)), [less, more], [expr])


def _paid(units: int) -> list[ast.stmt]:
    low = py.compare(py.field("s", "fuel"), ast.Lt(), py.const(0))
    return [
        ast.AugAssign(py.put_field("s", "fuel"), ast.Sub(), py.const(units)),
        py.when(low, ast.Expr(py.call("spent", py.name("s")))),
    ]


def _target(target: ir.Local | ir.Slot) -> ast.expr:
    """Return the target of an assignment."""
    if isinstance(target, ir.Local):
        return py.store(target.name)
    return py.put(py.name("f"), py.const(target.number))


def _go_on_with(segment: int) -> ast.stmt:
    """Store the next segment in the frame."""
    return py.assign(py.put(py.name("f"), py.const(0)), py.const(segment))


def _ask(question: int) -> ast.stmt:
    return py.assign(py.put_field("s", "ask"), py.const(question))


def _pop() -> ast.stmt:
    return ast.Expr(py.method(py.field("s", "stack"), "pop"))


def plain_functions(lowered: ir.Lowered) -> list[PyFunction]:
    """Convert every function as it was lowered, each segment separately."""
    code = StatementTranslator(lowered.resumables)
    return [function_of(function, function.body, code) for function in lowered.functions.values()]


def merged_functions(lowered: ir.Lowered) -> list[PyFunction]:
    """Convert every function, with segments merged; segments that are never entered are omitted."""
    code = StatementTranslator(lowered.resumables)
    functions = [function_of(other, other.body, code) for other in _others(lowered.functions.values())]
    for number, body in merge_segments(lowered).items():
        functions.append(function_of(lowered.functions[ir.Ref(ir.Role.SEGMENT, number)], body, code))
    return functions


def _others(functions: Iterable[ir.Function]) -> list[ir.Function]:
    return [function for function in functions if function.ref.role is not ir.Role.SEGMENT]


def function_of(function: ir.Function, body: ir.Block, code: StatementTranslator) -> PyFunction:
    """Convert a function whose body is this."""
    parameters = ["s", "f"] if function.ref.role in ir.FRAMED else ["s"]
    parameters += [parameter.name for parameter in function.parameters]
    function_def = py.function(name_of(function.ref), parameters, code.block(body), function.span)
    return PyFunction(function.ref, function_def)
