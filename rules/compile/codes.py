"""The last step: all functions become one piece of code, every part of which knows its line and its file.

A rule is written into others that stand in other files, and Python keeps one file for a function. So the
file goes into the line number, above all lines that a file can have.
"""

import ast
import marshal
from collections.abc import Sequence

from grammar.source import NOWHERE, Span
from rules.compile import python as py
from rules.run.compiled_game import LINES, RULES

_LISTS = ("v", "p", "w")
"""The lists of the state that functions have names for."""


def code_of(functions: Sequence[ast.FunctionDef]) -> tuple[tuple[str, ...], bytes]:
    """The files by number, and the code of all functions."""
    files: dict[str, int] = {"": 0}
    for each in functions:
        used = _settled(each, files)
        names = [py.assign(py.store(name), py.field("s", name)) for name in _LISTS if name in used]
        for made in names:
            _settled(py.like(made, each), files)
        each.body[:0] = names
    module = ast.Module(list(functions), [])
    return tuple(files), marshal.dumps(compile(module, RULES, "exec"))


def _settled(whole: ast.AST, files: dict[str, int]) -> set[str]:
    """Give every part its line with its file in it; the names that are used."""
    used: set[str] = set()
    waiting: list[tuple[ast.AST, Span]] = [(whole, NOWHERE)]
    while waiting:
        node, place = waiting.pop()
        found = node.__dict__
        if node._attributes:
            place = found.get("place", place)
            file, line, column, _, _ = place
            if file not in files:
                files[file] = len(files)
            found["lineno"], found["col_offset"] = files[file] * LINES + line, column - 1
        if node.__class__ is ast.Name:
            used.add(found["id"])
            continue
        for field in py.FIELDS[node.__class__]:
            value = found.get(field)
            if value.__class__ is list:
                waiting += [(each, place) for each in value]
            elif value is not None:
                waiting.append((value, place))
    return used
