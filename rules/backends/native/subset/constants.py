"""Evaluates expressions that are constant numbers."""

import ast
from collections.abc import Mapping


def constant_of(node: ast.expr, names: Mapping[str, int]) -> int | None:
    """Return the value of a constant expression, whose names are constants; None if it is not constant."""
    match node:
        case ast.Constant(bool() | int() as value):
            return int(value)
        case ast.Name(name):
            return names.get(name)
        case ast.UnaryOp(operator, operand):
            inner = constant_of(operand, names)
            return None if inner is None else _unary(operator, inner)
        case ast.BinOp(left, operator, right):
            first, second = constant_of(left, names), constant_of(right, names)
            return None if first is None or second is None else _binary(operator, first, second)
        case _:
            return None


def _unary(operator: ast.unaryop, value: int) -> int | None:
    match operator:
        case ast.USub():
            return -value
        case ast.Invert():
            return ~value
        case ast.UAdd():
            return value
        case _:
            return None


def _binary(operator: ast.operator, left: int, right: int) -> int | None:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.FloorDiv() if right:
            return left // right
        case ast.Mod() if right:
            return left % right
        case ast.BitAnd():
            return left & right
        case ast.BitOr():
            return left | right
        case ast.BitXor():
            return left ^ right
        case ast.LShift() if 0 <= right < 64:
            return left << right
        case ast.RShift() if 0 <= right < 64:
            return left >> right
        case ast.Pow() if 0 <= right <= 64:
            return int(left**right)
    return None
