"""The chat of a table: every line is stored before it is shown."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace
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
        self._known: set[int] = set()
        """The numbers in the store of the lines that came while this ran."""
        self._forgotten: dict[str, int] = {}
        """How many lines of each side, and for all, are no longer kept here."""

    def take(self, lines: Iterable[StoredLine]) -> None:
        """Begin with what is stored."""
        earlier = [ChatLine(each.number, each.when, each.name, each.text, each.side) for each in lines]
        self._lines.extendleft(each for each in reversed(earlier) if each.number not in self._known)

    def lines_for(self, blocked: Collection[str], side: str = "") -> tuple[ChatLine, ...]:
        """The lines for somebody of a side who has blocked some people.

        They are numbered as this person sees them: a gap would tell that others talk among themselves.
        """
        first = 1 + sum(self._forgotten.get(each, 0) for each in {"", side})
        mine = enumerate((each for each in self._lines if each.side in ("", side)), first)
        return tuple(replace(each, number=number) for number, each in mine if each.person not in blocked)

    async def say(
        self, office: Office, person: Person | None, text: str, signal: bool, side: str = ""
    ) -> None:
        """Store a line; without a person it is the server's.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        when = datetime.now(UTC)
        writer = None if person is None else person.id
        number = await office.do(lambda store: store.chat.append(self._code, writer, side, text, when))
        if len(self._lines) == CHAT:
            oldest = self._lines[0].side
            self._forgotten[oldest] = self._forgotten.get(oldest, 0) + 1
        self._known.add(number)
        self._lines.append(ChatLine(number, when, "" if person is None else person.name, text, side, signal))
