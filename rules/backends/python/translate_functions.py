"""Converts lowered functions to Python functions."""

from collections.abc import Iterable

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction, name_of
from lazaretto.rules.backends.python.merge_segments import merge_segments
from lazaretto.rules.backends.python.translate_statements import Statements
from lazaretto.rules.lower import ir


def plain_functions(lowered: ir.Lowered) -> list[PyFunction]:
    """Convert every function as it was lowered, each segment separately."""
    code = Statements(lowered.resumables)
    return [function_of(each, each.body, code) for each in lowered.functions.values()]


def merged_functions(lowered: ir.Lowered) -> list[PyFunction]:
    """Convert every function, with segments merged; segments that are never entered are omitted."""
    code = Statements(lowered.resumables)
    found = [function_of(each, each.body, code) for each in _others(lowered.functions.values())]
    for number, body in merge_segments(lowered).items():
        found.append(function_of(lowered.functions[ir.Ref(ir.Role.SEGMENT, number)], body, code))
    return found


def _others(functions: Iterable[ir.Function]) -> list[ir.Function]:
    return [each for each in functions if each.ref.role is not ir.Role.SEGMENT]


def function_of(function: ir.Function, body: ir.Block, code: Statements) -> PyFunction:
    """Convert a function whose body is this."""
    parameters = ["s", "f"] if function.ref.role in ir.FRAMED else ["s"]
    parameters += [each.name for each in function.parameters]
    made = py.function(name_of(function.ref), parameters, code.block(body), function.span)
    return PyFunction(function.ref, made)


__all__ = ["function_of", "merged_functions", "plain_functions"]
