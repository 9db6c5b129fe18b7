"""Compares the log lines and goals that a test expects with those of the game."""

from collections.abc import Sequence

from lazaretto.grammar.message import with_commas
from lazaretto.rules import tool_messages as messages
from lazaretto.rules.model import test_cases
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.goals import goals_reached

LAST_LINES = 3
"""How many lines of the log a failed test tells."""


def wrong_log(step: test_cases.Says, said: Sequence[str]) -> str | None:
    """Return what is wrong with the log."""
    found = next((each for each in said if step.text in each), None)
    if found is not None:
        return messages.SAID(text=step.text, line=found) if step.negated else None
    if step.negated:
        return None
    last = with_commas(f"`{each}`" for each in said[-LAST_LINES:])
    return messages.NEVER_SAID_BUT(text=step.text, last=last) if last else messages.NEVER_SAID(text=step.text)


def wrong_goal(step: test_cases.Goal, game: Game) -> str | None:
    """Return what is wrong with a goal: some seat reaches it, or none does."""
    if game.outcome is None:
        return messages.NOT_OVER()
    reached = any(step.text in goals_reached(game, seat) for seat in range(len(game.players)))
    if reached == step.negated:
        return (messages.REACHED if reached else messages.NOT_REACHED)(goal=step.text)
    return None
