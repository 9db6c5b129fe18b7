"""Lowered games built by hand, for tests of the passes."""

from collections.abc import Iterable, Mapping

from lazaretto.grammar.source import Span
from lazaretto.rules.lower import ir

SPAN = Span("made.rules", 1, 1, 1, 1)
NUMBER, FLAG, LIST = ir.Sort.NUMBER, ir.Sort.FLAG, ir.Sort.LIST


def value(number: int, *body: ir.Statement, parameters: tuple[str, ...] = ()) -> ir.Function:
    return _function(ir.Ref(ir.Role.VALUE, number), body, parameters)


def procedure(number: int, *body: ir.Statement, parameters: tuple[str, ...] = ()) -> ir.Function:
    return _function(ir.Ref(ir.Role.PROCEDURE, number), body, parameters)


def segment(number: int, *body: ir.Statement) -> ir.Function:
    return _function(ir.Ref(ir.Role.SEGMENT, number), body)


def _function(ref: ir.Ref, body: Iterable[ir.Statement], parameters: tuple[str, ...] = ()) -> ir.Function:
    title = f"{ref.role.value}_{ref.number}"
    return ir.Function(
        ref, title, tuple(ir.Local(parameter, NUMBER) for parameter in parameters), [*body], SPAN
    )


def resumable(
    number: int, entry: int, count: int, slots: int = 2, question: tuple[int, int] | None = None
) -> ir.Resumable:
    """Build a procedure without parameters, with slots that hold numbers."""
    names = tuple(ir.FrameSlot(f"slot{each}", NUMBER) for each in range(slots))
    return ir.Resumable(number, entry, count, names, 0, True, False, question, SPAN)


def game(
    *functions: ir.Function,
    resumables: Iterable[ir.Resumable] = (),
    constants: Mapping[str, object] | None = None,
) -> ir.Lowered:
    known = {each.procedure: each for each in resumables}
    return ir.Lowered(
        {function.ref: function for function in functions},
        known,
        dict(constants or {}),
        (),
        frozenset(),
        sum(each.count for each in known.values()),
    )


def call(number: int, *arguments: ir.Expression) -> ir.Call:
    return ir.Call(ir.Ref(ir.Role.VALUE, number), arguments)


def do(number: int, *arguments: ir.Expression) -> ir.Evaluate:
    return ir.Evaluate(ir.Call(ir.Ref(ir.Role.PROCEDURE, number), arguments))


def local(name: str, sort: ir.Sort = NUMBER) -> ir.Local:
    return ir.Local(name, sort)
