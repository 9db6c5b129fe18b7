"""Names the Python functions of lowered functions, and classifies their roles for the passes."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from lazaretto.rules.backends.python.compiled_code import python_name
from lazaretto.rules.lower.ir.function_roles import Ref, Role

INLINABLE = frozenset({Role.VALUE, Role.OPEN, Role.SKIPPABLE})
"""Roles of pure functions that are called often: short ones are inlined."""
MENUS = frozenset({Role.OFFERED, Role.PLAYABLE})
"""Roles of the functions that list the open actions of a menu."""
STILL = INLINABLE | MENUS | {Role.CANDIDATES, Role.MAY}
"""Roles of pure functions, whose loops may be merged and left early."""
SELDOM = frozenset(
    {
        *(Role.NEED, Role.REASON, Role.CLOSED, Role.PROMPT, Role.JUDGE, Role.INVARIANT, Role.GOAL),
        *(Role.VISIBLE, Role.TERM, Role.LABEL),
    }
)
"""Roles of functions that are called only on demand, to show details: passes skip them."""


@dataclass(slots=True)
class PyFunction:
    """A lowered function with its Python definition."""

    ref: Ref
    definition: ast.FunctionDef


Functions = Mapping[str, PyFunction]
"""The functions of a game by their Python names."""


def name_of(ref: Ref) -> str:
    """Return the Python name of a lowered function."""
    return python_name(ref.role.value, ref.number, ref.step)


def by_name(functions: list[PyFunction]) -> dict[str, PyFunction]:
    """Return functions by their names."""
    return {function.definition.name: function for function in functions}
