"""Nests the branches of an `if` whose conditions name a value: `if value as name`."""

from grammar.source import Span
from rules.model import tree


def nested_branches(
    found: list[tuple[tree.SetLocal | None, tree.Expression, tree.Block]], otherwise: tree.Block, span: Span
) -> tree.Block:
    """Return the branches of an `if`: what is named for a branch is computed when its turn comes."""
    branches: list[tuple[tree.Expression, tree.Block]] = []
    for before, condition, body in reversed(found):
        branches.insert(0, (condition, body))
        if before is not None:
            otherwise = (before, tree.If(tuple(branches), otherwise, span))
            branches = []
    return (tree.If(tuple(branches), otherwise, span),) if branches else otherwise
