"""Finds out what a loop needs to know about the variables of its helper."""

import ast
from collections.abc import Iterable
from functools import cache


def assigned(nodes: Iterable[ast.stmt]) -> set[str]:
    """Return the variables that statements assign."""
    return {
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


@cache
def variables(helper: ast.FunctionDef) -> frozenset[str]:
    """Return the variables that a helper assigns."""
    return frozenset(assigned(helper.body))


def continues(nodes: Iterable[ast.stmt]) -> bool:
    """Tell whether statements go on with the loop around them early."""
    for node in nodes:
        match node:
            case ast.Continue():
                return True
            case ast.If(_, then, otherwise) if continues(then) or continues(otherwise):
                return True
    return False


@cache
def read_after_loop(helper: ast.AST, name: str) -> bool:
    """Tell whether a helper reads a variable anywhere but in loops that count with it."""
    return _reads(helper, name)


def _reads(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and node.target.id == name:
        return _reads(node.iter, name)
    if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
        return True
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
        return True
    return any(_reads(each, name) for each in ast.iter_child_nodes(node))
