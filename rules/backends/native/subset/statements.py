"""Compiles the statements of helpers into flat code, and whole modules of them."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from lazaretto.rules.backends.native.flat.build import opposite, wrapped
from lazaretto.rules.backends.native.flat.nodes import (
    OF_THE_LAYOUT,
    Again,
    Binary,
    Do,
    Exit,
    Function,
    Get,
    If,
    Labelled,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.subset.expressions import THROUGH, Expressions, Scope, arithmetic
from lazaretto.rules.backends.native.subset.modules import (
    ARITHMETIC,
    Helper,
    Module,
    SubsetError,
    read_modules,
)
from lazaretto.rules.backends.native.subset.records import (
    Items,
    Type,
)


def assigned(nodes: Iterable[ast.stmt]) -> set[str]:
    """Return the variables that statements assign."""
    return {
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


@cache
def variables(helper: ast.FunctionDef) -> frozenset[str]:
    """Return the variables that a helper assigns."""
    return frozenset(assigned(helper.body))


def continues(nodes: Iterable[ast.stmt]) -> bool:
    """Tell whether statements go on with the loop around them early."""
    for node in nodes:
        match node:
            case ast.Continue():
                return True
            case ast.If(_, then, otherwise) if continues(then) or continues(otherwise):
                return True
    return False


@cache
def read_after_loop(helper: ast.AST, name: str) -> bool:
    """Tell whether a helper reads a variable anywhere but in loops that count with it."""
    return _reads(helper, name)


def _reads(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and node.target.id == name:
        return _reads(node.iter, name)
    if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
        return True
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
        return True
    return any(_reads(iter_child_node, name) for iter_child_node in ast.iter_child_nodes(node))


class Statements:
    """Compiles the statements of one helper."""

    def __init__(self, scope: Scope, function: ast.FunctionDef, result: bool) -> None:
        self._scope = scope
        self._function = function
        self._result = result
        self._expressions = Expressions(scope)
        self._loops: list[tuple[Exit, Exit | Again]] = []
        """How to leave each loop around a statement, and how to go on with it."""
        self._labels = 0

    def block(self, nodes: Iterable[ast.stmt]) -> list[Step]:
        """Compile statements one after the other."""
        found: list[Step] = []
        for node in nodes:
            found += self._statement(node)
        return found

    def _statement(self, node: ast.stmt) -> list[Step]:
        expressions = self._expressions
        match node:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                return []
            case ast.Expr(ast.Call() as call):
                return [expressions.step(call) or Do(expressions.value(call))]
            case ast.Assign([ast.Name(name)], value):
                self._scope.types.setdefault(name, expressions.type_of(value))
                return [Set(name, expressions.value(value))]
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as value):
                self._scope.types.setdefault(name, expressions.type_named(annotation))
                return [Set(name, expressions.value(value))]
            case ast.Assign([ast.Attribute() | ast.Subscript() as target], value):
                return expressions.assign(target, value)
            case ast.AugAssign(ast.Attribute() | ast.Subscript() as target, operator, value):
                return expressions.change(target, operator, value)
            case ast.AugAssign(ast.Name(name), operator, value):
                changed = expressions.binary(node, Get(name), operator, expressions.value(value))
                return [Set(name, changed)]
            case ast.If(test, then, otherwise):
                return self._if(expressions.condition(test), then, otherwise)
            case ast.While(test, body, []):
                return [self._while(test, body)]
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds, []), body, []):
                return self._for(node, name, bounds, body)
            case ast.For(ast.Name(name), ast.Name() | ast.Attribute() | ast.Subscript() as many, body, []):
                return self._for_each(node, name, many)
            case ast.Break() if self._loops:
                return [self._loops[-1][0]]
            case ast.Continue() if self._loops:
                return [self._loops[-1][1]]
            case ast.Return(value):
                return [self._return(node, value)]
            case _:
                raise expressions.error(
                    node, f"the statement «{ast.unparse(node).partition(chr(10))[0]}» is not allowed"
                )

    def _return(self, node: ast.stmt, value: ast.expr | None) -> Step:
        if (value is not None) != self._result:
            raise self._expressions.error(node, f"{self._function.name} returns a value only in part")
        return Return(None if value is None else self._expressions.value(value))

    def _if(self, test: Value, then: list[ast.stmt], otherwise: list[ast.stmt]) -> list[Step]:
        if isinstance(test, Number):
            return self.block(then if test.value else otherwise)
        return [If(test, self.block(then), self.block(otherwise))]

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> Step:
        label = self._label("while")
        condition = self._expressions.condition(test)
        start: list[Step] = []
        if not (isinstance(condition, Number) and condition.value):
            start.append(If(opposite(condition), [Exit(label)], []))
        self._loops.append((Exit(label), Again(label)))
        steps = self.block(body)
        self._loops.pop()
        return Repeat(label, [*start, *steps])

    def _for(self, node: ast.For, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> list[Step]:
        if not 1 <= len(bounds) <= 3:
            raise self._expressions.error(node, "range takes one, two or three numbers")
        values = [self._expressions.value(bound) for bound in bounds]
        start = values[0] if len(values) > 1 else Number(0)
        stop = values[1] if len(values) > 1 else values[0]
        stride = values[2] if len(values) == 3 else Number(1)
        if not isinstance(stride, Number) or stride.value == 0:
            raise self._expressions.error(node, "the stride of a range is not a constant, or 0")
        changed = assigned(body)
        hidden = name in changed or read_after_loop(self._function, name)
        counter = self._scope.fresh() if hidden else name
        found: list[Step] = []
        if not isinstance(stop, Number) and not (isinstance(stop, Get) and stop.name not in {*changed, name}):
            kept = self._scope.fresh()
            if not isinstance(start, Number):
                first = self._scope.fresh()
                found.append(Set(first, start))
                start = Get(first)
            found.append(Set(kept, stop))
            stop = Get(kept)
        found.append(Set(counter, start))
        label = self._label("for")
        inner = self._label("next") if continues(body) else None
        self._loops.append((Exit(label), Exit(inner) if inner else Again(label)))
        steps = self.block(body)
        self._loops.pop()
        if hidden:
            steps.insert(0, Set(name, Get(counter)))
        over = Binary(">=s" if stride.value > 0 else "<=s", Get(counter), stop)
        found.append(
            Repeat(
                label,
                [
                    If(over, [Exit(label)], []),
                    *([Labelled(inner, steps)] if inner else steps),
                    Set(counter, arithmetic("+", Get(counter), stride)),
                ],
            )
        )
        return found

    def _for_each(self, node: ast.For, name: str, many: ast.expr) -> list[Step]:
        """Compile a loop over the members of a list."""
        kind = self._expressions.type_of(many)
        if not isinstance(kind, Items) or not kind.counted:
            raise self._expressions.error(node, f"«{ast.unparse(many)}» is not a list")
        self._scope.types.setdefault(name, kind.member)
        before: list[Step] = []
        if not isinstance(many, ast.Name) or many.id in assigned(node.body):
            kept = self._scope.fresh(kind)
            before = [Set(kept, self._expressions.value(many))]
            many = ast.Name(kept, ast.Load())
        index = self._scope.fresh()
        member = ast.Subscript(many, ast.Name(index, ast.Load()), ast.Load())
        assign = ast.Assign([ast.Name(name, ast.Store())], member)
        size = ast.Call(ast.Name("len", ast.Load()), [many], [])
        loop = ast.copy_location(
            ast.For(ast.Name(index, ast.Store()), node.iter, [assign, *node.body], []), node
        )
        return [*before, *self._for(loop, index, [size], loop.body)]

    def _label(self, hint: str) -> str:
        self._labels += 1
        return f"{hint}_{self._labels}"


@dataclass(slots=True)
class CompiledHelpers:
    """Helpers in flat code, and what they need from somebody else."""

    functions: dict[str, Function] = field(default_factory=dict)
    provided: dict[str, int] = field(default_factory=dict)
    """The functions that somebody else provides, with the number of their parameters."""
    tables: dict[str, int] = field(default_factory=dict)
    """The tables of functions, with the number of parameters of their functions."""


def compile_helpers(
    names: Iterable[str], layout: object, roots: Iterable[str] | None = None
) -> CompiledHelpers:
    """Compile modules by their names, and those that they import.

    The attributes of the layout are integers; without one, variables stand for them. Without roots,
    everything is kept; with roots, only they and what they call.
    """
    return compile_modules(read_modules([*names, ARITHMETIC]), layout, roots)


def compile_modules(
    modules: Mapping[str, Module], layout: object, roots: Iterable[str] | None = None
) -> CompiledHelpers:
    """Compile modules that have been read."""
    known: dict[str, Helper] = {}
    for module in modules.values():
        for helper in module.functions.values():
            if known.setdefault(helper.name, helper) is not helper and not helper.provided:
                other = known[helper.name]
                raise SubsetError(
                    module.path, helper.node, f"{helper.name} is defined in {other.module.path} too"
                )
    helpers = CompiledHelpers()
    if roots is None:
        waiting = [each for each in known.values() if not each.provided and each.module.name != ARITHMETIC]
    else:
        waiting = [known[root] for root in roots]
    seen: set[str] = set()
    while waiting:
        helper = waiting.pop()
        if helper.name in seen:
            continue
        seen.add(helper.name)
        if helper.name.startswith(THROUGH):
            helpers.tables[helper.name.removeprefix(THROUGH)] = len(helper.parameters) - 1
        elif helper.provided:
            helpers.provided[helper.name] = len(helper.parameters)
        else:
            scope = _HelperScope(helper, modules, layout)
            helpers.functions[helper.name] = scope.compiled()
            waiting += scope.calls.values()
    return helpers


class _HelperScope:
    """What one helper may refer to."""

    def __init__(self, helper: Helper, modules: Mapping[str, Module], layout: object) -> None:
        self.module = helper.module
        self.variables = variables(helper.node).union(helper.parameters)
        self.types = dict(zip(helper.parameters, helper.types, strict=True))
        self.calls: dict[str, Helper] = {}
        self._helper = helper
        self._modules = modules
        self._layout = layout
        self._fresh = 0

    def compiled(self) -> Function:
        helper = self._helper
        steps: list[Step] = Statements(self, helper.node, helper.result).block(helper.node.body)
        return Function(helper.name, helper.parameters, steps, helper.result, helper.inline, helper.seldom)

    def layout_constant(self, node: ast.AST, name: str) -> Value:
        if self._layout is None:
            return Get(f"{OF_THE_LAYOUT}{name}")
        number: object = getattr(self._layout, name, None)
        if not isinstance(number, int):
            raise SubsetError(self.module.path, node, f"the layout has no number {name}")
        return Number(wrapped(int(number)))

    def helper(self, name: str) -> Helper | None:
        if name in self.module.imported:
            source, name = self.module.imported[name]
            return self._modules[source].functions.get(name) if source in self._modules else None
        return self.module.functions.get(name)

    def called(self, helper: Helper) -> None:
        self.calls[helper.name] = helper

    def divider(self, name: str) -> Helper:
        divider = self._modules[ARITHMETIC].functions[name]
        self.called(divider)
        return divider

    def fresh(self, kind: Type = None) -> str:
        self._fresh += 1
        name = f"_{self._fresh}"
        self.variables = self.variables | {name}
        self.types[name] = kind
        return name
