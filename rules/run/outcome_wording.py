"""Describes how a game ended."""

from collections.abc import Callable

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.state import Said, State


@frozen_value
class Outcome:
    """How a game ended: a result and a reason for each seat, the reason for the table, points and ranks."""

    results: tuple[str, ...]
    reason: str
    reasons: tuple[str, ...]
    points: tuple[int, ...] = ()
    """The points of each seat; empty if the game counts none."""
    most: int | None = None
    """The most points that a seat can have, if the game declares it."""
    shared: bool = False
    """Whether the points belong to all seats together."""
    ranks: tuple[int, ...] = ()
    """The rank of each seat; empty if the game has none."""
    ends_campaign: bool = False
    """Whether the campaign of the game is over, too."""
    rules: tuple[int, ...] = ()
    """The rules that the reason for the table comes from, among those of a view."""


def outcome_of(
    state: State, tables: CompiledGame, said: Callable[[Said], str], ends_campaign: bool
) -> Outcome | None:
    """Return who won, who lost, and why; None while the game is running."""
    if state.over is None:
        return None
    results = tuple(each[0] if each is not None else "drawn" for each in state.results)
    reasons = tuple(said(each[1]) if each is not None else "" for each in state.results)
    shared = tables.points is not None and tables.points.shared
    most = tables.points.most if tables.points is not None else None
    ranks = () if shared else state.ranks
    reason, rules = said(state.over[1]), tables.origins[state.over[1][0]]
    return Outcome(results, reason, reasons, state.points, most, shared, ranks, ends_campaign, rules)
