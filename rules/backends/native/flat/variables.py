"""Finds the variables of a function of flat code."""

from lazaretto.rules.backends.native.flat.nodes import Set
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.flat.walk import nodes_of


def variables_of(function: Function) -> list[str]:
    """Return the variables of a function without its parameters, in the order of their first assignment."""
    found = dict.fromkeys(function.parameters)
    for node in nodes_of(function.body):
        if isinstance(node, Set):
            found.setdefault(node.name)
    return list(found)[len(function.parameters) :]
