"""The chat of a table: every line is stored before it is shown."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_services import HallServices
from lazaretto.host.server.hall_views import ChatLine
from lazaretto.host.server.store.store_rows import ChatLine as StoredLine, Person

WAITING = 30
"""How many lines those see who wait for a game to begin."""


class TableTalk:
    """The latest lines of a table, for each side and for those who are on none.

    What a side says among itself changes nothing for the others: neither the numbers of lines, nor which of
    them are still shown.
    """

    def __init__(self, code: str, limits: HallLimits) -> None:
        self._code, self._limits = code, limits
        self._lines: dict[str, deque[ChatLine]] = {"": deque(maxlen=limits.lines_shown)}
        self._counts: dict[str, int] = {"": 0}
        """How many lines there have been."""
        self._early: dict[int, ChatLine] | None = {}
        """The lines that came before the stored ones were read, by their numbers in the store."""

    def take(self, lines: Iterable[StoredLine]) -> None:
        """Begin with what is stored."""
        early, self._early = self._early or {}, None
        self._lines = {"": deque(maxlen=self._limits.lines_shown)}
        self._counts = {"": 0}
        for line in lines:
            if line.number not in early:
                self._add(ChatLine(0, line.when, line.name, line.text, line.side))
        for said in early.values():
            self._add(said)

    def forget(self, people: Collection[str]) -> bool:
        """Show nothing more of what some people said; return whether there was anything."""
        before = self._lines
        self._lines = {
            side: deque((line for line in lines if line.person not in people), maxlen=lines.maxlen)
            for side, lines in before.items()
        }
        return self._lines != before

    def lines_for(self, blocked: Collection[str], side: str = "") -> tuple[ChatLine, ...]:
        """The lines for somebody of a side who has blocked some people."""
        lines = self._heard_by(side)
        return tuple(line for line in lines if line.person not in blocked) if blocked else tuple(lines)

    def _heard_by(self, side: str) -> deque[ChatLine]:
        if side not in self._lines:
            self._lines[side], self._counts[side] = self._lines[""].copy(), self._counts[""]
        return self._lines[side]

    def _add(self, line: ChatLine) -> None:
        self._heard_by(line.side)
        for side in (line.side,) if line.side else tuple(self._lines):
            self._counts[side] += 1
            self._lines[side].append(replace(line, number=self._counts[side]))

    async def say(
        self, services: HallServices, person: Person | None, text: str, signal: bool, side: str = ""
    ) -> None:
        """Store a line; without a person it is the server's.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        when, keep = datetime.now(UTC), self._limits.lines_kept
        writer = None if person is None else person.id
        number = await services.do(
            lambda store: store.chat.append(self._code, writer, side, text, when, keep)
        )
        line = ChatLine(0, when, "" if person is None else person.name, text, side, signal)
        if self._early is not None:
            self._early[number] = line
        self._add(line)
