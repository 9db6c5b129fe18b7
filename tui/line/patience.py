"""Says in lines that bots are thinking, if that takes a while."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from lazaretto.host import Sight
from lazaretto.tui.messages import line_mode as say

T = TypeVar("T")

SLOW = 2.0
"""After so many seconds, players read why nothing happens."""


async def patiently(work: Awaitable[T], look: Callable[[], Sight], tell: Callable[[str], None]) -> T:
    """Wait for a change of the table; tell once if bots take long."""

    def explain() -> None:
        if words := thinking(look()):
            tell(words)

    timer = asyncio.get_running_loop().call_later(SLOW, explain)
    try:
        return await work
    finally:
        timer.cancel()


def thinking(sight: Sight) -> str:
    """Which bot is thinking, as far as the player can tell; empty if none plays."""
    decision, seats = sight.view.decision, sight.view.seats
    asked = () if decision is None else decision.waiting or (decision.player,)
    named = next((seat for seat in seats if seat.bot and seat.name in asked), None)
    if named is not None:
        return say.BOT_THINKS(player=named.name, bot=named.bot)
    return say.BOTS_THINK() if any(seat.bot for seat in seats) else ""
