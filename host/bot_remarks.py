"""Says what a bot is after, if its seat knows nothing that others may not know."""

from host.hint_search import Adviser
from host.seat_protocol import BotRemark
from host.sees_secrets import sees_secrets
from rules import Game, RuleError
from rules.run.errors import UnfinishedError


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
