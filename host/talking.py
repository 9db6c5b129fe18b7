"""Decides which players at one keyboard tell each other everything: then no curtain parts them.

It tells nothing to anybody else: whoever sits at a keyboard could look at each of its seats anyway.
"""

from collections.abc import Collection, Iterable

from host.autosaved_game import Table
from host.seat_news import SeatNews
from rules import RuleError

AUTO, YES, NO = "auto", "yes", "no"
"""They do where nobody can be an opponent and no rule hides what a player holds; always; never."""

TALKS = (AUTO, YES, NO)


class Talking:
    """Who talks freely at a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._how: dict[frozenset[int], str] = {}

    def set(self, hands: Collection[int], how: str) -> None:
        """Note what the players of a keyboard have set."""
        if how in TALKS:
            self._how[frozenset(hands)] = how

    def group(self, clients: Iterable["KeyboardNews"]) -> None:
        """Tell each client whose knowledge it shares."""
        by_itself: bool | None = None
        for each in clients:
            people = frozenset(seat for seat in each.keyboard if not self._table.is_bot(seat))
            how = self._how.get(each.keyboard, AUTO) if len(people) > 1 and each.viewer in people else NO
            if how == AUTO and by_itself is None:
                by_itself = self._is_open()
            each.sharing = people if how == YES or (how == AUTO and by_itself) else frozenset()

    def _is_open(self) -> bool:
        try:
            return self._table.game.is_open
        except RuleError:
            return False


class KeyboardNews(SeatNews):
    """The client of a seat at a keyboard, as far as this needs it."""

    keyboard: frozenset[int]
