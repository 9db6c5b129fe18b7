"""Lowered functions as Python functions: their names, and what passes may know of them by their role."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from rules.backends.python.backend import python_name
from rules.lower.ir.function_roles import Ref, Role

INLINABLE = frozenset({Role.VALUE, Role.OPEN, Role.SKIPPABLE})
"""Roles whose functions change nothing and are called often: they are inlined where they are short."""
STILL = INLINABLE | {Role.OFFERED, Role.PLAYABLE, Role.CANDIDATES, Role.MAY}
"""Roles whose functions change nothing, so that loops may be merged and left early."""
SELDOM = frozenset({Role.REASON, Role.CLOSED, Role.PROMPT, Role.JUDGE, Role.INVARIANT, Role.VISIBLE})
"""Roles whose functions are called only when somebody asks for details: no pass spends time on them."""


@dataclass(slots=True)
class PyFunction:
    """A lowered function with its definition in Python."""

    ref: Ref
    definition: ast.FunctionDef


Functions = Mapping[str, PyFunction]
"""The functions of a game by their names in Python."""


def name_of(ref: Ref) -> str:
    """The name of a lowered function in Python."""
    return python_name(ref.role.value, ref.number, ref.step)


def by_name(functions: list[PyFunction]) -> dict[str, PyFunction]:
    """Functions by their names."""
    return {each.definition.name: each for each in functions}
