"""The base of the full-screen apps: opens the screens over a bottom screen, and goes on after failures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from textual import work
from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from lazaretto.host.records.replay_protocol import ReplayClient, Showing
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_client import SeatClient, Sitting
from lazaretto.rules import RuleError
from lazaretto.tui.app_for_screens import LONG, NOTHING, PlayerApp
from lazaretto.tui.messages import base_app_and_widgets as told, launcher as say
from lazaretto.tui.repeated_failures import FailureLog
from lazaretto.tui.shared_texts import went_wrong
from lazaretto.tui.widgets.base_screens import BottomScreen, ContainedScreen, RoomyScreen

PATIENCE = 3.0
"""Seconds within which the player must press the key a second time."""


class GameApp(PlayerApp):
    """One player's screen: a bottom screen, tables, and everything to read."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        forced: Mapping[str, object] = NOTHING,
        environ: Mapping[str, str] = NOTHING,
        notices: Sequence[str] = (),
        on_crash: Callable[[str], Path | None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self.notices = tuple(notices)
        """Notices to show at the start."""
        self.left: str | None = None
        """The name of the last game the player opened."""
        self.left_place = ""
        """Where that game is saved."""
        self.campaign_to_go_on = ""
        """The campaign of that game, if the game is over."""
        self.granting = False
        """Whether the app is opening a game or a replay; the keys of the bottom screen wait for it."""
        self._stopping = False
        self._sitting: Sitting | None = None
        self._failures = FailureLog(on_crash)
        super().__init__(
            settings, forced=forced, environ=environ, on_crash=on_crash, driver_class=driver_class
        )

    @property
    def sitting(self) -> Sitting | None:
        """The table that the player sits at."""
        return self._sitting

    @property
    def bottom(self) -> BottomScreen:
        """The screen at the bottom of the stack."""
        return cast("BottomScreen", self.screen_stack[0])

    def look_around(self) -> None:
        """Show the bottom screen after all."""
        self.granting = False
        self.bottom.look_again()

    def action_show_settings(self) -> None:
        """Show the settings, from any screen."""
        self.show_settings()

    def action_leave(self) -> None:
        """Go back to the bottom screen, from any screen."""
        self.leave()

    def exit(self, *arguments: Any, **named: Any) -> None:
        """Leave the seats and exit: bots stop, because nobody waits for them any more."""
        for screen in self.screen_stack:
            sitting = getattr(screen, "sitting", None)
            if isinstance(sitting, Sitting):
                sitting.leave()
        super().exit(*arguments, **named)

    def action_help_quit(self) -> None:
        """Quit when the player presses the usual interrupt key twice."""
        if self._stopping:
            self.exit()
            return
        self._stopping = True
        key = self.keymap.shown("app.help_quit")
        self.notify(say.ONCE_MORE(key=key), timeout=PATIENCE)
        self.set_timer(PATIENCE, self._go_on)

    def _go_on(self) -> None:
        self._stopping = False

    # --- failures --------------------------------------------------------------------------------

    def recover(self, error: Exception) -> bool:
        """Go back to the bottom screen after an error and say so; give up if errors do not end."""
        path, _ = self._failures.note(error)
        if self._failures.endless:
            return False
        self.call_later(self._come_back, _sentence(told.RECOVERED(what=type(error).__name__), path))
        return True

    def blemish(self, error: Exception) -> None:
        """Say once that a pane cannot be drawn."""
        path, new = self._failures.note(error)
        if new:
            words = _sentence(told.BLEMISH(what=type(error).__name__), path)
            self.call_later(self.notify, words, severity="error", timeout=LONG, markup=False)

    def _come_back(self, words: str) -> None:
        for screen in reversed(self.screen_stack[1:]):
            if isinstance(screen, ContainedScreen):
                with suppress(Exception):  # whatever failed before may fail again
                    screen.abandon()
        granting, self.granting = self.granting, False
        self.leave()
        self.notify(words, severity="error", timeout=LONG, markup=False)
        self.bottom.hush()
        if granting:
            self.bottom.look_again()

    # --- navigation ------------------------------------------------------------------------------

    def sit(self, sitting: Sitting) -> None:
        """Show a table."""
        from lazaretto.tui.table.table_screen import TableScreen  # noqa: PLC0415

        guide = sitting.info.guide
        if guide is None:
            self.seat_at(sitting, TableScreen(sitting))
            return
        from lazaretto.tui.guide.guided_table_screen import GuidedTableScreen  # noqa: PLC0415

        self.seat_at(sitting, GuidedTableScreen(sitting, guide))

    def seat_at(self, sitting: Sitting, screen: Screen[None]) -> None:
        """Leave whatever is open, and show this table."""
        self.go_home()
        self.left, self.left_place, self._sitting = sitting.name, sitting.place, sitting
        self.push_screen(screen)
        self.granting = False

    def leave(self) -> None:
        """Go back to the bottom screen, from any screen."""
        self.go_home()

    def go_home(self) -> None:
        """Close every screen above the bottom one, and leave the table."""
        self.stand_up()
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def stand_up(self) -> None:
        """Leave the table, if there is one."""
        if self._sitting is not None:
            # A game may go on under another name than at the start.
            self.left, self.left_place = self._sitting.name, self._sitting.place
            outcome = self._sitting.seats[0].look().outcome
            goes_on = outcome is not None and not outcome.ends_campaign
            self.campaign_to_go_on = self.campaign_left() if self._sitting.over and goes_on else ""
            self._sitting.leave()
            self._sitting = None

    def campaign_left(self) -> str:
        """The campaign of the table, if there is one."""
        return self._sitting.info.campaign if self._sitting is not None else ""

    def show_settings(self) -> None:
        """Show the settings."""
        from lazaretto.tui.launcher.settings_screen import PreferencesScreen  # noqa: PLC0415

        self.push_screen(PreferencesScreen())

    def show_rulebook(self, sitting: Sitting) -> None:
        """Show the rulebook of a game."""
        from lazaretto.tui.reading.rulebook_screen import RulebookScreen  # noqa: PLC0415

        self.push_screen(RulebookScreen(sitting.title, sitting.rulebook))

    def show_end(self, sitting: Sitting, seat: SeatClient) -> None:
        """Show how a game ended."""
        from lazaretto.tui.reading.ending_screen import EndingScreen  # noqa: PLC0415

        self.push_screen(EndingScreen(sitting, seat))

    @work(exclusive=True, group="replay")
    async def show_playback(self, showing: Showing, start: int = 0) -> None:
        """Show a record, starting after `start` of its choices."""
        from lazaretto.tui.replay.frame_timeline import Reel  # noqa: PLC0415
        from lazaretto.tui.replay.replay_screen import ReplayScreen  # noqa: PLC0415

        try:
            reel = Reel(ReplayClient(showing.replay))
            first = await reel.frame(start)
        except RuleError as error:
            showing.replay.leave()
            self.notify(went_wrong(error), severity="warning")
            if self.granting:
                self.look_around()
        else:
            self.granting = False
            self.push_screen(ReplayScreen(showing, reel, first))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The entries of the command palette, those of the screen first."""
        if isinstance(screen, RoomyScreen):
            yield from screen.commands()
        yield SystemCommand(*self.keymap.palette("app.show_settings"), self.show_settings)
        if screen is not self.bottom:
            yield SystemCommand(*self.keymap.palette("app.leave"), self.leave)
        yield from super().get_system_commands(screen)


def _sentence(words: str, path: Path | None) -> str:
    return words if path is None else told.DETAILS_IN(sentence=words, path=path)
