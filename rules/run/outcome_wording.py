"""Describes how a game ended."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.run.state import Said, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a result and a reason for each seat, and the reason for the table."""

    results: tuple[str, ...]
    reason: str
    reasons: tuple[str, ...]


def outcome_of(state: State, said: Callable[[Said], str]) -> Outcome | None:
    """Return who won, who lost, and why; None while the game is running."""
    if state.over is None:
        return None
    results = tuple(each[0] if each is not None else "drawn" for each in state.results)
    reasons = tuple(said(each[1]) if each is not None else "" for each in state.results)
    return Outcome(results, said(state.over[1]), reasons)
