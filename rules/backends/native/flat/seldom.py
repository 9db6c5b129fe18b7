"""Knows which functions of flat code are seldom called."""

from lazaretto.rules.backends.native.flat.nodes import Return, Trap
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.flat.walk import nodes_of


def is_seldom(function: Function) -> bool:
    """Tell whether a function is marked, or always traps: nothing then has to be fast."""
    return function.seldom or always_traps(function)


def always_traps(function: Function) -> bool:
    """Tell whether a function never returns."""
    if not function.body or not isinstance(function.body[-1], Trap):
        return False
    return not any(isinstance(each, Return) for each in nodes_of(function.body))
