"""What positions at the beginning of turns are worth, as a weighted sum of their features."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from lazaretto.rules.run.judgement_form import LIMIT

CONSOLATION, LAST_CONSOLATION, OFTEN = 0.65, 0.12, 0.15
"""What a game is worth that was nearly won: before any is won, and when such a share of them is won."""
LEAST, MOST = -0.1, 1.1
"""No position is worth less than a game that is lost at once, or more than a win, apart from small errors."""


@dataclass(frozen=True, slots=True)
class PositionWorths:
    """Weights of all features of a form; a win is worth 1."""

    weights: tuple[float, ...]
    bias: float

    def of(self, features: Sequence[int]) -> float:
        """Return what a position with these features is worth."""
        cut = (max(-LIMIT, min(LIMIT, each)) for each in features)
        worth: float = self.bias + sum(map(mul, self.weights, cut))
        return max(LEAST, min(MOST, worth))


def consolation(won: float) -> float:
    """Return what a game is worth that was nearly won, while such a share of games is won.

    Bots that never win learn from how near they come to it. Those that often win must learn to win: whoever
    comes nearer to a win by playing safe, or lasts longer, may win less often.
    """
    return CONSOLATION + (LAST_CONSOLATION - CONSOLATION) * min(1.0, won / OFTEN)
