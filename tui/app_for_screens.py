"""The app as its screens know it: the settings of one player, and the ways to the other screens.

An app holds the settings of one player, and no state of the whole process, so one process can run many apps.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from textual import work
from textual.driver import Driver

from lazaretto.host import SeatClient, Showing, Sitting
from lazaretto.host.settings.user_settings import Settings, changed, mended
from lazaretto.tui.keys.keymap import Keymap, read_keys
from lazaretto.tui.look.role_colors import Palette, palette_named
from lazaretto.tui.messages import after_game, base_app_and_widgets as say
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.terminal.terminal_capabilities import Depth, depth_of, light_or_dark

_DEPTHS: Mapping[str, Depth] = MappingProxyType(
    {"truecolor": Depth.TRUE, "256": Depth.INDEXED, "16": Depth.BASIC, "none": Depth.MONO}
)
LONG = 15.0
"""Seconds for which a notice about the settings stays visible."""
MOST_TOLD = 5
"""So many mistakes in the settings are told one by one."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class PlayerApp(TerminalApp[None]):
    """One player's screen: its look, its keys, and what a screen may ask of the app that shows it."""

    CSS = "CommandPalette SearchIcon { display: none; }"

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        forced: Mapping[str, object] = NOTHING,
        environ: Mapping[str, str] = NOTHING,
        on_crash: Callable[[str], Path | None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self.kept_settings, reset = mended(settings or Settings())
        """The settings as saved."""
        self.forced = forced
        """Settings from the environment or the command line; they override the saved ones."""
        self.settings = changed(self.kept_settings, forced)
        """The settings in effect."""
        self._environ = environ
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
        for notice in (*few, *((say.MORE_WRONG(number=more),) if more else ())):
            self.notify(notice, severity="warning", timeout=LONG, markup=False)

    # --- the ways to other screens ---------------------------------------------------------------

    @property
    def sitting(self) -> Sitting | None:
        """The table that the player sits at."""
        return None

    def leave(self) -> None:
        """Go back to the bottom screen, from any screen."""
        raise NotImplementedError

    def show_rulebook(self, sitting: Sitting) -> None:
        """Show the rulebook of a game."""
        raise NotImplementedError

    def show_end(self, sitting: Sitting, seat: SeatClient) -> None:
        """Show how a game ended."""
        raise NotImplementedError

    def show_playback(self, showing: Showing, start: int = 0) -> object:
        """Show a record, starting after `start` of its choices."""
        raise NotImplementedError

    async def first_goals(self, record: str) -> frozenset[str]:
        """The goals that were reached for the first time in a game; a server does not say."""
        return frozenset()

    def branch(self, place: str, at: int, *, anew: bool) -> None:
        """Play on from a point of a saved game; a server keeps no files of its people."""
        self.notify(after_game.NOT_HERE(), severity="warning", markup=False)

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

    async def keep(self, settings: Settings) -> None:
        """Save the settings; show a warning if that fails."""
        raise NotImplementedError
