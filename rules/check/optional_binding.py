"""Checks conditions that name a value, `if value as name`, and nests the branches of such an `if`."""

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.expressions import Expressions
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import BROKEN, FLAG, NONE, OptionalType, Type

MOST_BINDINGS = 20
"""How many branches of one `if` may name a value: each nests the branches after it."""


def bound_value(
    expressions: Expressions, node: nodes.Binding, scope: Scope, inner: Scope
) -> tuple[tree.SetLocal | None, tree.Expression | None]:
    """Check `value as name`: return what names the value, and the condition that there is one."""
    value = expressions.check(node.value, scope)
    kind: Type = value.type if value is not None else BROKEN
    if value is None or not isinstance(kind, OptionalType):
        if value is not None:
            expressions.world.report(messages.never_none(node.name.text, kind, node.span))
        inner.bind(node.name.text, kind, node.name.span)
        return None, None
    local = inner.bind(node.name.text, kind, node.name.span)
    named = tree.LocalValue(local, kind, node.name.span)
    test = tree.Operation("!=", (named, tree.Constant(None, NONE, node.span)), FLAG, node.span)
    return tree.SetLocal(local, value, node.span), test


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
