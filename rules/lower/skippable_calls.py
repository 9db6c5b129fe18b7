"""Finds procedures that may ask but usually do nothing, and lowers the test whether a call has an effect.

Such a procedure consists of conditions and loops around its effects. Testing first saves pushing its frame.
"""

from lazaretto.rules.check.effects import acts, code
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import longest
from lazaretto.rules.lower.builders import local, negated, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree

DEEPEST = 20
"""Calls that are nested more deeply are not tested: that would cost more than it saves."""


class Skippable:
    """Finds the skippable procedures, and lowers the functions that test whether a call does nothing."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._known: dict[tree.Procedure, bool] = {}
        self._depth = 0
        numbers = context.numbering.procedures
        self.procedures = [number for number in numbers if self._guarded(number)]
        self.numbers = frozenset(numbers[procedure] for procedure in self.procedures)

    def functions(self) -> list[ir.Function]:
        """Lower a function for each of them."""
        return [self._function(procedure) for procedure in self.procedures]

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
        lowering = StatementLowering(self.context)
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
                arguments = tuple(lowering.stored(argument) for argument in call.arguments)
                idle = ir.Call(ir.Ref(ir.Role.SKIPPABLE, number), arguments)
                return [when(negated(idle), _busy())]
            case _:
                raise AssertionError("not a guard")


def _busy() -> ir.Statement:
    return ir.Return(ir.Const(False))
