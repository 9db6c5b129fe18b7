"""Campaigns on a server: a table that goes on where a finished one ended, with the same people."""

from dataclasses import replace

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.game_order import GameOrder
from lazaretto.host.server.hall_table import HallTable
from lazaretto.host.server.hall_views import HallError, State, TableOrder
from lazaretto.host.server.store_rows import Person


async def following(
    settings: GameOrder, order: TableOrder, table: HallTable, person: Person, scenario: str
) -> GameOrder:
    """The settings of a table that begins with what a finished table hands on.

    Raises:
        HallError: that table is not over or is of another game, other people played there, or it cannot be
            set up any more.
    """
    if not table.holds(person.id):
        raise HallError(say.NO_SEAT_OF_YOURS())
    if table.state is not State.OVER:
        raise HallError(say.NOT_OVER_YET(code=table.code))
    if table.row.scenario != scenario or len(table.seats) != len(order.seats):
        raise HallError(say.ANOTHER_CAMPAIGN(code=table.code))
    kept = await table.ask(lambda room: room.handed_on(table.code), person)
    return replace(settings, kept=kept, game=max(1, table.order.game) + 1, follows=table.code)
