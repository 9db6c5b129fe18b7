"""Remembers what bots said they are after, and says it again to whoever asks why."""

from host import SeatClient
from host.seat_protocol import BotRemark
from tui.hint_words import remarks_in, why_words
from tui.messages import advice as say
from tui.parse_answer import folded

ALL = "bots"
"""Whoever asks about this asks about all of them."""


class BotTalk:
    """What bots said since the last choice at this keyboard."""

    def __init__(self) -> None:
        self._known: dict[int, BotRemark] = {}
        self._lately: list[BotRemark] = []

    def news(self, seat: SeatClient) -> list[str]:
        """What bots have said since this was asked last."""
        new = [each for at, each in seat.remarks.items() if self._known.get(at) is not each]
        self._known |= {each.seat: each for each in new}
        self._lately += new
        return remarks_in(new, seat.look().view)

    def lately(self, seat: SeatClient) -> tuple[tuple[int, str], ...]:
        """What bots have said since the last choice, and after how many lines that everybody may read."""
        said = remarks_in(self._lately, seat.look().view)
        return tuple((each.at, words) for each, words in zip(self._lately, said, strict=True))

    def forget(self) -> None:
        """Begin anew: the player has chosen."""
        self._lately = []


def plans_of_bots(seat: SeatClient, named: str = ALL) -> list[list[str]]:
    """What each bot at the table is after, in full, or only the one with a name; a heading comes first."""
    sight = seat.look()
    view = sight.view
    found: list[list[str]] = []
    for number, each in enumerate(view.seats):
        if folded(named) not in (ALL, folded(each.name)):
            continue
        if number in seat.remarks:
            found.append(why_words(seat.remarks[number], view, sight.turn))
        elif each.bot:
            found.append([say.NOTHING_SAID(player=each.name, bot=each.bot)])
    return found
