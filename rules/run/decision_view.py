"""Shows a decision to one seat."""

from collections.abc import Sequence

from lazaretto.rules.run.decision_wording import Decision
from lazaretto.rules.run.view_types import DecisionView


def decision_view(decision: Decision, players: Sequence[str], viewer: int | None) -> DecisionView:
    """Return a decision as a seat may know it: its own options, and the text only if it is asked.

    A seat that has chosen, while others still choose, is no longer asked, but may change its choice.
    """
    asked = viewer == decision.seat
    seat = decision.waiting[0] if decision.chosen and decision.waiting else decision.seat
    return DecisionView(
        seat,
        players[seat],
        decision.prompt if asked else "",
        decision.form if asked else None,
        tuple(each for each in decision.options if each.seat == viewer),
        tuple(players[each] for each in decision.waiting),
        decision.chosen if asked else "",
    )
