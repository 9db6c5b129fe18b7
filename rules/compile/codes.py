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
        found = node.__dict__
        if "lineno" in node._attributes:
            named = found.get("file")
            if named is not None:
                file = files.setdefault(named, len(files))
            line, column = found.get("lineno", line) & (LINES - 1), found.get("col_offset", column)
            found["lineno"] = found["end_lineno"] = file * LINES + line
            found["col_offset"], found["end_col_offset"] = column, column + 1
        if node.__class__ is ast.Name:
            used.add(found["id"])
            continue
        for field in py.FIELDS[node.__class__]:
            value = found.get(field)
            if value.__class__ is list:
                waiting += [(each, file, line, column) for each in value]
            elif value is not None:
                waiting.append((value, file, line, column))
    return used
