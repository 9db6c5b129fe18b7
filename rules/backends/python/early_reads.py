"""Reads what a menu needs for many of its actions once, before the first of them.

Only reads that cannot fail are moved: of a cell, a pile or a place with a constant number, of those of the
seat that the menu is for, and of the seats at the table. A menu changes nothing, so they stay the same.
"""

import ast

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from lazaretto.rules.backends.python.places import Place, children, replace
from lazaretto.rules.lower.ir.function_roles import Role

_OFTEN = 3
"""What occurs this often is read early; one occurrence in a loop is enough."""


def read_early(function: PyFunction) -> None:
    """Move frequent reads to the beginning of the function that lists the actions of a menu.

    A menu for one seat reads nearly everything in every game. One for all seats often has nothing to visit,
    so there only reads in loops are moved.
    """
    seat = "me" if function.ref.role is Role.OFFERED else ""
    found: dict[str, list[Place]] = {}
    often: dict[str, int] = {}
    waiting: list[tuple[ast.AST, int]] = [(function.definition, 1 if seat else 0)]
    while waiting:
        node, times = waiting.pop()
        for place, child in children(node):
            key = _key(child, seat)
            if key:
                found.setdefault(key, []).append(place)
                often[key] = often.get(key, 0) + times
            elif not isinstance(child, ast.Lambda | ast.ListComp | ast.GeneratorExp):
                looped = isinstance(node, ast.For) and place[1] == "body"
                waiting.append((child, _OFTEN if looped else times))
    early: list[ast.stmt] = []
    for key, places in found.items():
        if often[key] >= _OFTEN:
            name = f"early_{len(early)}"
            early.append(_assigned(name, places, function.definition))
    function.definition.body[:0] = early


def _assigned(name: str, places: list[Place], function: ast.FunctionDef) -> ast.stmt:
    """Return the statement that reads a value; it is used in these places."""
    parent, field, index = places[0]
    held = getattr(parent, field)
    value = held if index < 0 else held[index]
    for place in places:
        replace(place, py.at(parent, py.name(name)))
    return py.like(py.assign(py.store(name), value), function)


def _key(node: ast.AST, seat: str) -> str:
    """Return a key for a read that cannot fail; empty for anything else."""
    match node:
        case ast.Subscript(ast.Name("v" | "p" | "w" as many), ast.Constant(number), ast.Load()):
            return f"{many}[{number!r}]"
        case ast.Subscript(
            ast.Name("v" | "p" | "w" as many),
            ast.BinOp(ast.Constant(number), ast.Add(), ast.Name(name)),
            ast.Load(),
        ) if name == seat:
            return f"{many}[{number!r}+]"
        case ast.Subscript(ast.Name(table), ast.Attribute(ast.Name("s"), "players")):
            return table
        case _:
            return ""


__all__ = ["read_early"]
