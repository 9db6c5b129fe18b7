"""The last step: all functions become one piece of code, every part of which knows its line and its file.

A rule is written into others that stand in other files, and Python keeps one file for a function. So the
file goes into the line number, above all lines that a file can have.
"""

import ast
import marshal
from collections.abc import Sequence

from rules.compile import python as py
from rules.run.tables import LINES, RULES

_LISTS = ("v", "p", "w")
"""The lists of the state that functions have names for."""


def code_of(functions: Sequence[ast.FunctionDef]) -> tuple[tuple[str, ...], bytes]:
    """The files by number, and the code of all functions."""
    files: dict[str, int] = {"": 0}
    for each in functions:
        used = _settled(each, files)
        names = [py.assign(py.store(name), py.field("s", name)) for name in _LISTS if name in used]
        each.body[:0] = [py.like(made, each) for made in names]
    module = ast.Module(list(functions), [])
    return tuple(files), marshal.dumps(compile(module, RULES, "exec"))


def _settled(function: ast.FunctionDef, files: dict[str, int]) -> set[str]:
    """Give every part its line with its file in it; the names that are used."""
    used: set[str] = set()
    waiting: list[tuple[ast.AST, int, int, int]] = [(function, 0, 1, 0)]
    while waiting:
        node, file, line, column = waiting.pop()
        if "lineno" in node._attributes:
            where = node.__dict__
            named = where.get("file")
            if named is not None:
                file = files.setdefault(named, len(files))
            line, column = where.get("lineno", line) & (LINES - 1), where.get("col_offset", column)
            where["lineno"] = where["end_lineno"] = file * LINES + line
            where["col_offset"], where["end_col_offset"] = column, column + 1
        if isinstance(node, ast.Name):
            used.add(node.id)
            continue
        waiting.extend((child, file, line, column) for child in ast.iter_child_nodes(node))
    return used
