"""Asks what an action asks at once, where the action is the only one that a seat may choose.

Nothing is chosen for the player: the answer is made with the action in front. So others may still act in
between, and an undo takes back both.
"""

from dataclasses import dataclass

from lazaretto.rules import ChoiceError, DecisionView, Game, RuleError, View
from lazaretto.rules.run.decision_view import decision_view
from lazaretto.rules.run.decision_wording import GO_ON

STEP = " > "


@dataclass(frozen=True, slots=True)
class Begun:
    """The key of the only action, and the question behind it."""

    key: str
    decision: DecisionView

    def path(self, key: str) -> str:
        """An answer with the action in front, unless it names the action itself."""
        first = key.partition(">")[0].strip()
        return key if first.casefold() == self.key.casefold() else f"{self.key}{STEP}{key}"


def only_action(game: Game, seat: int, view: View) -> Begun | None:
    """The question behind the only open action of a seat; None if it has a choice, or if it decides more.

    A question that something was revealed for is not asked ahead.
    """
    asked = view.decision
    if asked is None or asked.seat != seat or asked.waiting or game.inside or not game.offers_actions:
        return None
    open_ones = [each for each in asked.options if each.why_not is None]
    if len(open_ones) != 1 or open_ones[0].key == GO_ON:
        return None
    copy, key = game.fork(), open_ones[0].key
    try:
        copy.choose(key, seat)
        decision = copy.decision
    except (ChoiceError, RuleError):
        return None
    if decision is None or not copy.inside or copy.seat != seat or copy.learned(game):
        return None
    return Begun(key, decision_view(decision, game.players, seat))
