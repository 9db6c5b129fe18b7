"""Compares the points and ranks that a test expects with those of the game."""

from lazaretto.rules import tool_messages as messages
from lazaretto.rules.model import test_cases
from lazaretto.rules.run.game import Game


def wrong_standing(step: test_cases.Ends, game: Game) -> str | None:
    """Return what is wrong with the points and the rank of a seat, or of every seat with the result."""
    if step.points is None and step.rank is None:
        return None
    outcome = game.outcome
    if outcome is None:
        return messages.NOT_OVER()
    points, ranks = game._state.points, game._state.ranks
    everyone = range(len(game.players))
    seats = [step.seat] if step.seat is not None else [
        seat for seat in everyone if outcome.results[seat] == step.result
    ]  # fmt: skip
    for seat in seats:
        if step.points in (None, points[seat] if points else None) and step.rank in (None, ranks[seat]):
            return None
    found = [
        messages.STANDS(player=game.players[seat], points=points[seat], rank=ranks[seat])
        if points
        else messages.RANKED(player=game.players[seat], rank=ranks[seat])
        for seat in seats
    ]
    return messages.OTHER_STANDING(found=", ".join(found))
