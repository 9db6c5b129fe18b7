"""Says what a bot is after, if its seat knows nothing that others may not know."""

from host.hint_search import Adviser
from host.seat_protocol import BotRemark
from host.sees_secrets import sees_secrets
from rules import Game, RuleError
from rules.run.errors import UnfinishedError


class BotRemarks:
    """What bots of a table are after, as far as it has not been told yet."""

    def __init__(self) -> None:
        self._new: list[BotRemark] = []
        self._last = (-1, -1)
        """The turn and the seat of the last remark."""

    def note(self, before: Game, seat: int, name: str, bot: object) -> None:
        """Note what a bot is after that has just planned in a position, once in a turn."""
        now = before.turns, seat
        if now != self._last and isinstance(bot, Adviser) and not before.inside:
            self._last = now
            found = remark_of(before, seat, name, bot)
            self._new += () if found is None else (found,)

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
    if hint.only or not hint.moves:
        return None
    return BotRemark(seat, name, hint.moves, hint.reasons[0] if hint.reasons else None)
