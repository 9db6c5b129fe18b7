"""Functions of Python, run before and after a pass has worked on them."""

import ast
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

Ran = tuple[Any, list[Any], list[Any]]
"""What a function gives back or how it fails, what was done on the way, and the values it leaves."""


def ran(functions: list[ast.FunctionDef], name: str, *arguments: Any, **constants: Any) -> Ran:
    """Call a function over a small state; `note`, `act` and constants are what a machine brings along."""
    state = SimpleNamespace(v=[10, 20, 30], p=[[1, 2], [4, 5, 6], []], fuel=100, players=3)
    done: list[Any] = []

    def act(s: Any, what: Any) -> Any:
        done.append(what)
        s.v[0] += 1
        return s.v[0]

    def spent() -> None:
        raise AssertionError("nothing here takes long")

    space: dict[str, Any] = {"note": done.append, "act": act, "spent": spent, "v": state.v, "p": state.p}
    space |= constants
    module = ast.fix_missing_locations(ast.Module(list(functions), []))
    exec(compile(module, "<test>", "exec"), space)
    try:
        found = space[name](state, *arguments)
    except (ArithmeticError, LookupError) as error:
        found = repr(error)
    return found, done, state.v


def functions(text: str) -> list[ast.FunctionDef]:
    """The functions of a text."""
    return [each for each in ast.parse(dedent(text)).body if isinstance(each, ast.FunctionDef)]
