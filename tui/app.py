"""The full-screen app: starts on the launcher, and switches between it and the other screens.

An app holds a lobby and the settings of one player, and no state of the whole process, so one process can
run many apps.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from textual import work
from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from host.lobby_protocol import ELSEWHERE, HeldError, KeptGame, Lobby, LobbyError, Order, ScenarioInfo
from host.replay_protocol import Showing
from host.replay_view_assembly import ReplayClient
from host.seat_view_assembly import SeatClient, Sitting, sit_down
from host.user_settings import Settings, changed
from rules import RuleError
from rules.find_scenarios import Found
from tui.failure_log import FailureLog
from tui.keys.own_keys import read_keys
from tui.launcher.launcher_screen import HomeScreen
from tui.look.role_colors import Palette
from tui.messages import base_app_and_widgets as told
from tui.messages import launcher as say
from tui.shared_texts import went_wrong
from tui.terminal.isolated_app import TerminalApp
from tui.terminal.terminal_capabilities import Depth, depth_of, light_or_dark
from tui.widgets.key_routing_screen import ContainedScreen
from tui.widgets.min_size_screen import RoomyScreen

_DEPTHS: Mapping[str, Depth] = MappingProxyType(
    {"truecolor": Depth.TRUE, "256": Depth.INDEXED, "16": Depth.BASIC, "none": Depth.MONO}
)
LONG = 15.0
"""Seconds for which a notice about the settings stays visible."""
PATIENCE = 3.0
"""Seconds within which the player must press the key a second time."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Wish:
    """What to open right after the start: a new game, a saved game, or a replay."""

    order: Order | None = None
    resume: Path | None = None
    replay: Path | None = None


