"""Finds calls of values that are constants, so that a number in a value costs nothing at run time."""

from lazaretto.rules.lower.vector_searches import cannot_fail
from lazaretto.rules.model import tree


def constant_call(node: tree.CallValue) -> bool:
    """Whether a call is a constant: no rule changes the value, and evaluating the arguments cannot fail."""
    constant = not node.value.changes and isinstance(node.value.base, tree.Constant)
    return constant and all(map(cannot_fail, node.arguments))
