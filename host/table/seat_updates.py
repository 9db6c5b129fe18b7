"""What the client of a seat was sent, how the game stands for it, and the updates about what is new.

While several seats choose at the same time, updates that only say who has chosen are told apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lazaretto.host.table.seat_protocol import BotRemark, Happening, SeatUpdate
from lazaretto.rules import Game, Outcome, RuleError, View
from lazaretto.rules.guides.guide import GuideProgress
from lazaretto.rules.run.views.diff_views import BaseIndex, difference


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


def only_tells_who_has_chosen(before: View, after: View) -> bool:
    """Whether the only news is which of those who choose at the same time have chosen."""
    old, new = before.decision, after.decision
    if old is None or new is None or not old.waiting or not new.waiting:
        return False
    same = replace(old, waiting=new.waiting, seat=new.seat, player=new.player)
    return replace(before, decision=same) == after


MOST = 120
"""How many events of one change are reported one by one; the log has the rest."""


class SeatNews:
    """What a client knows, and what there is to tell it."""

    def __init__(self, base: BaseIndex, viewer: int | None) -> None:
        self.viewer = viewer
        """Whose view this client gets; None for the public one."""
        self.sharing: frozenset[int] = frozenset()
        """The seats that tell this one everything they know."""
        self._base = base
        self._view = base.blank
        """What the seat sees."""
        self._sent = base.blank
        """What the client of the seat was sent last."""
        self._standing: Standing
        self._sent_standing: Standing | None = None
        self._number = 0
        """The number of the last update."""
        self._asked_in = 0
        """The number of the first update that a choice may answer; later ones told only who has chosen."""
        self._notices: list[str] = []
        """Messages that have not been sent yet."""
        self._remarks: list[BotRemark] = []
        self._happenings: list[Happening] = []
        self._seen = base.blank
        """What the seat saw after the last event."""

    def begin(self) -> None:
        """Start a change: the next events follow the view that was sent last."""
        self._seen, self._happenings = self._sent, []

    def watch(self, game: Game) -> None:
        """Record the last event if this seat may see it."""
        if len(self._happenings) >= MOST:
            return
        try:
            view = game.glimpse(self.viewer, self.sharing)
        except RuleError:
            return  # what a seat sees cannot be computed here; the choice goes on
        lines = len(view.log) - len(self._seen.log)
        if lines > 0:
            self._happenings.append(Happening(difference(self._base, self._seen, view), lines, game.turns))
            self._seen = view

    def see(
        self, view: View, standing: Standing, notices: tuple[str, ...], remarks: tuple[BotRemark, ...] = ()
    ) -> None:
        """Set the current view and state."""
        self._view, self._standing = view, standing
        self._notices += notices
        self._remarks += remarks

    def say_again(self, remarks: Iterable[BotRemark]) -> None:
        """Tell a new client in its first update what bots have said last."""
        self._remarks = list(remarks)

    def has_news(self) -> bool:
        """Whether there is something to tell: an empty update would tell that others did something."""
        return bool(
            self._happenings
            or self._notices
            or self._remarks
            or self._standing != self._sent_standing
            or self._view != self._sent
        )

    def asked_anew(self) -> None:
        """Called when the next update may ask something else."""

    def update(self) -> SeatUpdate:
        """Make the next update and count it as sent."""
        happenings, notices, now = tuple(self._happenings), tuple(self._notices), self._standing
        remarks, self._remarks = tuple(self._remarks), []
        change = difference(self._base, self._seen, self._view)
        self._number += 1
        if not only_tells_who_has_chosen(self._sent, self._view):
            self._asked_in = self._number
            self.asked_anew()
        self._sent, self._sent_standing = self._view, now
        self._notices = []
        self.begin()
        return SeatUpdate(
            happenings,
            change,
            now.secret,
            now.inside,
            now.outcome,
            now.turn,
            now.choices,
            notices,
            now.name,
            now.place,
            now.closed,
            number=self._number,
            moment=now.moment,
            guided=now.guided,
            awaited=now.awaited,
            remarks=remarks,
            request=now.request,
            bots=now.bots,
            begun_by_others=now.begun_by_others,
        )