class Lazaretto(TerminalApp[None]):
    """One player's screen."""

    CSS = "CommandPalette SearchIcon { display: none; }"

    def __init__(
        self,
        lobby: Lobby,
        settings: Settings | None = None,
        *,
        forced: Mapping[str, object] = _NOTHING,
        environ: Mapping[str, str] = _NOTHING,
        wish: Wish | None = None,
        notices: Sequence[str] = (),
        on_crash: Callable[[str], Path | None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self.lobby = lobby
        self.kept_settings = settings or Settings()
        """The settings as saved."""
        self.forced = forced
        """Settings from the environment or the command line; they override the saved ones."""
        self.settings = changed(self.kept_settings, forced)
        """The settings in effect."""
        self.notices = tuple(notices)
        """Notices to show at the start."""
        self.refusal: str | None = None
        """Why the app could not open what was requested; for the caller that started the app."""
        self.left: str | None = None
        """The name of the last game the player opened."""
        self.left_place = ""
        """Where that game is saved."""
        self.granting = False
        """Whether the app is opening a game or a replay; the keys of the launcher wait for it."""
        self._environ = environ
        self._wish = wish
        self._stopping = False
        self._sitting: Sitting | None = None
        self._failures = FailureLog(on_crash)
        keymap, self._wrong_keys = read_keys(self.kept_settings.own_keys)
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
        """Show a notice for each invalid key setting."""
        for each in self._wrong_keys:
            self.notify(each, severity="warning", timeout=LONG, markup=False)

    def get_default_screen(self) -> Screen[Any]:
        """The launcher is at the bottom of the screen stack."""
        return HomeScreen()

    def begin(self) -> bool:
        """Open what was requested at the start, if anything; return whether the app is opening something."""
        if self._wish is not None:
            wish, self._wish = self._wish, None
            self.granting = True
            self._grant(wish)
        return self.granting

    @work(exclusive=True, group="table")
    async def _grant(self, wish: Wish) -> None:
        try:
            if wish.order is not None:
                sitting = await sit_down(await self.lobby.open(wish.order))
            elif wish.resume is not None:
                found = await self.resume_kept(await self.lobby.find(wish.resume))
                if found is None:
                    self._look_around()
                    return
                sitting = found
            elif wish.replay is not None:
                self.show_playback(await self.lobby.replay(await self.lobby.find(wish.replay)))
                return
            else:
                self._look_around()
                return
        except LobbyError as error:
            self.refusal = str(error)
            self.exit(return_code=1)
        else:
            self.sit(sitting)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Keep the keys of the launcher from opening something else meanwhile."""
        self.granting = True
        try:
            yield
        finally:
            self.granting = False

    async def resume_kept(self, kept: KeptGame) -> Sitting | None:
        """Resume a saved game; if another process has it open, let the player choose how, or give up.

        Raises:
            LobbyError: it cannot be resumed.
        """
        from tui.launcher.open_elsewhere import ask_how  # noqa: PLC0415

        try:
            return await sit_down(await self.lobby.resume(kept))
        except HeldError as error:
            picked = await self.push_screen_wait(ask_how(str(error)))
        return None if picked is None else await sit_down(await self.lobby.resume(kept, ELSEWHERE[picked]))

    def _look_around(self) -> None:
        """Show the launcher after all."""
        self.granting = False
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen):
            home.look_again()

    def action_show_settings(self) -> None:
        """Show the settings, from any screen."""
        self.show_settings()

    def action_leave(self) -> None:
        """Go back to the launcher, from any screen."""
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
        """Go back to the launcher after an error and say so; give up if errors do not end."""
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
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen):
            home.notice.say("")
            if granting:
                home.look_again()

    # --- navigation ------------------------------------------------------------------------------

    def sit(self, sitting: Sitting) -> None:
        """Show a table."""
        from tui.table.table_screen import TableScreen  # noqa: PLC0415

        self.go_home()
        self.left, self.left_place, self._sitting = sitting.name, sitting.place, sitting
        self.push_screen(TableScreen(sitting))
        self.granting = False

    def leave(self) -> None:
        """Go back to the launcher, from any screen."""
        self.go_home()
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen) and self.left is not None:
            home.wanted = f"game {self.left}"

    def go_home(self) -> None:
        """Close every screen above the launcher, and leave the table."""
        self.stand_up()
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def stand_up(self) -> None:
        """Leave the table, if there is one."""
        if self._sitting is not None:
            # A game may go on under another name than at the start.
            self.left, self.left_place = self._sitting.name, self._sitting.place
            self._sitting.leave()
            self._sitting = None

    def show_form(self, found: Found, program: ScenarioInfo) -> None:
        """Set up a new game."""
        from tui.launcher.setup_screen import SetupScreen  # noqa: PLC0415

        self.push_screen(SetupScreen(found, program))

    def show_settings(self) -> None:
        """Show the settings."""
        from tui.launcher.settings_screen import PreferencesScreen  # noqa: PLC0415

        self.push_screen(PreferencesScreen())

    def show_rulebook(self, sitting: Sitting) -> None:
        """Show the rulebook of a game."""
        from tui.reading.rulebook_screen import RulebookScreen  # noqa: PLC0415

        self.push_screen(RulebookScreen(sitting.title, sitting.rulebook))

    def show_end(self, sitting: Sitting, seat: SeatClient) -> None:
        """Show how a game ended."""
        from tui.reading.ending_screen import EndingScreen  # noqa: PLC0415

        self.push_screen(EndingScreen(sitting, seat))

    @work(exclusive=True, group="table")
    async def show_replay(self, kept: KeptGame) -> None:
        """Replay a saved game."""
        home = self.screen_stack[0]
        self.granting = True
        try:
            self.show_playback(await self.lobby.replay(kept))
        except LobbyError as error:
            self._look_around()
            if isinstance(home, HomeScreen):
                home.notice.say(str(error), bad=True)

    @work(exclusive=True, group="replay")
    async def show_playback(self, showing: Showing, start: int = 0) -> None:
        """Show a record, starting after `start` of its choices."""
        from tui.replay.frame_timeline import Reel  # noqa: PLC0415
        from tui.replay.replay_screen import ReplayScreen  # noqa: PLC0415

        try:
            reel = Reel(ReplayClient(showing.replay))
            first = await reel.frame(start)
        except RuleError as error:
            self.notify(went_wrong(error), severity="warning")
            if self.granting:
                self._look_around()
        else:
            self.granting = False
            self.push_screen(ReplayScreen(showing, reel, first))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The entries of the command palette, those of the screen first."""
        if isinstance(screen, RoomyScreen):
            yield from screen.commands()
        yield SystemCommand(*self.keymap.palette("app.show_settings"), self.show_settings)
        if not isinstance(screen, HomeScreen):
            yield SystemCommand(*self.keymap.palette("app.leave"), self.leave)
        yield from super().get_system_commands(screen)

    # --- settings --------------------------------------------------------------------------------

    def set(self, settings: Settings) -> None:
        """Apply new settings and save them."""
        self.kept_settings = settings
        self.settings = changed(settings, self.forced)
        palette, depth = self._looks()
        if (palette, depth, self.settings.ascii) != (self.palette, self.depth, self.ascii_only):
            self.dress(palette, depth, self.settings.ascii)
        self._keep(settings)

    def remember(self, names: tuple[str, ...]) -> None:
        """Save the names of the players for the next setup form."""
        if names != self.kept_settings.names:
            self.set(replace(self.kept_settings, names=names))

    @work(exclusive=True, group="settings")
    async def _keep(self, settings: Settings) -> None:
        try:
            await self.lobby.keep(settings)
        except LobbyError as error:
            self.notify(str(error), severity="warning")

    def _looks(self) -> tuple[Palette, Depth]:
        depth = _DEPTHS.get(self.settings.colours) or depth_of(self._environ)
        theme = self.settings.theme
        dark = (light_or_dark(self._environ) if theme == "auto" else theme) == "dark"
        return Palette(dark=dark, mono=depth is Depth.MONO), depth


def _sentence(words: str, path: Path | None) -> str:
    return words if path is None else told.DETAILS_IN(sentence=words, path=path)
