"""Builds short lists of actions: those on a thing, and those of other players out of turn."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from lazaretto.host import SeatClient
from lazaretto.host.actions_on import Way
from lazaretto.host.journeys import Journey
from lazaretto.rules import Option, View
from lazaretto.tui.messages import table as say
from lazaretto.tui.messages import travel
from lazaretto.tui.table.journey_words import heading, other_ways, route, steps
from lazaretto.tui.table.option_letters import Letters
from lazaretto.tui.widgets.pick_list import Choice, PickScreen

if TYPE_CHECKING:
    from lazaretto.tui.table.table_screen import TableScreen


def ways_offered(
    view: View, found: Sequence[Way], journeys: Sequence[Journey], letters: Letters
) -> list[Choice]:
    """The ways to a place, and other actions on a thing, with the keys that they have in the menu."""
    listed = [(each.legs[0].key, heading(view, each), route(view, each)) for each in journeys]
    listed += [(way.key, way.label, "") for way in found]
    marks = letters.give_ways([key for key, _, _ in listed])
    return [Choice(letter, label, note) for letter, (_, label, note) in zip(marks, listed, strict=True)]


def others_offered(found: Sequence[tuple[SeatClient, Option | None]], letters: Letters) -> list[Choice]:
    """The actions of other seats; a seat with secrets is listed only to hand the screen over to it."""
    marks = letters.give_ways([option.key if option is not None else "" for _, option in found], True)
    return [
        Choice(letter, say.OWN_SIDE(player=seat.name), say.OWN_SIDE.helped())
        if option is None
        else Choice(letter, say.BY_PLAYER(player=seat.name, option=option.label), option.help, option.why_not)
        for letter, (seat, option) in zip(marks, found, strict=True)
    ]


def pick_way(
    screen: "TableScreen",
    name: str,
    found: Sequence[Way],
    journeys: Sequence[Journey],
    seat: SeatClient,
    change: Callable[[Callable[[], Awaitable[None]]], object],
) -> PickScreen:
    """Let the player pick one of the actions on a thing, or one of the ways to a place."""
    others = other_ways(found, journeys)

    def picked(index: int | None) -> None:
        if index is not None and index < len(journeys):
            change(lambda: travelled(screen, seat, journeys[index]))
        elif index is not None:
            change(lambda: seat.choose(others[index - len(journeys)].key))

    pick = PickScreen(name, ways_offered(screen.desk.view, others, journeys, screen.desk.letters))
    screen.app.push_screen(pick, picked)
    return pick


def pick_other(
    screen: "TableScreen",
    found: Sequence[tuple[SeatClient, Option | None]],
    hand_over: Callable[[SeatClient], object],
    choose: Callable[[SeatClient, str], object],
) -> None:
    """Let the player pick what another player at this keyboard does out of turn."""

    def picked(index: int | None) -> None:
        if index is None:
            return
        seat, option = found[index]
        if option is None:
            hand_over(seat)
        else:
            choose(seat, option.key)

    screen.app.push_screen(
        PickScreen(say.OTHER_PLAYERS(), others_offered(found, screen.desk.letters)), picked
    )


async def travelled(screen: "TableScreen", seat: SeatClient, journey: Journey) -> None:
    """Make a journey, and say how it can be undone or that it ended early."""
    made = await seat.travel(steps(journey))
    if made < len(steps(journey)):
        screen.desk.say(travel.STOPPED(), warning=True)
    elif made > 1 and journey.certain:
        screen.desk.say(travel.ARRIVED(undo=screen.keymap.shown("table.undo")))
