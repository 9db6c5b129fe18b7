"""Compiles Python functions to one code object that knows the line and file of every instruction.

Rules are inlined into rules of other files, but Python stores one file name per function. So the line number
also encodes the file number, above all lines that a file can have.
"""

import ast
import marshal
from collections.abc import Sequence

from lazaretto.grammar.source import NOWHERE, Span
from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.compiled_code import LINES, RENAMED, RULES
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction

_LISTS = ("v", "p", "w")
"""The lists of the state that functions bind to local names."""


def code_of(functions: Sequence[PyFunction]) -> tuple[tuple[str, ...], bytes]:
    """Return the files by number, and the marshalled code of all functions."""
    files: dict[str, int] = {"": 0}
    definitions = [function.definition for function in functions]
    for definition in definitions:
        used = _locate(definition, files)
        named = [py.assign(py.store(name), py.field("s", name)) for name in _LISTS if name in used]
        for assign in named:
            _locate(py.like(assign, definition), files)
        definition.body[:0] = named
    module = ast.Module([*definitions], [])
    return tuple(files), marshal.dumps(compile(module, RULES, "exec"))


def _locate(tree: ast.AST, files: dict[str, int]) -> set[str]:
    """Give every node its encoded line, and rename functions; return the names that the tree uses."""
    used: set[str] = set()
    last, last_line, last_column = NOWHERE, *_encoded(NOWHERE, files)
    waiting = [(tree, last_line, last_column)]
    while waiting:
        node, line, column = waiting.pop()
        kind, found = node.__class__, node.__dict__
        if py.POSITIONED[kind]:
            place = found.get("place")
            if place is not None:
                if place is not last:
                    last = place
                    last_line, last_column = _encoded(place, files)
                line, column = last_line, last_column
            found["lineno"], found["col_offset"] = line, column
        if kind is ast.Name:
            name = found["id"]
            used.add(name)
            if name in RENAMED:
                found["id"] = RENAMED[name]
            continue
        for field in py.FIELDS[kind]:
            value = found.get(field)
            if value.__class__ is list:
                for each in value:
                    waiting.append((each, line, column))
            elif value is not None:
                waiting.append((value, line, column))
    return used


def _encoded(place: Span, files: dict[str, int]) -> tuple[int, int]:
    """Return the line that also encodes the file, and the column."""
    file, line, column, _, _ = place
    if file not in files:
        files[file] = len(files)
    return files[file] * LINES + line, column - 1
