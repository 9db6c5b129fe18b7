"""Knows which functions of flat code are seldom called."""

from collections.abc import Iterable

from rules.backends.native.flat.nodes import Return, Trap
from rules.backends.native.flat.program import Function
from rules.backends.native.flat.walk import Node


def is_seldom(function: Function, nodes: Iterable[Node]) -> bool:
    """Tell whether a function with these nodes is marked, or always traps: nothing then has to be fast."""
    if function.seldom:
        return True
    traps = function.body and isinstance(function.body[-1], Trap)
    return bool(traps) and not any(isinstance(each, Return) for each in nodes)
