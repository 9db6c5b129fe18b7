"""Checks previews: procedures that players may run on a copy of the game, to see what would happen."""

from lazaretto.grammar import nodes
from lazaretto.rules.check.plain_labels import refuse_gaps
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType

PREVIEW = "preview"
"""The look that lets players run a procedure on a copy, with its title."""


def preview(world: World, procedure: tree.Procedure, look: nodes.Look) -> None:
    """Read the look of a procedure; its parameters must be known when a player looks."""
    assert look.subject is not None
    world.uses.append((look.subject, procedure))
    for key, value in look.pairs:
        if key.text != PREVIEW or not isinstance(value, nodes.Text):
            world.report(messages.bad_value("no preview", key.span, name=procedure.name))
            return
        refuse_gaps(world, value)
        procedure.preview = value.plain
    places = 0
    for each in procedure.parameters:
        kind = each.type.kind if isinstance(each.type, KindType) else None
        place = kind is not None and any(one.place for one in kind.lineage())
        places += place
        if kind is None or not (place or kind.is_player) or places > 1:
            world.report(messages.bad_value("preview of", look.subject.span, name=procedure.name))
            return
