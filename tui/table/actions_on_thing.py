"""Builds short lists of actions: those on a thing, and those of other players out of turn."""

from collections.abc import Collection, Sequence

from host import SeatClient
from host.actions_on import Way
from rules import Option
from tui.messages import table as say
from tui.table.option_letters import Letters, digits
from tui.widgets.pick_list import Choice


def ways_offered(found: Sequence[Way], reserved: Collection[str]) -> list[Choice]:
    """The actions on a thing; `reserved` letters are already keys."""
    letters = Letters(reserved).give([(way.key, way.label) for way in found])
    return [Choice(letter, way.label) for letter, way in zip(letters, found, strict=True)]


def others_offered(found: Sequence[tuple[SeatClient, Option | None]]) -> list[Choice]:
    """The actions of other seats; a seat with secrets is listed only to hand the screen over to it."""
    return [
        Choice(letter, say.OWN_SIDE(player=seat.name), say.OWN_SIDE.helped())
        if option is None
        else Choice(letter, say.BY_PLAYER(player=seat.name, option=option.label), option.help, option.why_not)
        for letter, (seat, option) in zip(digits(len(found)), found, strict=True)
    ]
