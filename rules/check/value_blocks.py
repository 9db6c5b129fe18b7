"""Checks values that are written as blocks."""

from lazaretto.grammar import nodes
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.statement_ends import always_returns
from lazaretto.rules.check.statements import Statements
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree


def check_value_block(statements: Statements, value: tree.ValueRule, body: nodes.Block, scope: Scope) -> None:
    """Check a value that is a block: a procedure of its own, with the value's parameters and result."""
    world = statements.world
    scope.result = value.type
    made = tree.Procedure(f"{value.name} as written", value.parameters, value.type, value.span, value.module)
    made.locals = scope.frame.locals
    broken = statements.broken
    made.body = statements.block(body, scope)
    whole = statements.broken == broken
    if whole and not always_returns(made.body) and not world.some_gap([value.name]):
        world.report(messages.ends_without(value.name, value.span))
    given = tuple(tree.LocalValue(each, each.type, value.span) for each in value.parameters)
    value.body, value.base = made, tree.CallProcedure(made, given, value.type, value.span)
    world.extra.append(made)
