"""Guesses what people are after, from the terms of the score that their latest choices have raised.

That a person collects cards of one colour or walks somewhere shows in the terms that say so: what was raised
is what the person wants. Where something is hidden, nothing is guessed: the terms could tell it.
"""

from collections.abc import Collection, Mapping

from lazaretto.rules import Game
from lazaretto.rules.run.score_terms import Share, Term

TURNS = 4
"""How many turns it looks back."""


def raised_by(game: Game, people: Collection[int]) -> dict[int, dict[Term, float]]:
    """Return how much the latest open choices of each of these seats have raised terms."""
    found: dict[int, dict[Term, float]] = {}
    if not people or not game.is_open:
        return found
    for seat, before, after in game.steps(TURNS):
        if seat in people and not after.learned(before):
            own = found.setdefault(seat, {})
            for term, gain in gains(before.terms(seat), after.terms(seat)).items():
                own[term] = own.get(term, 0.0) + gain
    raised = {seat: {term: gain for term, gain in own.items() if gain > 0} for seat, own in found.items()}
    return {seat: own for seat, own in raised.items() if own}


def gains(before: Mapping[Term, Share], after: Mapping[Term, Share]) -> dict[Term, float]:
    """Return by how much each term has changed."""
    return {term: _amount(after, term) - _amount(before, term) for term in {**before, **after}}


def help_for(wanted: Collection[Term], before: Mapping[Term, Share], after: Mapping[Term, Share]) -> float:
    """Return how much a way raises the terms that somebody wants to raise."""
    changed = gains(before, after)
    return sum(max(0.0, changed.get(term, 0.0)) for term in wanted)


def _amount(terms: Mapping[Term, Share], term: Term) -> float:
    share = terms.get(term)
    return 0 if share is None else share.amount
