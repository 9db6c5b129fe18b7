"""Names those whom a game waits for: one player, or several who choose at the same time."""

from lazaretto.grammar.message import with_commas
from lazaretto.rules import DecisionView


def awaited(decision: DecisionView) -> str:
    """The names of the players whom a decision waits for."""
    return with_commas(decision.waiting) if decision.waiting else decision.player
