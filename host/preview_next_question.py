"""Finds the decision of a seat after some steps, on a copy of the game.

If the copy reveals something, such as a face-down piece or a random result, the decision is not returned.
"""

from dataclasses import dataclass

from lazaretto.rules import DecisionView, Game, Option


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where some steps would lead."""

    known: bool
    """Whether the result is known before the steps are taken."""
    decision: DecisionView | None = None
    """The decision of the same seat; None if it has none."""
    forced: tuple[tuple[str, ...], ...] = ()
    """The answers after the last step that were given automatically, being the only ones: key and labels."""
    closed: tuple[Option, ...] = ()
    """What is closed where an answer was given automatically, with the reasons."""
    new_action: bool = False
    """Whether the decision offers actions: those that the steps belong to are finished."""


def ahead(game: Game, seat: int, keys: tuple[str, ...]) -> Ahead:
    """The decision of a seat after some steps.

    Raises:
        ChoiceError: a step is not open.
        RuleError: a rule fails.
    """
    copy = earlier = game.fork()
    for key in keys:
        earlier = copy.fork()
        copy.choose(key, seat)
        if copy.learned(game):
            return Ahead(False)
    decision = copy.view(seat).decision
    own = decision is not None and decision.seat == seat
    forced = copy.forced(earlier)
    closed = earlier.closed_after(keys[-1], seat) if forced and keys else ()
    return Ahead(True, decision if own else None, forced, closed, own and copy.offers_actions)
