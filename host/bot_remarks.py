"""Says what a bot is after, if its seat knows nothing that others may not know."""

from collections.abc import Callable

from lazaretto.host.hint_search import Adviser
from lazaretto.host.seat_protocol import BotRemark
from lazaretto.host.sees_secrets import sees_secrets
from lazaretto.rules import Game, RuleError
from lazaretto.rules.run.decision_wording import GO_ON
from lazaretto.rules.run.errors import UnfinishedError
from lazaretto.rules.run.hint_types import Hint


class BotRemarks:
    """What bots of a table are after, as far as it has not been told yet."""

    def __init__(self) -> None:
        self.last: dict[int, BotRemark] = {}
        """What the bot of each seat said last."""
        self._new: list[BotRemark] = []
        self._now = (-1, -1)
        """The turn and the seat of the last remark."""
        self._awaited: tuple[str, ...] = ()
        """The choices that the last remark has told of, and that the bot has not made yet."""
        self._request: tuple[int, BotRemark] | None = None
        """What a bot last asked others to agree to, and the number of choices then."""

    def note(self, before: Game, after: Game, seat: int, name: str, bot: object) -> None:
        """Note what a bot is after that has just planned in a position, and then answered.

        It is told once in a turn, and if it changes; what others must agree to, each time.
        """
        if not isinstance(bot, Adviser):
            return
        if after.asks_consent and after.seat != seat:
            asked = _remark(before, seat, name, bot.request)
            self._request = None if asked is None else (after.choices_made, asked)
        if not before.inside and before.offers:
            self._note_plan(before, seat, name, bot)

    def _note_plan(self, before: Game, seat: int, name: str, bot: Adviser) -> None:
        now = before.turns, seat
        found = remark_of(before, seat, name, bot)
        if found is None:
            return
        first, *rest = (each.key for each in found.moves)
        kept = now == self._now and first in self._awaited
        self._awaited = self._awaited[self._awaited.index(first) + 1 :] if kept else tuple(rest)
        self._now = now
        if not kept:
            self._new.append(found)
            self.last[seat] = found

    def taken(self) -> tuple[BotRemark, ...]:
        """Return what is new; each remark once."""
        found, self._new = tuple(self._new), []
        return found

    def request(self, game: Game) -> BotRemark | None:
        """Return why a bot asks somebody to agree to what it does; None if no bot asks that now."""
        if self._request is None or not game.asks_consent:
            return None
        choices, found = self._request
        return found if choices == game.choices_made and game.answered == found.seat else None


def remark_of(game: Game, seat: int, name: str, bot: Adviser) -> BotRemark | None:
    """Return what a bot that has just planned in this position is after; None if that may be a secret."""
    found = _remark(game, seat, name, bot.remark)
    return None if found is None or found.moves[0].key == GO_ON else found


def _remark(game: Game, seat: int, name: str, tell: Callable[[Game, int], Hint]) -> BotRemark | None:
    try:
        public, views = game.views()
        if game.together or game.secretive is not None or sees_secrets(public, views[seat]):
            return None
        hint = tell(game, seat)
    except (RuleError, UnfinishedError):
        return None
    if hint.only or not hint.moves:
        return None
    return BotRemark(
        seat, name, hint.moves, hint.reasons, hint.costs, hint.helps, len(public.log), game.turns
    )
