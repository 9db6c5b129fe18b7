"""Says what a bot is after, if its seat knows nothing that others may not know."""

from host.hint_search import Adviser
from host.seat_protocol import BotRemark
from host.sees_secrets import sees_secrets
from rules import Game, RuleError
from rules.run.decision_wording import GO_ON
from rules.run.errors import UnfinishedError


class BotRemarks:
    """What bots of a table are after, as far as it has not been told yet."""

    def __init__(self) -> None:
        self._new: list[BotRemark] = []
        self._last = (-1, -1)
        """The turn and the seat of the last remark."""
        self._awaited: tuple[str, ...] = ()
        """The choices that the last remark has told of, and that the bot has not made yet."""

    def note(self, before: Game, seat: int, name: str, bot: object) -> None:
        """Note what a bot is after that has just planned in a position: once in a turn, and if it changes."""
        now = before.turns, seat
        if not isinstance(bot, Adviser) or before.inside or not before.offers:
            return
        found = remark_of(before, seat, name, bot)
        if found is None:
            return
        first, *rest = (each.key for each in found.moves)
        kept = now == self._last and first in self._awaited
        self._awaited = self._awaited[self._awaited.index(first) + 1 :] if kept else tuple(rest)
        self._last = now
        self._new += () if kept else (found,)

    def taken(self) -> tuple[BotRemark, ...]:
        """Return what is new; each remark once."""
        found, self._new = tuple(self._new), []
        return found


def remark_of(game: Game, seat: int, name: str, bot: Adviser) -> BotRemark | None:
    """Return what a bot that has just planned in this position is after; None if that may be a secret."""
    try:
        public, views = game.views()
        if game.together or game.secretive is not None or sees_secrets(public, views[seat]):
            return None
        hint = bot.remark(game, seat)
    except (RuleError, UnfinishedError):
        return None
    if hint.only or not hint.moves or hint.moves[0].key == GO_ON:
        return None
    return BotRemark(seat, name, hint.moves, hint.reasons, hint.costs, len(public.log))
