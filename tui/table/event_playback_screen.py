"""Shows the events of a table one by one, at the pace that the player chose, and rings the bell."""

from collections import deque
from collections.abc import Sequence
from time import monotonic

from textual.timer import Timer

from lazaretto.host import Moment
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules import View
from lazaretto.tui.table.base_board_screen import BoardScreen
from lazaretto.tui.table.panes.board_pane import BoardMap
from lazaretto.tui.table.table_state import Desk

PACES = {"off": 0.0, "quick": 0.3, "slow": 0.9}
"""Seconds to show each event, if there are several."""


def pace_of(settings: Settings, view: View) -> float:
    """Seconds for an event: those of the player's own phases and those of others may differ."""
    own = is_own(view)
    chosen = "same" if own is None else settings.pace_own if own else settings.pace_others
    return PACES[settings.pace if chosen == "same" else chosen]


def is_own(view: View) -> bool | None:
    """Whether an event belongs to the player who sees it; None: to nobody.

    The innermost phase that is about players says whose event it is.
    """
    players = next((who for _, who in reversed(view.phases) if who), ())
    if view.seat is None or not players:
        return None
    return view.seats[view.seat].name in players


def shows_events(settings: Settings) -> bool:
    """Whether any event is shown for itself."""
    chosen = (settings.pace, settings.pace_own, settings.pace_others)
    return any(PACES.get(each, 0.0) for each in chosen)


def moves_a_track(before: View | None, after: View) -> bool:
    """Whether the marker of a track that players see has moved."""
    if before is None:
        return False
    return any(
        one.position != other.position and other.looks.get("hidden") != "yes"
        for one, other in zip(before.tracks, after.tracks, strict=False)
    )


HESITATION = 0.6
"""Seconds after the last event in which the keys that go on do not choose anything yet."""


class EventScreen(BoardScreen):
    """A screen that queues events and shows each for a moment."""

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(board)
        self.desk = desk
        self._queue: deque[Moment] = deque()
        """Events that have not been shown yet."""
        self._shown: View | None = None
        """The view of the last event shown, to find what the next one changes."""
        self._timer: Timer | None = None
        self._watched = 0.0
        """The time since when events are being shown."""
        self._by_itself = 0.0
        """When the last event gave way to the question."""
        self._busy = False
        """Whether a change at the table is under way."""
        self._behind = False
        """Whether the curtain hides the current seat."""

    def _paint(self) -> None:
        """Draw all panes."""
        raise NotImplementedError

    def _show(self) -> None:
        """Load the seat's current question, and draw it."""
        raise NotImplementedError

    def _settle(self) -> None:
        """Show the current state, with no events left."""
        raise NotImplementedError

    def _listen(self) -> None:
        heard = self.lazaretto.in_own_context(self._heard)
        self.desk.seat.listen(heard, each=shows_events(self.lazaretto.settings))

    def on_screen_resume(self) -> None:
        """Listen again when the screen is shown again, because the pace and the keys may have changed."""
        if not self._behind and self._shown is not None:
            self._listen()
            if self.desk.keymap is not self.keymap:
                self.desk.use(self.keymap)
                self._show()

    def _announce(self) -> None:
        """Name the player who must choose in the window title, and ring if nobody looks at the window."""
        decision = self.desk.sight.view.decision
        who = f"{decision.player} · " if decision is not None else ""
        self.lazaretto.name_window(f"{who}{self.desk.sitting.title}")
        if self.desk.wanted and self.lazaretto.settings.bell and not self.app.app_focus:
            self.lazaretto.ring()

    @property
    def _hesitates(self) -> bool:
        """Whether the question came only a moment ago, so that a key may be meant for the events."""
        return monotonic() - self._by_itself < HESITATION

    def _heard(self, moments: Sequence[Moment]) -> None:
        """Queue new events and show them one by one."""
        if self.lazaretto.settings.bell_track and moments:
            known = self._queue[-1].view if self._queue else self._shown
            if moves_a_track(known, moments[-1].view):
                self.lazaretto.ring()
        self._queue.extend(moments)
        self.desk.say("")
        if self._timer is None:
            self._next()

    def _next(self) -> None:
        """Show the next event; the last one is shown as the current state."""
        self._timer = None
        pace = self._skim()
        if not pace or len(self._queue) <= (0 if self._busy else 1):
            self.desk.unread = self.desk.unread or bool(self._queue)
            if self.desk.scene is not None:
                self.desk.say("")
                self._by_itself = monotonic()
            self._queue.clear()
            self._settle()
            return
        if self.desk.scene is None:
            self._watched = monotonic()
        moment = self._queue.popleft()
        self.desk.watch(moment, self._shown or moment.view)
        self._shown = moment.view
        self._paint()
        self._timer = self.set_timer(pace, self._next)

    def _skim(self) -> float:
        """Drop events that are not shown for themselves; return the pace of the next one."""
        settings = self.lazaretto.settings
        while len(self._queue) > 1 and not pace_of(settings, self._queue[0].view):
            self._shown = self._queue.popleft().view
        return pace_of(settings, self._queue[0].view) if self._queue else 0.0

    def _skip(self) -> None:
        """Skip to the current state."""
        if self._timer is not None:
            self._timer.stop()
        while len(self._queue) > 1:
            self._queue.popleft()
        self._next()
        self._by_itself = 0.0
