"""The chat of a table: every line is stored before it is shown."""

from collections import deque
from collections.abc import Collection, Iterable
from datetime import UTC, datetime

from host.server.hall_office import Office
from host.server.hall_views import ChatLine
from host.server.store_rows import ChatLine as StoredLine
from host.server.store_rows import Person

CHAT = 200
"""How many lines of chat a client gets."""


WAITING = 30
"""How many lines those see who wait for a game to begin."""


class TableTalk:
    """The latest lines of a table."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._lines: deque[ChatLine] = deque(maxlen=CHAT)

    def take(self, lines: Iterable[StoredLine]) -> None:
        """Begin with what is stored."""
        earlier = [ChatLine(each.number, each.when, each.name, each.text, each.side) for each in lines]
        known = {each.number for each in self._lines}
        self._lines.extendleft(each for each in reversed(earlier) if each.number not in known)

    def lines_for(self, blocked: Collection[str]) -> tuple[ChatLine, ...]:
        """The lines for somebody who has blocked some people."""
        return tuple(each for each in self._lines if each.person not in blocked)

    async def say(self, office: Office, person: Person | None, text: str, signal: bool) -> None:
        """Store a line; without a person it is the server's.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        when = datetime.now(UTC)
        writer = None if person is None else person.id
        number = await office.do(lambda store: store.chat.append(self._code, writer, "", text, when))
        self._lines.append(ChatLine(number, when, "" if person is None else person.name, text, "", signal))
