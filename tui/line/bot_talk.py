"""Remembers what bots said they are after, and says it again to whoever asks why."""

from collections.abc import Sequence
from dataclasses import dataclass

from lazaretto.host import SeatClient
from lazaretto.host.table.seat_protocol import BotRemark
from lazaretto.rules import LogLine
from lazaretto.tui.hint_words import remark_words, why_words
from lazaretto.tui.line.parse_answer import folded
from lazaretto.tui.messages import advice as say

ALL = "bots"
"""Whoever asks about this asks about all of them."""


@dataclass(frozen=True, slots=True)
class SaidPlan:
    """What a bot said it is after, before it did something."""

    words: str
    at: int = 0
    """How many lines the log had that everybody may read."""
    turn: int = 0
    """The turn of the plan; 0 if the game has no turns."""


class BotTalk:
    """What bots said since the last choice at this keyboard."""

    def __init__(self) -> None:
        self._known: tuple[BotRemark, ...] = ()
        self._lately: list[BotRemark] = []

    def news(self, seat: SeatClient) -> tuple[SaidPlan, ...]:
        """What bots have said since this was asked last."""
        said = tuple(seat.remarks_in_order)
        new = [each for each in said if not any(each is known for known in self._known)]
        self._known = said
        self._lately += new
        return _in_words(new, seat)

    def lately(self, seat: SeatClient) -> tuple[SaidPlan, ...]:
        """What bots have said since the last choice."""
        return _in_words(self._lately, seat)

    def forget(self) -> None:
        """Begin anew: the player has chosen."""
        self._lately = []


def _in_words(remarks: Sequence[BotRemark], seat: SeatClient) -> tuple[SaidPlan, ...]:
    view = seat.look().view
    return tuple(SaidPlan(remark_words(each, view), each.at, each.turn) for each in remarks)


def place_in(log: Sequence[LogLine], plan: SaidPlan) -> int | None:
    """The number of the line before which a plan stands in a log; None if the log does not reach it."""
    open_lines = [number for number, line in enumerate(log) if not line.private]
    if plan.at < len(open_lines):
        return open_lines[plan.at]
    return len(log) if plan.at == len(open_lines) else None


def _of_a_turn(seat: SeatClient, number: int) -> list[BotRemark]:
    """What a bot said in the turn in which it said something last, without what was undone since."""
    found = [seat.remarks[number]]
    for each in reversed(seat.remarks_in_order):
        if each.seat == number and each.turn == found[0].turn and each.turn and each.at < found[0].at:
            found.insert(0, each)
    return found


def plans_of_bots(seat: SeatClient, named: str = ALL) -> list[list[str]]:
    """What each bot at the table is after, in full, or only the one with a name; a heading comes first."""
    sight = seat.look()
    view = sight.view
    found: list[list[str]] = []
    for number, each in enumerate(view.seats):
        if folded(named) not in (ALL, folded(each.name)):
            continue
        if number in seat.remarks:
            first, *later = _of_a_turn(seat, number)
            words = why_words(first, view, sight.turn)
            for remark in later:
                words += [say.LATER_PLAN(), *why_words(remark, view)[1:]]
            found.append(words)
        elif each.bot:
            found.append([say.NOTHING_SAID(player=each.name, bot=each.bot)])
    return found
