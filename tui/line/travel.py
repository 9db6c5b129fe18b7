"""Travelling in line mode: `travel PLACE` lists the ways to a place, `travel NUMBER` takes one."""

from typing import TYPE_CHECKING

from lazaretto.host import SeatClient, StoreError
from lazaretto.host.table.journeys import Journey
from lazaretto.rules import ChoiceError, Ref, RuleError, View
from lazaretto.tui.line.parse_answer import Asked, folded
from lazaretto.tui.messages import line_mode, travel
from lazaretto.tui.shared_texts import sentence, went_wrong
from lazaretto.tui.table.journey_words import heading, route, steps

if TYPE_CHECKING:
    from lazaretto.tui.line.table import LineTable

Listed = tuple[View, tuple[Journey, ...]]
"""The journeys listed last, and the view for which they are meant."""


def client_of(table: "LineTable", asked: Asked) -> SeatClient:
    """The client of the seat that is asked."""
    return next(each for each in table.sitting.seats if each.number == asked.seat)


async def on_travel(table: "LineTable", asked: Asked, typed: str) -> bool:
    """List the ways to a place, or take one of those listed; return whether something was chosen."""
    client = client_of(table, asked)
    if client.look().inside:
        table.say(travel.CHOICE_IS_OPEN())
        return False
    if typed.isdecimal():
        return await _take(table, client, int(typed) if len(typed) < 4 else 0)
    view = client.look().view
    places = places_called(view, folded(typed)) if typed else []
    if not typed:
        table.say(travel.WHERE())
    elif not places:
        table.say(line_mode.NOTHING_THERE(typed=typed))
    elif len(places) > 1:
        table.say(travel.SEVERAL(places=", ".join(label for label, _ in places)))
    else:
        await _list(table, client, view, *places[0])
    return False


async def _list(table: "LineTable", client: SeatClient, view: View, label: str, ref: Ref) -> None:
    found = await client.journeys(ref)
    table.journeys = view, found
    if not found:
        table.say(travel.NO_WAY(place=label))
        return
    table.say(travel.WAYS_TO(place=label))
    for number, each in enumerate(found, 1):
        told = f"{travel.NUMBERED(number=number, journey=heading(view, each))} {route(view, each)}"
        table.say(f"  {told}")


async def _take(table: "LineTable", client: SeatClient, number: int) -> bool:
    view, found = table.journeys or (None, ())
    if view is not client.look().view or not 1 <= number <= len(found):
        table.say(travel.NOT_LISTED())
        return False
    journey = found[number - 1]
    try:
        made = await client.travel(steps(journey))
    except ChoiceError as error:
        table.say(f"{sentence(str(error))}.")
        return False
    except RuleError as error:
        if client.look().view is not view:  # a bot's rules went wrong after the journey
            table.news()
            raise
        table.say(went_wrong(error))
        return False
    except StoreError as error:
        table.news()
        table.say(line_mode.GOES_ON_NOT_KEPT(error=error))
    else:
        table.news()
        if made < len(steps(journey)):
            table.say(travel.STOPPED())
    table.notices()
    return True


def places_called(view: View, wanted: str) -> list[tuple[str, Ref]]:
    """The places that a text names; if it names none, those whose names begin so."""
    named = [
        (each, Ref(kind, each.key))
        for kind, things in view.things.items()
        if view.kinds[kind].shape == "place"
        for each in things
    ]
    exact = [(each.label, ref) for each, ref in named if wanted in (folded(each.key), folded(each.label))]
    begun = [
        (each.label, ref)
        for each, ref in named
        if folded(each.key).startswith(wanted) or folded(each.label).startswith(wanted)
    ]
    return exact or begun
