"""Compiles the lowered form of a game to Python code: defines the order of the passes."""

from lazaretto.rules.backends.python.backend import PythonCode
from lazaretto.rules.backends.python.code_line_numbers import code_of
from lazaretto.rules.backends.python.comprehensions_to_loops import unfold
from lazaretto.rules.backends.python.count_depth import count_depth, recursive_names
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from lazaretto.rules.backends.python.inline import inline
from lazaretto.rules.backends.python.reuse_values import reuse
from lazaretto.rules.backends.python.translate_functions import merged_functions, plain_functions
from lazaretto.rules.lower import ir


def compile_python(lowered: ir.Lowered) -> PythonCode:
    """Compile a game to optimised Python code; without any pass if Python cannot compile the result.

    The passes nest code more deeply than the author did, and Python bounds how deep loops may nest.
    """
    try:
        return _code(lowered, finished_functions(lowered))
    except (SyntaxError, RecursionError):
        return compile_plain(lowered)


def compile_plain(lowered: ir.Lowered) -> PythonCode:
    """Compile a game to Python code without any pass: each rule is a separate function."""
    functions = plain_functions(lowered)
    count_depth(functions, recursive_names(lowered))
    return _code(lowered, functions)


def finished_functions(lowered: ir.Lowered) -> list[PyFunction]:
    """Return all functions after all passes."""
    recursive = recursive_names(lowered)
    functions = inline(merged_functions(lowered), lowered.constants, recursive)
    unfold(functions)
    reuse(functions)
    count_depth(functions, recursive)
    return functions


def _code(lowered: ir.Lowered, functions: list[PyFunction]) -> PythonCode:
    files, code = code_of(functions)
    return PythonCode(files, dict(lowered.constants), code)


__all__ = ["compile_plain", "compile_python", "finished_functions"]
