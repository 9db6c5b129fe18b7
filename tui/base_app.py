"""The base of the full-screen apps: settings, failures, and the way between a bottom screen and the others.

An app holds the settings of one player, and no state of the whole process, so one process can run many apps.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from textual import work
from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from lazaretto.host.records.replay_protocol import ReplayClient, Showing
from lazaretto.host.settings.user_settings import Settings, changed, mended
from lazaretto.host.table.seat_view_assembly import SeatClient, Sitting
from lazaretto.rules import RuleError
from lazaretto.tui.bottom_screen import BottomScreen
from lazaretto.tui.failure_log import FailureLog
from lazaretto.tui.keys.keymap import Keymap, read_keys
from lazaretto.tui.look.role_colors import Palette, palette_named
from lazaretto.tui.messages import after_game
from lazaretto.tui.messages import base_app_and_widgets as told
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.shared_texts import went_wrong
from lazaretto.tui.terminal.isolated_app import TerminalApp
from lazaretto.tui.terminal.terminal_capabilities import Depth, depth_of, light_or_dark
from lazaretto.tui.widgets.key_routing_screen import ContainedScreen
from lazaretto.tui.widgets.min_size_screen import RoomyScreen

if TYPE_CHECKING:
    from lazaretto.tui.table.table_screen import TableScreen

_DEPTHS: Mapping[str, Depth] = MappingProxyType(
    {"truecolor": Depth.TRUE, "256": Depth.INDEXED, "16": Depth.BASIC, "none": Depth.MONO}
)
LONG = 15.0
"""Seconds for which a notice about the settings stays visible."""
MOST_TOLD = 5
"""So many mistakes in the settings are told one by one."""
PATIENCE = 3.0
"""Seconds within which the player must press the key a second time."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class GameApp(TerminalApp[None]):
    """One player's screen: a bottom screen, tables, and everything to read."""

    CSS = "CommandPalette SearchIcon { display: none; }"

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
        self.kept_settings, reset = mended(settings or Settings())
        """The settings as saved."""
        self.forced = forced
        """Settings from the environment or the command line; they override the saved ones."""
        self.settings = changed(self.kept_settings, forced)
        """The settings in effect."""
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
        self._environ = environ
        self._stopping = False
        self._sitting: Sitting | None = None
        self._failures = FailureLog(on_crash)
        keymap, wrong = self.read_keys(self.settings)
        self._wrong_settings = (*reset, *wrong)
        palette, depth = self._looks()
        super().__init__(
            depth=depth,
            palette=palette,
            ascii_only=self.settings.ascii,
            mouse=self.settings.mouse,
            keymap=keymap,
            on_crash=on_crash,
            driver_class=driver_class,
        )

    def on_mount(self) -> None:
        """Show a notice for each of the first few invalid settings."""
        few = self._wrong_settings[:MOST_TOLD]
        more = len(self._wrong_settings) - len(few)
        for each in (*few, *((told.MORE_WRONG(number=more),) if more else ())):
            self.notify(each, severity="warning", timeout=LONG, markup=False)

    @property
    def sitting(self) -> Sitting | None:
        """The table that the player sits at."""
        return self._sitting

    @property
    def bottom(self) -> BottomScreen:
        """The screen at the bottom of the stack."""
        return cast("BottomScreen", self.screen_stack[0])

    async def keep(self, settings: Settings) -> None:
        """Save the settings; show a warning if that fails."""
        raise NotImplementedError

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
            self.seat_at(TableScreen(sitting))
            return
        from lazaretto.tui.guide.guided_table_screen import GuidedTableScreen  # noqa: PLC0415

        self.seat_at(GuidedTableScreen(sitting, guide))

    def seat_at(self, screen: "TableScreen") -> None:
        """Leave whatever is open, and show this table."""
        self.go_home()
        sitting = screen.sitting
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

    async def first_goals(self, record: str) -> frozenset[str]:
        """The goals that were reached for the first time in a game; a server does not say."""
        return frozenset()

    def branch(self, place: str, at: int, *, anew: bool) -> None:
        """Play on from a point of a saved game; a server keeps no files of its people."""
        self.notify(after_game.NOT_HERE(), severity="warning", markup=False)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The entries of the command palette, those of the screen first."""
        if isinstance(screen, RoomyScreen):
            yield from screen.commands()
        yield SystemCommand(*self.keymap.palette("app.show_settings"), self.show_settings)
        if screen is not self.bottom:
            yield SystemCommand(*self.keymap.palette("app.leave"), self.leave)
        yield from super().get_system_commands(screen)

    # --- settings --------------------------------------------------------------------------------

    @staticmethod
    def read_keys(settings: Settings) -> tuple[Keymap, tuple[str, ...]]:
        """The keys of some settings, and what is wrong with them."""
        return read_keys(settings.own_keys, settings.layout, settings.own_letters)

    def set(self, settings: Settings) -> None:
        """Apply new settings and save them."""
        before, self.kept_settings = self.kept_settings, settings
        self.settings = changed(settings, self.forced)
        if (before.layout, before.keys, before.letters) != (settings.layout, settings.keys, settings.letters):
            self.use_keys(self.read_keys(self.settings)[0])
        palette, depth = self._looks()
        if (palette, depth, self.settings.ascii) != (self.palette, self.depth, self.ascii_only):
            self.dress(palette, depth, self.settings.ascii)
        self._keep(settings)

    @work(exclusive=True, group="settings")
    async def _keep(self, settings: Settings) -> None:
        await self.keep(settings)

    def _looks(self) -> tuple[Palette, Depth]:
        depth = _DEPTHS.get(self.settings.colours) or depth_of(self._environ)
        theme = self.settings.theme
        theme = light_or_dark(self._environ) if theme == "auto" else theme
        return palette_named(theme, mono=depth is Depth.MONO), depth


def _sentence(words: str, path: Path | None) -> str:
    return words if path is None else told.DETAILS_IN(sentence=words, path=path)
