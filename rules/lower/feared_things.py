"""Finds the tracks, piles and supplies on which it depends whether players lose."""

from collections.abc import Iterator

from lazaretto.rules.check.effects import code, reads
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.tree_walk import walk

FEARED = "feared"
"""The look of such a thing, for whoever shows it."""


def feared_things(world: World) -> set[object]:
    """Return what a loss depends on: read by its condition, or by the condition of a branch that loses."""
    losses = [each for each in world.outcomes if each.word == "lose"]
    found = {each.supply for each in losses if each.supply is not None}
    conditions = [each.condition for each in losses if each.condition is not None]
    for procedure in world.procedures.values():
        conditions += _of_losing_branches(procedure)
    return set(found).union(*map(reads, conditions))


def _of_losing_branches(procedure: tree.Procedure) -> Iterator[tree.Expression]:
    for node in walk(code(procedure)):
        if isinstance(node, tree.If):
            for condition, block in node.branches:
                if any(isinstance(each, tree.Finish) and each.word == "lose" for each in walk(block)):
                    yield condition
