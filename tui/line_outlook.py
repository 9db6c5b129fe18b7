"""What would happen next, in line mode: `outlook` for the game, `outlook PLACE` for a place."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lazaretto.host import SeatClient
from lazaretto.rules import View
from lazaretto.rules.run.outlook import Outlook
from lazaretto.tui.line_travel import client_of, places_called
from lazaretto.tui.messages import line_mode, travel
from lazaretto.tui.messages import outlook as say
from lazaretto.tui.parse_answer import Asked, folded
from lazaretto.tui.table.outlook_words import outlook_lines

if TYPE_CHECKING:
    from lazaretto.tui.line_table import LineTable


async def on_outlook(table: "LineTable", asked: Asked, typed: str) -> bool:
    """Say what would happen, at a place or at all; nothing is chosen."""
    table.say(*await outlook_told(client_of(table, asked), typed))
    return False


async def outlook_told(client: SeatClient, typed: str) -> list[str]:
    """The lines about what would happen, at a place or at all."""
    view = client.look().view
    if not typed:
        return [line for each in await client.outlooks() for line in _told(view, each.title, each)] or [
            say.NOTHING()
        ]
    places = places_called(view, folded(typed))
    if len(places) != 1:
        several = travel.SEVERAL(places=", ".join(label for label, _ in places))
        return [several if places else line_mode.NOTHING_THERE(typed=typed)]
    label, ref = places[0]
    return [
        line
        for each in await client.outlooks(ref)
        for line in _told(view, say.ABOUT(place=label, title=each.title), each)
    ] or [say.NOTHING_HERE(place=label)]


def _told(view: View, heading: str, outlook: Outlook) -> Iterator[str]:
    yield heading
    yield from (f"  {line}" for line in outlook_lines(view, outlook))
