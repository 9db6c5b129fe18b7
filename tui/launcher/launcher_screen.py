"""The launcher: everything there is to play on the left, what it is on the right."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from textual import events, work
from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal

from host.lobby import KeptGame, LobbyError, ScenarioInfo
from host.seat_client import sit_down
from rules.find_scenarios import Found
from tui.launcher import entry_description, keys
from tui.launcher.detail_pane import Details
from tui.launcher.entries import entries
from tui.launcher.entry_list import Shelf
from tui.launcher.message_line import Notice
from tui.launcher.title_banner import Masthead
from tui.widgets.min_size_screen import RoomyScreen
from tui.widgets.text_page import SheetScreen

LARGE = (100, 40)
"""From this size on there is room for the word mark."""


class HomeScreen(RoomyScreen[None]):
    """Scenarios and kept games."""

    DEFAULT_CSS = """
    HomeScreen { layout: vertical; }
    HomeScreen #middle { height: 1fr; }
    HomeScreen #shelf { width: 30; }
    HomeScreen #details { width: 1fr; padding: 0 1 0 2; }
    HomeScreen.large Masthead { height: 8; }
    HomeScreen.large #shelf { width: 42; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.shelf = Shelf()
        self.details = Details()
        self.notice = Notice()
        self._found: tuple[Found, ...] = ()
        self._kept: tuple[KeptGame, ...] = ()
        self._filter = ""
        self.wanted = ""
        """The key of the entry to go to, when this screen is seen again."""

    def parts(self) -> ComposeResult:
        """List and details, between the name and the keys."""
        yield Masthead()
        with Horizontal(id="middle"):
            yield self.shelf
            yield self.details
        yield self.notice
        yield self.bar

    async def on_mount(self) -> None:
        """Show the scenarios at once; kept games are read while the player looks at them."""
        self._found = await self.lazaretto.lobby.scenarios()
        self._fill()
        self._hints()
        for notice in self.lazaretto.notices:
            self.notice.say(notice, bad=True)
        if not self.lazaretto.begin():
            self.look_again()

    def on_resize(self) -> None:
        """Another size, perhaps with room for the word mark."""
        width, height = self.app.size
        self.set_class(width >= LARGE[0] and height >= LARGE[1], "large")

    def on_screen_resume(self) -> None:
        """Back from somewhere: games may have been kept meanwhile."""
        self.lazaretto.name_window("Lazaretto")
        if self._found:
            wanted, self.wanted = self.wanted, ""
            self.look_again(wanted)

    @work(exclusive=True, group="lists")
    async def look_again(self, wanted: str = "") -> None:
        """Read the lists again."""
        self._found = await self.lazaretto.lobby.scenarios()
        self._kept = await self.lazaretto.lobby.kept()
        self._fill(wanted)

    def _fill(self, wanted: str = "") -> None:
        self.shelf.fill(entries(self._found, self._kept, datetime.now(), self._filter), wanted)

    def on_shelf_moved(self) -> None:
        """Tell about the entry; not below a table, nor while one is being set."""
        if self.is_active and not self.lazaretto.granting:
            self.details.show(self.shelf.entry)

    def on_details_told(self) -> None:
        """There may be other keys for it."""
        self._hints()

    def _hints(self) -> None:
        if self.notice.typing:
            self.bar.show((("Enter", "done"), ("Esc", "stop")))
        elif self.notice.asking:
            self.bar.show((("y", "yes"), ("Esc", "no")))
        else:
            self.bar.show(keys.hints(self.shelf.entry, self.details.faults is not None))

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Answer a question, or do what the key is for."""
        if self.notice.key(event.key, event.character):
            event.stop()
            self._hints()
            return
        does = self._keys().get(event.key)
        if does is not None:
            event.stop()
            self.notice.say("")
            does()
            self._hints()

    def on_paste(self, event: events.Paste) -> None:
        """A text was pasted."""
        self.notice.paste(event.text)

    def _keys(self) -> Mapping[str, Callable[[], object]]:
        shelf = self.shelf
        return {
            **dict.fromkeys(("up", "k"), lambda: shelf.step(-1)),
            **dict.fromkeys(("down", "j"), lambda: shelf.step(1)),
            **dict.fromkeys(("home", "g"), lambda: shelf.step(-len(shelf.entries))),
            **dict.fromkeys(("end", "G"), lambda: shelf.step(len(shelf.entries))),
            **dict.fromkeys(("tab", "shift+tab"), shelf.jump),
            "pagedown": lambda: self.details.scroll_page(1),
            "pageup": lambda: self.details.scroll_page(-1),
            **dict.fromkeys(("enter", "right", "l", "space"), self.pick),
            "n": self.new,
            "r": self.resume,
            "p": self.replay,
            "d": self.delete,
            "e": self.rename,
            "s": self.lazaretto.show_settings,
            "slash": self.find,
            "escape": lambda: self._show_only(""),
            "question_mark": self.help,
            "f5": self.read_again,
            "q": self.app.exit,
        }

    def commands(self) -> Iterable[SystemCommand]:
        """The keys of the entry at the cursor, by name."""
        yield SystemCommand("New game", "Set up a game of this scenario (n)", self.new)
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            yield SystemCommand("Go on", "Take this game up where it stands (r)", self.resume)
            yield SystemCommand("Replay", "Look at this game from its beginning (p)", self.replay)
            yield SystemCommand("Rename", "Give this game another name (e)", self.rename)
            yield SystemCommand("Delete", "Throw this game away; you are asked once more (d)", self.delete)
        yield SystemCommand("Find", "Show only what holds a text (/)", self.find)
        yield SystemCommand("Look again", "Look for scenarios and games again (F5)", self.read_again)
        yield SystemCommand("Keys", "What the keys do (?)", self.help)

    def on_shelf_picked(self) -> None:
        """The mouse means it."""
        self.pick()

    def pick(self) -> None:
        """Do what is likeliest with the entry."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            self.resume()
        elif entry is not None:
            self.new()

    def new(self) -> None:
        """Set up a game of this scenario; where it has mistakes, read them."""
        entry = self.shelf.entry
        if entry is None:
            return
        found = entry.found
        if entry.stored is not None and entry.stored.summary is not None:
            name = entry.stored.summary.scenario
            found = next((each for each in self._found if each.name == name), None)
        if found is None:
            self.notice.say("The scenario of this game is not found.", bad=True)
        elif self.details.faults is not None and entry.found is not None:
            faults = self.details.faults
            page = lambda width: list(entry_description.faults(faults, width - 2))  # noqa: E731
            self.app.push_screen(SheetScreen(f"{entry.title}: its mistakes", page))
        else:
            self._set_up(found)

    @work(exclusive=True, group="table")
    async def _set_up(self, found: Found) -> None:
        self.notice.say(f"Reading {found.title or found.name} …")
        loaded = await self.lazaretto.lobby.load(found.folder, again=True)
        self.notice.say("")
        entry = self.shelf.entry
        if isinstance(loaded, ScenarioInfo):
            self.lazaretto.show_form(found, loaded)
        elif entry is not None and entry.found == found:
            self.details.tell(loaded)
        else:
            name = found.title or found.name
            self.notice.say(f"The texts of {name} have mistakes; its entry in the list shows them.", bad=True)

    def resume(self) -> None:
        """Go on with a kept game."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            if entry.damaged:
                self.notice.say("This file is damaged: it cannot be played.", bad=True)
            else:
                self._resume(entry.stored)

    @work(exclusive=True, group="table")
    async def _resume(self, stored: KeptGame) -> None:
        self.notice.say("Setting the table …")
        try:
            sitting = await sit_down(await self.lazaretto.lobby.resume(stored))
        except LobbyError as error:
            self.notice.say(str(error), bad=True)
        else:
            self.notice.say("")
            self.lazaretto.sit(sitting)

    def replay(self) -> None:
        """Look at a kept game again."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None and not entry.damaged:
            self.lazaretto.show_replay(entry.stored)

    def delete(self) -> None:
        """Throw a kept game away, if it is meant."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            stored = entry.stored
            self.notice.ask(f"Delete {stored.name} for good? y / n", lambda: self._change(stored, None))
            self._hints()

    def rename(self) -> None:
        """Give a kept game another name."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            stored = entry.stored
            self.notice.type("Name:", stored.name, lambda name: self._change(stored, name))
            self._hints()

    @work
    async def _change(self, stored: KeptGame, name: str | None) -> None:
        lobby = self.lazaretto.lobby
        if name == stored.name:
            return
        try:
            if name is None:
                await lobby.delete(stored)
            else:
                await lobby.rename(stored, name)
        except LobbyError as error:
            self.notice.say(str(error), bad=True)
        self.look_again(f"game {name}" if name else "")

    def find(self) -> None:
        """Show only what holds a text."""
        self.notice.type("Find:", self._filter, self._show_only, self._show_only)
        self._hints()

    def _show_only(self, text: str) -> None:
        self._filter = text
        self._fill()

    def read_again(self) -> None:
        """The texts may have changed."""
        self.look_again()
        self.details.show(self.shelf.entry, again=True)

    def help(self) -> None:
        """Tell all keys."""
        self.app.push_screen(SheetScreen("Keys", lambda _width: keys.help_page(keys.HELP)))
