"""What line mode tells about places: the ways that lead to one, and what would happen there or at all."""

from collections.abc import Iterator, Sequence

from lazaretto.host import SeatClient
from lazaretto.host.table.journeys import Journey
from lazaretto.rules import Ref, View
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.tui.messages import line_mode, outlook, travel
from lazaretto.tui.shared_texts import folded
from lazaretto.tui.table.journey_words import heading, outlook_lines, route


def places_called(view: View, wanted: str) -> list[tuple[str, Ref]]:
    """The places that a text names; if it names none, those whose names begin so."""
    named = [
        (thing, Ref(kind, thing.key))
        for kind, things in view.things.items()
        if view.kinds[kind].shape == "place"
        for thing in things
    ]
    exact = [(each.label, ref) for each, ref in named if wanted in (folded(each.key), folded(each.label))]
    begun = [
        (each.label, ref)
        for each, ref in named
        if folded(each.key).startswith(wanted) or folded(each.label).startswith(wanted)
    ]
    return exact or begun


def journey_lines(view: View, label: str, journeys: Sequence[Journey]) -> list[str]:
    """The ways to a place, with numbers to take them by."""
    if not journeys:
        return [travel.NO_WAY(place=label)]
    lines: list[str] = [travel.WAYS_TO(place=label)]
    for number, journey in enumerate(journeys, 1):
        way = f"{travel.NUMBERED(number=number, journey=heading(view, journey))} {route(view, journey)}"
        lines.append(f"  {way}")
    return lines


async def outlook_told(client: SeatClient, typed: str) -> list[str]:
    """The lines about what would happen, at a place or at all."""
    view = client.look().view
    if not typed:
        return [line for each in await client.outlooks() for line in _under(each.title, view, each)] or [
            outlook.NOTHING()
        ]
    places = places_called(view, folded(typed))
    if len(places) != 1:
        several = travel.SEVERAL(places=", ".join(label for label, _ in places))
        return [several if places else line_mode.NOTHING_THERE(typed=typed)]
    label, ref = places[0]
    return [
        line
        for each in await client.outlooks(ref)
        for line in _under(outlook.ABOUT(place=label, title=each.title), view, each)
    ] or [outlook.NOTHING_HERE(place=label)]


def _under(heading: str, view: View, preview: Outlook) -> Iterator[str]:
    yield heading
    yield from (f"  {line}" for line in outlook_lines(view, preview))
