"""Decides which players at one keyboard tell each other everything: then no curtain parts them.

It tells nothing to anybody else: whoever sits at a keyboard could look at each of its seats anyway.
"""

from collections.abc import Collection, Iterable

from lazaretto.host.records.autosaved_game import Table, Watch
from lazaretto.host.table.seat_protocol import GIVEN
from lazaretto.host.table.seat_updates import SeatNews
from lazaretto.rules import RuleError

AUTO, YES, NO = "auto", "yes", "no"
"""They do where nobody can be an opponent and no rule hides what a player holds; always; never."""

TALKS = (AUTO, YES, NO)


AGREED = "yes"
"""The key of the answer that consents."""


class Talking:
    """Who talks freely at a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._how: dict[frozenset[int], str] = {}
        self._agreed: set[frozenset[int]] = set()
        """The keyboards at which consent is given."""

    def set(self, hands: Collection[int], how: str, consent: str) -> None:
        """Note what the players of a keyboard have set."""
        keyboard = frozenset(hands)
        if how in TALKS:
            self._how[keyboard] = how
        if consent == GIVEN:
            self._agreed.add(keyboard)
        else:
            self._agreed.discard(keyboard)

    def give_consent(self, clients: Iterable["KeyboardNews"], by: int, watch: Watch) -> None:
        """Consent for the players who talk freely with the one who acts, if they have set it so."""
        table = self._table
        friends = {
            friend
            for client in clients
            if client.viewer == by and client.keyboard in self._agreed
            for friend in client.sharing
        }
        for _ in table.game.players:
            asked = table.game.seat
            if asked is None or asked == by or asked not in friends or not table.game.asks_consent:
                return
            table.choose_by_itself(AGREED, asked, watch)

    def group(self, clients: Iterable["KeyboardNews"]) -> None:
        """Tell each client whose knowledge it shares."""
        by_itself: bool | None = None
        for client in clients:
            people = frozenset(seat for seat in client.keyboard if not self._table.is_bot(seat))
            how = self._how.get(client.keyboard, AUTO) if len(people) > 1 and client.viewer in people else NO
            if how == AUTO and by_itself is None:
                by_itself = self._is_open()
            client.sharing = people if how == YES or (how == AUTO and by_itself) else frozenset()

    def _is_open(self) -> bool:
        try:
            return self._table.game.is_open
        except RuleError:
            return False


class KeyboardNews(SeatNews):
    """The client of a seat at a keyboard, as far as this needs it."""

    keyboard: frozenset[int]
