"""Reads the labels of actions, members and options: plain texts, the same wherever they are read."""

from lazaretto.grammar import nodes
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages


def plain_label(world: World, label: nodes.Text | None, otherwise: str) -> str:
    """Return a label, or what stands for it if there is none; a gap in it is a mistake."""
    if label is None:
        return otherwise
    refuse_gaps(world, label)
    return label.plain


def refuse_gaps(world: World, label: nodes.Text) -> None:
    """Report a label with gaps."""
    if not all(isinstance(part, str) for part in label.parts):
        world.report(messages.bad_value("gaps", label.span))
