"""What a seat would be asked after some steps, found on a copy of the game.

A copy that learns something, because a piece was turned or chance spoke, is not told.
"""

from dataclasses import dataclass

from rules import DecisionView, Game


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where some steps would lead."""

    known: bool
    """Whether it can be told before the steps are taken."""
    decision: DecisionView | None = None
    """What the same seat is asked then; None if it is not asked."""
    forced: tuple[str, ...] = ()
    """Keys of answers that gave themselves after the last step, being the only ones."""


def ahead(game: Game, seat: int, keys: tuple[str, ...]) -> Ahead:
    """What a seat would be asked after some steps.

    Raises:
        ChoiceError: a step is not open.
        RuleError: a rule goes wrong.
    """
    copy = game.fork()
    for key in keys:
        copy.choose(key, seat)
        if copy.learned(game):
            return Ahead(False)
    decision = copy.view(seat).decision
    own = decision is not None and decision.seat == seat
    return Ahead(True, decision if own else None, copy.forced)
