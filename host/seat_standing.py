"""How a game stands for one client of a seat, apart from what it sees."""

from dataclasses import dataclass

from lazaretto.host.seat_protocol import BotRemark
from lazaretto.rules import Outcome
from lazaretto.rules.guides.guide import GuideProgress


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the game apart from the view."""

    secret: bool
    inside: bool
    outcome: Outcome | None
    turn: int
    choices: int
    name: str
    place: str
    closed: str
    moment: str
    """The name of the open window; empty if there is none, and for those who are not to act in it."""
    awaited: bool
    """Whether the table waits for this seat there; always no where that would tell what it holds."""
    guided: GuideProgress | None = None
    request: BotRemark | None = None
    bots: tuple[str, ...] = ()
    begun_by_others: bool = False
