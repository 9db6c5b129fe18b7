"""Finds which terms of the score a plan moves most, and says them in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lazaretto.rules import Game, Ref
from lazaretto.rules.run.hint_types import HintHelp, HintReason
from lazaretto.rules.run.score_terms import Share, Term

MOST = 3
"""How many reasons a hint gives."""


class Detail(NamedTuple):
    """How much is told."""

    reasons: int
    """How many reasons at most."""
    minor: float
    """A term that moves less than this part of the greatest one is no reason."""
    costs: int
    """How many terms that get worse at most."""
    costly: float
    """A term that gets worse is told if it loses at least this part of what the greatest one gains."""


BRIEF = Detail(MOST, 0.15, 1, 0.5)
WHOLE = Detail(8, 0.03, 4, 0.03)
"""For whoever asks why."""

CHECKED = 3
"""In how many other determinisations a sentence must be true to be told."""


@dataclass(frozen=True, slots=True)
class _Position:
    """A position and the terms of its score."""

    game: Game
    terms: Mapping[Term, Share]

    def words(self, term: Term) -> str:
        share = self.terms.get(term)
        return "" if share is None else self.game.term_words(term, share)

    def refs(self, term: Term) -> tuple[Ref, ...]:
        share = self.terms.get(term)
        return () if share is None else self.game.term_refs(term, share)


Reasons = tuple[HintReason, ...]


def reasons_for(
    start: Game, first: Game, end: Game, seat: int, seed: int, detail: Detail = BRIEF
) -> tuple[Reasons, Reasons]:
    """Return why the way from one position to another is good, and what it costs.

    `first` is the position after the first action: what changes there counts most. A sentence that is not
    true in other determinisations too is a guess about something hidden, and is not told. Nor is one that
    stays the same, if there are others.
    """
    before, after = _terms(start, seat), _terms(end, seat)
    at_once = _terms(first, seat).terms
    gains = _gains(before, after)
    soon = {term for term in gains if _amount(at_once, term) > _amount(before.terms, term)}
    better = sorted((each for each in gains if gains[each] > 0), key=lambda each: -gains[each])
    worse = sorted((each for each in gains if gains[each] < 0), key=lambda each: gains[each])
    if not better:
        return (), ()
    most = gains[better[0]]
    better = _with_soon([each for each in better if gains[each] >= detail.minor * most], soon)
    worse = [each for each in worse if -gains[each] >= detail.costly * most][: detail.costs]
    others = _others(start, seat, seed)

    def told(terms: Sequence[Term]) -> Reasons:
        sure = [each for each in terms if _is_sure(before, others, each)]
        clear = [each for each in sure if before.words(each) != after.words(each)]
        return tuple(_reason(before, after, each, gains[each]) for each in (clear or sure)[: detail.reasons])

    return told(better), told(worse)


def helps_for(
    start: Game, end: Game, seat: int, seed: int, wishes: Mapping[int, Mapping[Term, float]]
) -> tuple[HintHelp, ...]:
    """Return for each seat that wishes something which of its wishes the way helps most."""
    before, after = _terms(start, seat), _terms(end, seat)
    gains, others = _gains(before, after), _others(start, seat, seed)
    found: list[HintHelp] = []
    for whose, wish in wishes.items():
        helped = [each for each in wish if gains.get(each, 0) > 0 and _is_sure(before, others, each)]
        if helped:
            most = max(helped, key=gains.__getitem__)
            found.append(HintHelp(whose, _reason(before, after, most, gains[most])))
    return tuple(found)


def _gains(before: _Position, after: _Position) -> dict[Term, float]:
    return {
        term: _amount(after.terms, term) - _amount(before.terms, term)
        for term in {**before.terms, **after.terms}
    }


def _others(start: Game, seat: int, seed: int) -> list[_Position]:
    """Return the position as it may be, too."""
    return [_terms(start.imagine(seat, seed + number), seat) for number in range(CHECKED)]


def _with_soon(terms: list[Term], soon: set[Term]) -> list[Term]:
    """Return the greatest reasons first, and among them one that the first action is about, if there is."""
    first = next((each for each in terms[MOST:] if each in soon), None)
    if first is None or soon.intersection(terms[:MOST]):
        return terms
    return [*terms[: MOST - 1], first, *(each for each in terms[MOST - 1 :] if each != first)]


def _terms(game: Game, seat: int) -> _Position:
    return _Position(game, game.terms(seat))


def _amount(terms: Mapping[Term, Share], term: Term) -> float:
    share = terms.get(term)
    return 0 if share is None else share.amount


def _is_sure(before: _Position, others: Sequence[_Position], term: Term) -> bool:
    """Whether a term says the same now, whatever the seat does not know."""
    words = before.words(term)
    return all(each.words(term) == words for each in others)


def _reason(before: _Position, after: _Position, term: Term, gain: float) -> HintReason:
    now, then = before.words(term), after.words(term)
    return HintReason(now, then, round(gain), before.refs(term) or after.refs(term))
