"""Describes journeys: what they cost, and where they lead along."""

from collections.abc import Sequence
from itertools import groupby

from host.actions_on import Way
from host.journeys import Journey
from rules import View
from tui.messages import travel as say
from tui.shared_texts import words
from tui.table.view_lookup import label_of


def heading(journey: Journey) -> str:
    """The actions of a journey, and what it costs."""
    runs = [(action, len(list(legs))) for action, legs in groupby(each.action for each in journey.legs)]
    means = ", ".join(
        action if times == 1 else say.MEANS(action=action, number=times) for action, times in runs
    )
    spent = [say.SPENT(name=words(name), number=number) for name, number in journey.spent]
    cost = ", ".join((*spent, *journey.given_up))
    return say.WITH_COST(journey=means, cost=cost) if cost else means


def route(view: View, journey: Journey) -> str:
    """The places on the way, and whether it can be undone."""
    told = say.ROUTE(places=", ".join(label_of(view, each.to) for each in journey.legs))
    return told if journey.certain else f"{told} {say.NO_UNDO()}"


def other_ways(ways: Sequence[Way], journeys: Sequence[Journey]) -> list[Way]:
    """The actions on a place that no journey begins with."""
    keys = [journey.legs[0].key for journey in journeys if len(journey.legs) == 1]
    return [way for way in ways if not any(f"{key} > ".startswith(f"{way.key} > ") for key in keys)]


def steps(journey: Journey) -> tuple[str, ...]:
    """The choices of a journey, as the table takes them."""
    return tuple(each.key for each in journey.legs)
