"""Decides at which windows a table waits, and goes on by itself at the others.

A window that everybody can look into waits for players who can do something in it. If somebody may hold
something that others do not see, whether and when the table goes on depends only on what the players have
set and on what everybody sees: otherwise a pause would tell what they hold.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from lazaretto.host.records.autosaved_game import Table, Watch
from lazaretto.host.table.stop_settings import ALWAYS, CHANGE, CHANGES, NEXT, TURN, Stops, sound
from lazaretto.rules import Game, OpenWindow, RuleError
from lazaretto.rules.run.views.decision_wording import GO_ON


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a player could have noticed at some time."""

    turn: int
    gauges: tuple[int, ...]
    playable: frozenset[tuple[int, int]]
    choices: int


@dataclass(slots=True)
class _Setting:
    """What the player of a seat has set, and what there was then."""

    stops: Stops
    hands: frozenset[int]
    """The seats of the same player."""
    turn: int
    """The turn in which the moments were set."""
    passed: _Facts
    """What there was when the player began to pass windows."""
    chose: _Facts
    """What there was when the player chose last."""


class Stopping:
    """The stops of all seats of a table; all calls happen in the thread of a change."""

    def __init__(self, table: Table, shown_first: bool = False) -> None:
        """With `shown_first`, a bot that begins waits until somebody has seen the table and passes."""
        self._table = table
        self._paused = shown_first and not table.game.choices_made and table.is_bot(table.game.seat)
        """Whether bots wait until somebody passes: before their first turn, and after very long ones."""
        self._settings: dict[int, _Setting] = {}
        self._held = False
        """Whether the table stays where it is because a choice was undone."""

    def set(self, hands: Collection[int], stops: Stops) -> None:
        """Note what a player has set for their seats."""
        stops, now = sound(stops), self._facts()
        self._held = self._held and not stops.until
        self._paused = self._paused and not stops.until
        for seat in hands:
            old = self._settings.get(seat)
            same = old is not None and old.stops.moments == stops.moments
            turn = old.turn if old is not None and same else now.turn
            chose = old.chose if old is not None else now
            self._settings[seat] = _Setting(stops, frozenset(hands), turn, now, chose)

    def chooses(self, seat: int) -> None:
        """Note that the player of a seat chooses now."""
        self._held = self._paused = False
        setting = self._settings.get(seat)
        if setting is not None:
            now = self._facts()
            for hand in setting.hands:
                self._settings[hand].chose = now

    def hold(self) -> None:
        """Stay here until somebody chooses, because a choice was undone; nobody passes any more."""
        self._held, self._paused = True, False
        for setting in self._settings.values():
            setting.stops = replace(setting.stops, until="")

    def pause(self) -> bool:
        """Let bots wait until somebody passes or chooses; return whether it is their turn at all."""
        self._paused = self._table.is_bot(self._game.seat)
        return self._paused

    def moment(self) -> OpenWindow | None:
        """The open window; None if there is none, or if its question cannot be computed."""
        try:
            return self._table.game.window
        except RuleError:
            return None

    def waited_for(self, moment: OpenWindow | None) -> frozenset[int]:
        """The people whom the table waits for at a window; if it is veiled, all who want it."""
        if moment is None:
            return frozenset()
        could, now = could_use(self._table, moment), self._facts()
        if self._held:
            return could
        return frozenset(each for each in could if self._waits(each, moment, now))

    def asks(self, moment: OpenWindow | None) -> frozenset[int]:
        """The people who are asked at a window besides the one whose window it is.

        Where something is secret, a person goes on for everybody, so that nobody else is asked. A bot goes on
        only when all people have passed, so each of them is asked, whatever they hold.
        """
        if self._paused:
            return frozenset(each for each in range(len(self._game.players)) if not self._table.is_bot(each))
        if moment is None or (moment.veiled and not self._table.is_bot(moment.seat)):
            return frozenset()
        return self.waited_for(moment)

    def keeps_bots(self) -> bool:
        """Whether bots must not play on, because the table waits for people."""
        if not self._table.is_bot(self._game.seat):
            return False
        return self._paused or bool(self.waited_for(self.moment()))

    def pass_on(self, watch: Watch, stopped: Callable[[], bool]) -> bool:
        """Go on at a window that waits for nobody; return whether there was one.

        Raises:
            ChoiceError, RuleError, StoreError: as in `Table.choose`.
        """
        if self._held or self._table.closed or stopped() or self._table.is_bot(self._game.seat):
            return False
        moment = self.moment()
        if moment is None or self.waited_for(moment):
            return False
        self._table.choose_by_itself(GO_ON, moment.seat, watch)
        return True

    @property
    def _game(self) -> Game:
        return self._table.game

    def _facts(self) -> _Facts:
        game = self._game
        return _Facts(game.turns, game.gauges, game.playable, game.choices_made)

    def _waits(self, seat: int, moment: OpenWindow, now: _Facts) -> bool:
        setting = self._settings.get(seat)
        if setting is None:
            return True
        if setting.stops.until:
            if self._passes(setting, moment, now):
                return False
            for hand in setting.hands:
                other = self._settings[hand]
                other.stops = replace(other.stops, until="")
        word = setting.stops.at(moment.name)
        if word == CHANGE:
            return _changed(setting, setting.chose, moment, now)
        return now.turn != setting.turn if word == TURN else word == ALWAYS

    def _passes(self, setting: _Setting, moment: OpenWindow, now: _Facts) -> bool:
        """Whether a player who passes windows still does."""
        before, until = setting.passed, setting.stops.until
        if until == CHANGES:
            return not _changed(setting, before, moment, now)
        return now.choices == before.choices if until == NEXT else now.turn == before.turn


def could_use(table: Table, moment: OpenWindow) -> frozenset[int]:
    """The people whom a window may wait for; if it is veiled, all of them."""
    people = frozenset(each for each in range(len(table.game.players)) if not table.is_bot(each))
    return people if moment.veiled else people & moment.able


def _changed(setting: _Setting, before: _Facts, moment: OpenWindow, now: _Facts) -> bool:
    """Whether a new turn began, a track moved, or the player can do something new.

    What the player can do does not count where it may be a secret.
    """
    if before.turn != now.turn or before.gauges != now.gauges:
        return True
    new = now.playable - before.playable
    return not moment.veiled and any(seat in setting.hands for seat, _ in new)
