"""Short lists of what may be done: with a thing, or by somebody else in between."""

from collections.abc import Collection, Sequence

from host import SeatClient
from host.actions_on import Way
from rules import Option
from tui.messages import table as say
from tui.table.option_letters import Letters, digits
from tui.widgets.pick_list import Choice


def ways_offered(found: Sequence[Way], reserved: Collection[str]) -> list[Choice]:
    """What may be done with a thing; reserved letters are keys already."""
    letters = Letters(reserved).give([(way.key, way.label) for way in found])
    return [Choice(letter, way.label) for letter, way in zip(letters, found, strict=True)]


def others_offered(found: Sequence[tuple[SeatClient, Option | None]]) -> list[Choice]:
    """What other seats may do; one with secrets may only look, and the others look away."""
    return [
        Choice(letter, say.OWN_SIDE(player=seat.name), say.OWN_SIDE.helped())
        if option is None
        else Choice(letter, say.BY_PLAYER(player=seat.name, option=option.label), option.help, option.why_not)
        for letter, (seat, option) in zip(digits(len(found)), found, strict=True)
    ]
