"""Bounds of everything in a hall that grows with what people do."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lazaretto.grammar.message import Message
from lazaretto.host.server import limit_descriptions as say
from lazaretto.host.server.hall_views import HallError

MEANS = "means"
"""The name under which a field keeps what it means."""


def limit(usual: float, means: Message) -> Any:
    """A field with the usual value of a limit, and what it limits."""
    return field(default=usual, metadata={MEANS: means})


@dataclass(frozen=True, slots=True)
class HallLimits:
    """How much of something there may be; `limit_descriptions` says what each limit means."""

    tables_per_person: int = limit(20, say.TABLES_PER_PERSON)
    seats_per_person: int = limit(60, say.SEATS_PER_PERSON)
    places_per_person: int = limit(12, say.PLACES_PER_PERSON)
    watchers_per_table: int = limit(60, say.WATCHERS_PER_TABLE)
    shared_per_table: int = limit(60, say.SHARED_PER_TABLE)
    votes_per_table: int = limit(10, say.VOTES_PER_TABLE)
    votes_per_person: int = limit(3, say.VOTES_PER_PERSON)
    invitations_per_table: int = limit(40, say.INVITATIONS_PER_TABLE)
    invitations_shown: int = limit(60, say.INVITATIONS_SHOWN)
    blocked_per_person: int = limit(200, say.BLOCKED_PER_PERSON)
    keys_per_person: int = limit(20, say.KEYS_PER_PERSON)
    replays_per_session: int = limit(4, say.REPLAYS_PER_SESSION)
    lines_shown: int = limit(200, say.LINES_SHOWN)
    lines_kept: int = limit(5_000, say.LINES_KEPT)
    tables_shown: int = limit(60, say.TABLES_SHOWN)
    purses_kept: int = limit(5_000, say.PURSES_KEPT)


class Underway:
    """How many of something each person is about to get: many calls at once keep to a limit, too."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    @contextmanager
    def one_more(self, person: int, has: int, most: int, refusal: str) -> Iterator[None]:
        """Let a person who has some get one more in this block.

        Raises:
            HallError: with those that are underway, they have as many as they may have.
        """
        if has + self._counts[person] >= most:
            raise HallError(refusal)
        self._counts[person] += 1
        try:
            yield
        finally:
            self._counts[person] -= 1
            if not self._counts[person]:
                del self._counts[person]
