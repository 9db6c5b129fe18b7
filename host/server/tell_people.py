"""Tells the people of a hall what has changed, a few at a time."""

import asyncio
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lazaretto.host.server.person_hall import PersonHall

AT_ONCE = 4
"""How many people are told of changes at once."""
TELL_EVERY = 0.075
"""Seconds until the next ones are told."""


class Telling:
    """Brings everybody who is connected up to date."""

    def __init__(self, people: Callable[[], list["PersonHall"]]) -> None:
        self._people = people
        self._news = asyncio.Event()
        self.version = 0
        """Counts the changes of what people see of the hall."""

    def changed(self) -> None:
        """Tell everybody soon; many changes at once are told once."""
        self.version += 1
        self._news.set()

    async def run(self) -> None:
        """Tell a few people at a time, because each of them repaints a screen, until cancelled.

        When somebody is told depends on the clock and on their number alone: a time that depended on
        other changes would tell that others did something, even if it is secret what.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self._news.wait()
            self._news.clear()
            while any(each.told_of != self.version for each in self._people()):
                moment = int(loop.time() / TELL_EVERY) + 1
                await asyncio.sleep(moment * TELL_EVERY - loop.time())
                people = self._people()
                groups = max(1, ceil(len(people) / AT_ONCE))
                first = moment % groups * AT_ONCE
                for person in people[first : first + AT_ONCE]:
                    person.tell()
