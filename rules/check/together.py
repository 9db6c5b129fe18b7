"""Finds the question that several players answer at the same time."""

from dataclasses import replace

from grammar import nodes
from rules.check.symbol_table import World
from rules.errors import checker_diagnostics as messages

Asked = nodes.Choose | nodes.ChooseNumber | nodes.Confirm


def asked_together(world: World, node: nodes.Together) -> tuple[Asked | None, nodes.Block]:
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


def _is(expression: nodes.Expression, name: nodes.Name) -> bool:
    return isinstance(expression, nodes.Name) and expression.text == name.text
