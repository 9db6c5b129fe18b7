"""Describes journeys: what they cost, and where they lead along."""

from collections.abc import Sequence
from itertools import groupby

from lazaretto.host.table.actions_on import Way
from lazaretto.host.table.journeys import Journey
from lazaretto.rules import View
from lazaretto.tui.messages import travel as say
from lazaretto.tui.shared_texts import words
from lazaretto.tui.table.view_lookup import label_of, piece_span


def heading(view: View, journey: Journey) -> str:
    """The actions of a journey, and what it costs."""
    runs = [(action, len(list(legs))) for action, legs in groupby(each.action for each in journey.legs)]
    means = ", ".join(
        action if times == 1 else say.MEANS(action=action, number=times) for action, times in runs
    )
    spent = [say.SPENT(name=words(name), number=number) for name, number in journey.spent]
    if journey.given_up:
        spent.append(say.SPENDS(pieces=_pieces(view, journey.given_up)))
    if journey.any_of:
        spent.append(say.SPENDS_ONE(pieces=_pieces(view, journey.any_of)))
    cost = ", ".join(spent)
    return say.WITH_COST(journey=means, cost=cost) if cost else means


def route(view: View, journey: Journey) -> str:
    """The places on the way, what is chosen there, and whether it can be undone."""
    told = [say.ROUTE(places=", ".join(label_of(view, each.to) for each in journey.legs))]
    answers = [label for each in journey.legs for _, label in each.answers]
    if answers:
        told.append(say.CHOICES_ON_THE_WAY(answers=", ".join(answers)))
    if journey.grown:
        told.append(say.NO_UNDO_DRAWS(piles=", ".join(map(words, journey.grown))))
    elif not journey.certain:
        told.append(say.NO_UNDO())
    return " ".join(told)


def _pieces(view: View, names: Sequence[str]) -> str:
    """Pieces of this seat, each drawn as in its hand."""
    piles = view.seats[view.seat].piles if view.seat is not None else ()
    held = {piece.face or piece.label: piece for pile in piles for piece in pile.pieces if piece is not None}
    return ", ".join(piece_span(view, held[each]).text if each in held else each for each in names)


def other_ways(ways: Sequence[Way], journeys: Sequence[Journey]) -> list[Way]:
    """The actions on a place that no journey begins with."""
    keys = [journey.legs[0].key for journey in journeys if len(journey.legs) == 1]
    return [way for way in ways if not any(f"{key} > ".startswith(f"{way.key} > ") for key in keys)]


def steps(journey: Journey) -> tuple[str, ...]:
    """The choices of a journey, as the table takes them."""
    return tuple(key for leg in journey.legs for key in (leg.key, *(answer for answer, _ in leg.answers)))
