"""Runs Python functions before and after a pass has changed them."""

import ast
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from lazaretto.rules.lower.ir.function_roles import Ref, Role

Ran = tuple[Any, list[Any], list[Any]]
"""What a function returns or how it fails, its effects, and the values it leaves."""


def ran(functions: list[PyFunction], name: str, *arguments: Any) -> Ran:
    """Call a function on a small state, with `note` and `act` as runtime functions."""
    state = SimpleNamespace(v=[10, 20, 30], p=[[1, 2], [4, 5, 6], []], fuel=100, players=3)
    done: list[Any] = []

    def act(s: Any, what: Any) -> Any:
        done.append(what)
        s.v[0] += 1
        return s.v[0]

    def spent(s: Any) -> None:
        raise AssertionError("nothing here takes long")

    space: dict[str, Any] = {"note": done.append, "act": act, "spent": spent, "v": state.v, "p": state.p}
    module = ast.fix_missing_locations(ast.Module([function.definition for function in functions], []))
    exec(compile(module, "<test>", "exec"), space)
    try:
        found = space[name](state, *arguments)
    except (ArithmeticError, LookupError) as error:
        found = repr(error)
    return found, done, state.v


def functions(text: str) -> list[PyFunction]:
    """Return the functions of a text; a name such as `value_3` gives the role and the number."""
    return [
        PyFunction(_ref(statement.name), statement)
        for statement in ast.parse(dedent(text)).body
        if isinstance(statement, ast.FunctionDef)
    ]


def _ref(name: str) -> Ref:
    role, number = name.split("_")
    return Ref(Role(role), int(number))
