"""A replay of a game that ran at a table; it outlives the process in which it is computed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.replay_protocol import Replay, ReplayFrame
from lazaretto.host.server import hall_messages as say
from lazaretto.host.table.win_chances import Chances
from lazaretto.rules import ChoiceError, RuleError
from lazaretto.rules.run.views.diff_views import ViewChange
from lazaretto.rules.run.views.view_base import ViewBase

MOST_VIEWS = 100
"""How many views somebody may ask for at once."""

Found = TypeVar("Found")


class HallReplay:
    """The `Replay` that a person's client has."""

    def __init__(self, replay: Replay, again: Callable[[], Awaitable[Replay]]) -> None:
        """Show a replay; `again` makes the same one where the table runs now."""
        self.info = replay.info
        self._replay, self._again = replay, again
        self._renewing = asyncio.Lock()
        self._left = False

    async def base(self, seat: int | None) -> ViewBase:
        """The constant part of what a seat sees."""
        return await self._ask(lambda replay: replay.base(seat))

    async def frame(self, at: int, seat: int | None) -> ReplayFrame:
        """What a seat saw after the given number of choices."""
        return await self._ask(lambda replay: replay.frame(at, seat))

    async def public(self, first: int, last: int) -> tuple[ViewChange, ...]:
        """The public view after each of these choices, not too many of them at once."""
        if last - first > MOST_VIEWS:
            raise RuleError(say.TOO_MANY_VIEWS(most=MOST_VIEWS))
        return await self._ask(lambda replay: replay.public(first, last))

    async def chances(self) -> Chances:
        """The estimated chance to win, as far as it is known."""
        return await self._ask(lambda replay: replay.chances())

    def leave(self) -> None:
        """Look at it no more."""
        self._left = True
        self._replay.leave()

    def _must_be_open(self) -> None:
        if self._left:
            raise RuleError(say.REPLAY_CLOSED())

    async def _ask(self, ask: Callable[[Replay], Awaitable[Found]]) -> Found:
        """Ask the replay; if its process is lost or has forgotten it, make it again first."""
        self._must_be_open()
        asked = self._replay
        try:
            return await ask(asked)
        except LobbyError:
            pass
        try:
            async with self._renewing:
                if self._replay is asked:
                    self._replay = await self._again()
                    if self._left:
                        self._replay.leave()
            return await ask(self._replay)
        except (LobbyError, ChoiceError) as error:
            raise RuleError(str(error)) from None
