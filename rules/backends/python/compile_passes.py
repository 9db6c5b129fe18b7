"""Compiles the lowered form of a game to Python code: defines the order of the passes.

- `rules/backends/python/translate_statements.py` builds Python's `ast`, never strings.
- `rules/backends/python/merge_segments.py` joins segments that follow each other without waiting.
- `rules/backends/python/inline.py` inlines short values and procedures.
- `rules/backends/python/comprehensions_to_loops.py` turns comprehensions into loops.
- `rules/backends/python/reuse_values.py` keeps what a function that changes nothing reads again.
- `rules/backends/python/code_line_numbers.py` makes one code object whose line numbers include the file, so
  an error shows the author's line.

The four in the middle only make it faster; `benchmarks/results/speed.md` says by how much.

Functions that may call themselves also count how many of their calls are nested.
"""

import ast

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.code_line_numbers import code_of
from lazaretto.rules.backends.python.compiled_code import PythonCode
from lazaretto.rules.backends.python.comprehensions_to_loops import unfold
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction, name_of
from lazaretto.rules.backends.python.inline import inline
from lazaretto.rules.backends.python.reuse_values import reuse
from lazaretto.rules.backends.python.translate_statements import merged_functions, plain_functions
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
    _count_depth(functions, _recursive_names(lowered))
    return _code(lowered, functions)


def finished_functions(lowered: ir.Lowered) -> list[PyFunction]:
    """Return all functions after all passes."""
    recursive = _recursive_names(lowered)
    functions = inline(merged_functions(lowered), lowered.constants, recursive)
    unfold(functions)
    reuse(functions)
    _count_depth(functions, recursive)
    return functions


def _code(lowered: ir.Lowered, functions: list[PyFunction]) -> PythonCode:
    files, code = code_of(functions)
    return PythonCode(files, dict(lowered.constants), code)


def _recursive_names(lowered: ir.Lowered) -> frozenset[str]:
    """Return the Python names of the functions that may call themselves."""
    return frozenset(name_of(ref) for ref, function in lowered.functions.items() if function.recursive)


def _count_depth(functions: list[PyFunction], recursive: frozenset[str]) -> None:
    """Count around the bodies of these functions."""
    for py_function in functions:
        function = py_function.definition
        if function.name in recursive:
            deep = py.when(
                py.compare(py.field("s", "depth"), ast.Gt(), py.const(_SHALLOW)),
                ast.Expr(py.call("deepen", py.name("s"))),
            )
            counted = ast.Try([deep, *function.body], [], [], [_added(ast.Sub())])
            function.body = [py.like(_added(ast.Add()), function), py.like(counted, function)]


_SHALLOW = 100
"""So many calls may always be nested."""


def _added(operator: ast.operator) -> ast.AugAssign:
    return ast.AugAssign(py.put_field("s", "depth"), operator, py.const(1))
