"""Checks a question that several players answer at the same time."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lazaretto.grammar import nodes
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType

if TYPE_CHECKING:
    from lazaretto.rules.check.statements import Statements

Asked = nodes.Choose | nodes.ChooseNumber | nodes.Confirm


def together(check: "Statements", node: nodes.Together, scope: Scope) -> tree.Statement | None:
    """Check the players, the question, and what follows for each of them."""
    wanted = nodes.Quantifier("those", node.variable, node.set, node.where, None, node.span)
    seats = check.expressions.players(wanted, scope)
    inner = scope.child()
    inner.in_loop = True
    variable = inner.bind(node.variable.text, KindType(check.world.player), node.variable.span)
    first, rest = _asked(check.world, node)
    rest = tuple(_openly(check.world, each, node.variable, first is not None) for each in rest)
    asked = check.statement(first, inner) if first is not None else ()
    body = check.block(rest, inner)
    if seats is None or not asked:
        return None
    question = asked[0]
    assert isinstance(question, tree.Choose | tree.ChooseNumber | tree.Confirm)
    return tree.Together(variable, seats, question, body, node.span)


def _asked(world: World, node: nodes.Together) -> tuple[Asked | None, nodes.Block]:
    """Return the question of a block, with the player of the loop as the one who answers, and the rest."""
    if not node.body or not isinstance(node.body[0], Asked):
        world.report(messages.misplaced("together", node.body[0].span if node.body else node.span))
        return None, node.body
    first, *rest = node.body
    assert isinstance(first, Asked)
    if first.by is not None and not _is(first.by, node.variable):
        world.report(messages.misplaced("together by", first.by.span))
        return None, tuple(rest)
    if isinstance(first, nodes.Choose) and first.stops:
        world.report(messages.misplaced("together stop", first.span))
        return None, tuple(rest)
    return replace(first, by=node.variable), tuple(rest)


def _openly(world: World, line: nodes.Statement, player: nodes.Name, told: bool) -> nodes.Statement:
    """Return a line below the question; another question must say that the player of the loop answers it."""
    if not isinstance(line, nodes.Choose | nodes.ChooseNumber) or line.by is not None:
        return line
    if told:
        world.report(messages.misplaced("together again", line.span, player=player.text))
    return replace(line, by=player)


def _is(expression: nodes.Expression, name: nodes.Name) -> bool:
    return isinstance(expression, nodes.Name) and expression.text == name.text
