"""Offers the daily challenge: the same game for everybody on a date."""

from typing import TYPE_CHECKING

from lazaretto.host.lobby_protocol import Order
from lazaretto.host.share_line import Challenge, challenge_of
from lazaretto.host.statistics import DailyResult
from lazaretto.lab.game_rows import names_for
from lazaretto.tui.commands.shared_game import today
from lazaretto.tui.launcher.message_line import Notice
from lazaretto.tui.messages import after_game as say
from lazaretto.tui.widgets.pick_list import Choice, PickScreen

if TYPE_CHECKING:
    from lazaretto.tui.app import Lazaretto


async def pick_daily(app: "Lazaretto", notice: Notice) -> Order | None:
    """The order for the challenge of today; None if the player declines, or if there is none."""
    scenarios = await app.lobby.scenarios()
    found = challenge_of(today(), scenarios)
    if found is None:
        notice.say(say.NO_DAILY(), bad=True)
        return None
    game = next(each for each in scenarios if each.name == found.scenario)
    played = next((each for each in (await app.lobby.statistics()).daily if each.day == found.day), None)
    title = say.DAILY(day=found.day, title=game.title, players=found.players)
    picked = await app.push_screen_wait(PickScreen(title, [_choice(played)]))
    return None if picked is None else Order(game.folder, _names(app.settings.names, found), found.seed)


def _choice(played: DailyResult | None) -> Choice:
    if played is None:
        return Choice("p", say.PLAY_DAILY(), say.PLAY_DAILY.helped())
    result = say.DAILY_RESULT[played.result](turn=played.turns)
    return Choice("p", say.PLAY_DAILY_AGAIN(), say.PLAY_DAILY_AGAIN.helped(result=result))


def _names(last: tuple[str, ...], found: Challenge) -> tuple[str, ...]:
    """The names of the last game as far as they go, then others."""
    more = [each for each in names_for(found.players + len(last)) if each not in last]
    return (*last, *more)[: found.players]
