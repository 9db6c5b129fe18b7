"""Notes which rules run: procedures that begin, hooks, changes that apply, prohibitions that hold, ends.

The code is compiled without passes, which would move code from one rule into another. Nobody plays with it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.code_line_numbers import code_of
from lazaretto.rules.backends.python.compiled_code import PythonBackend, PythonCode
from lazaretto.rules.backends.python.translate_statements import Resumables, StatementTranslator, function_of
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import called, walk
from lazaretto.rules.run.backend import Services

_RAN = "ran"
"""The function that a marked statement calls first."""
_PLAYED = frozenset(
    {
        ir.Role.PROCEDURE,
        ir.Role.SEGMENT,
        ir.Role.OUTCOME,
        ir.Role.SHORTAGE,
        ir.Role.OPEN,
        ir.Role.SKIPPABLE,
        ir.Role.OFFERED,
        ir.Role.PLAYABLE,
        ir.Role.CANDIDATES,
        ir.Role.BOUNDS,
        ir.Role.DECLINED,
        ir.Role.JUDGE,
    }
)
"""The roles whose functions a game without a screen needs; the others only show something."""


@dataclass(frozen=True, slots=True)
class RuleMark:
    """A rule that may run."""

    file: str
    line: int
    title: str
    """Its name, for a rule whose line does not tell it apart from another one."""
    procedure: int | None = None
    """The number of the procedure that it is, or that it forbids."""


def marked(lowered: ir.Lowered) -> "MarkedCode":
    """Return the back end that notes which rules run."""
    rules: dict[RuleMark, int] = {}
    marks = {
        node: rules.setdefault(rule, len(rules)) for node, rule in _marks(lowered, _needed(lowered.functions))
    }
    code = _Marking(lowered.resumables, marks)
    functions = [function_of(function, function.body, code) for function in lowered.functions.values()]
    files, compiled = code_of(functions)
    return MarkedCode(PythonCode(files, dict(lowered.constants), compiled), tuple(rules), _calls(lowered))


@dataclass(frozen=True, slots=True)
class MarkedCode:
    """The rules of a game as Python code that notes what runs."""

    code: PythonCode
    rules: tuple[RuleMark, ...]
    calls: Mapping[int, frozenset[int]]
    """For each procedure those that it may call."""

    def load(self, services: Services) -> "MarkedBackend":
        """Prepare the functions for calling."""
        return MarkedBackend(self, services)


class MarkedBackend(PythonBackend):
    """The functions of one game, and which rules have run."""

    def __init__(self, made: MarkedCode, services: Services) -> None:
        plain = made.code.load(services)
        super().__init__(plain._space, made.code)
        self._made = made
        self._ran: set[int] = set()
        """The rules that have run, by their numbers."""
        self._space[_RAN] = self._ran.add

    def never_ran(self) -> list[RuleMark]:
        """Return the rules that never ran, except procedures that nothing in this game could call."""
        rules, calls = self._made.rules, self._made.calls
        waiting = [
            rule.procedure
            for number, rule in enumerate(rules)
            if rule.procedure is not None and (number in self._ran or rule.title.startswith("action "))
        ]
        possible = {*waiting}
        while waiting:
            new = calls.get(waiting.pop(), frozenset()) - possible
            possible |= new
            waiting += new
        return [
            rule
            for number, rule in enumerate(rules)
            if number not in self._ran and (rule.procedure is None or rule.procedure in possible)
        ]


class _Marking(StatementTranslator):
    """Converts statements; the marked ones first note that they run."""

    def __init__(self, resumables: Resumables, marks: Mapping[ir.Statement, int]) -> None:
        super().__init__(resumables)
        self._marks = marks

    def block(self, body: Iterable[ir.Statement]) -> list[ast.stmt]:
        """Convert a block, each statement with its source position."""
        statements: list[ast.stmt] = []
        for node in body:
            number = self._marks.get(node)
            if number is not None:
                statements.append(ast.Expr(py.call(_RAN, py.const(number))))
            statements += super().block([node])
        return statements


def _numbers(lowered: ir.Lowered) -> dict[int, int]:
    """Return the procedure of each segment."""
    return {
        segment: resumable.procedure
        for resumable in lowered.resumables.values()
        for segment in range(resumable.entry, resumable.entry + resumable.count)
    }


def _calls(lowered: ir.Lowered) -> dict[int, frozenset[int]]:
    """Return for each procedure those that it may call."""
    found: dict[int, set[int]] = {}
    segments = _numbers(lowered)
    for ref, function in lowered.functions.items():
        if ref.role in (ir.Role.PROCEDURE, ir.Role.SEGMENT):
            number = segments[ref.number] if ref.role is ir.Role.SEGMENT else ref.number
            callees = found.setdefault(number, set())
            for node in walk(function.body):
                if isinstance(node, ir.Enter):
                    callees.add(node.procedure)
                callees.update(each.number for each in called(node) if each.role is ir.Role.PROCEDURE)
    return {number: frozenset(each) for number, each in found.items()}


def _needed(functions: Mapping[ir.Ref, ir.Function]) -> frozenset[ir.Ref]:
    """Return the functions that games without a screen may call."""
    waiting = [ref for ref in functions if ref.role in _PLAYED]
    refs = {*waiting}
    while waiting:
        for node in walk(functions[waiting.pop()].body):
            for ref in called(node):
                if ref not in refs:
                    refs.add(ref)
                    waiting.append(ref)
    return frozenset(refs)


def _marks(lowered: ir.Lowered, needed: frozenset[ir.Ref]) -> Iterator[tuple[ir.Statement, RuleMark]]:
    """Yield the statements that show that a rule runs.

    Every part of a rule that asks is marked: a rule that begins with a question is entered behind it.
    """
    segments = _numbers(lowered)
    for ref in needed:
        function = lowered.functions[ref]
        number = segments[ref.number] if ref.role is ir.Role.SEGMENT else ref.number
        whole = RuleMark(function.span.file, function.span.line, function.title)
        match ref.role:
            case ir.Role.PROCEDURE | ir.Role.SEGMENT if function.body:
                yield function.body[0], replace(whole, procedure=number)
            case ir.Role.VALUE if _is_changed(function):
                yield from _inner_marks(function)
            case ir.Role.MAY:
                found = _inner_marks(function)
                yield from ((node, replace(rule, procedure=number)) for node, rule in found)
            case ir.Role.OUTCOME | ir.Role.SHORTAGE:
                ends = (finish for finish in walk(function.body) if isinstance(finish, ir.Finish))
                yield from ((end, whole) for end in ends)
            case _:
                pass


def _is_changed(function: ir.Function) -> bool:
    """Whether rules change a value: it is in the local name `x` then, which no author can write."""
    return any(isinstance(let, ir.Let) and _name(let.target) == "x" for let in function.body)


def _name(target: ir.Local | ir.Slot) -> str:
    return target.name if isinstance(target, ir.Local) else ""


def _inner_marks(function: ir.Function) -> Iterator[tuple[ir.Statement, RuleMark]]:
    """Yield what each change of a value, or each prohibition, does where it applies."""
    for statement in function.body:
        if statement.span is not None and not isinstance(statement, ir.Pay):
            inner: ir.Statement = statement
            while isinstance(inner, ir.If | ir.ForEach):
                inner = inner.then[-1] if isinstance(inner, ir.If) else inner.body[-1]
            yield inner, RuleMark(statement.span.file, statement.span.line, function.title)


__all__ = ["MarkedBackend", "MarkedCode", "RuleMark", "marked"]
