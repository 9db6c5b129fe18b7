"""Rules that may ask, but mostly find nothing to do: whether a call would pass without any effect.

Such a rule is all guards: conditions and loops around what it would ask. Looking first saves the frame.
"""

import ast

from rules.check.effects import acts, code
from rules.compile import python as py
from rules.compile.emitter import Emitter
from rules.compile.statements import Statements, Watchers, plain_function
from rules.model import tree


class Idle:
    """Finds procedures that can be looked at first, and emits `idle_N(s, ...)` for them."""

    def __init__(self, emitter: Emitter, watchers: Watchers, procedures: list[tree.Procedure]) -> None:
        self.emitter = emitter
        self.watchers = watchers
        self._known: dict[int, bool] = {}
        self.procedures = [each for each in procedures if self._guarded(each)]
        self.numbers = frozenset(each.number for each in self.procedures)

    def functions(self) -> list[ast.FunctionDef]:
        """A function for each."""
        return [self._function(each) for each in self.procedures]

    def _guarded(self, procedure: tree.Procedure) -> bool:
        known = self._known.get(id(procedure))
        if known is None:
            self._known[id(procedure)] = False
            known = procedure.asks and not procedure.returns and self._all(code(procedure))
            self._known[id(procedure)] = known
        return known

    def _all(self, body: tree.Block) -> bool:
        return all(self._statement(each) for each in body)

    def _statement(self, node: tree.Statement) -> bool:
        match node:
            case tree.If(otherwise=()):
                return True
            case tree.Repeat(times=None, condition=condition):
                return condition is not None
            case tree.ForEach(set=many, body=body):
                return not acts(many) and self._all(body)
            case tree.Run(call):
                return not acts(call.arguments) and self._guarded(call.procedure)
            case _:
                return False

    def _function(self, procedure: tree.Procedure) -> ast.FunctionDef:
        body = [*self._block(code(procedure)), ast.Return(py.const(True))]
        names = [each.name for each in procedure.parameters]
        return plain_function(f"idle_{procedure.number}", names, body, procedure.span)

    def _block(self, body: tree.Block) -> list[ast.stmt]:
        return [made for each in body for made in self._look(each)]

    def _look(self, node: tree.Statement) -> list[ast.stmt]:
        looked = Statements(self.emitter, self.watchers)
        busy = ast.Return(py.const(False))
        inner: list[ast.stmt]
        match node:
            case tree.If(branches=branches):
                rest: list[ast.stmt] = []
                for condition, body in reversed(branches):
                    inner = self._block(body) if self._all(body) else [busy]
                    rest = [ast.If(looked.emit(condition), inner or [ast.Pass()], rest)]
                return rest
            case tree.Repeat(condition=condition) if condition is not None:
                return [py.when(looked.emit(condition), busy)]
            case tree.ForEach(variable=variable, set=many, where=where, body=body):
                inner = self._block(body) or [ast.Pass()]
                if where is not None:
                    inner = [py.when(looked.emit(where), *inner)]
                return [ast.For(py.store(variable.name), looked.emit(many), inner, [])]
            case tree.Run(call):
                arguments = [looked.stored(each) for each in call.arguments]
                idle = py.call(f"idle_{call.procedure.number}", py.name("s"), *arguments)
                return [py.when(py.negated(idle), busy)]
            case _:
                raise AssertionError("not a guard")
