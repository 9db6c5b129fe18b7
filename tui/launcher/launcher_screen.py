"""The launcher screen: the list of scenarios and saved games on the left, details on the right.

What it asks before it opens a game is here too: the daily challenge, which guide to play, and how to open a
game that another process has open; so is the page of statistics.
"""

from collections.abc import Awaitable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, cast

from textual import events, work
from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal

from lazaretto.host.lobby.lobby_protocol import (
    ELSEWHERE,
    Access,
    CampaignInfo,
    KeptGame,
    LobbyError,
    Order,
    ScenarioInfo,
)
from lazaretto.host.records.share_line import Challenge, challenge_of
from lazaretto.host.records.statistics import ENOUGH, DailyResult, Statistics
from lazaretto.host.table.seat_client import Sitting
from lazaretto.lab.game_rows import names_for
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.commands.daily_and_branch import today
from lazaretto.tui.launcher import entry_description
from lazaretto.tui.launcher.detail_pane import Details
from lazaretto.tui.launcher.entries import Entry, entries, opens_on
from lazaretto.tui.launcher.entry_list import Shelf
from lazaretto.tui.launcher.key_hints import help_page, hints
from lazaretto.tui.launcher.message_line import Notice
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, PLAIN, Line, Span, broken
from lazaretto.tui.messages import (
    after_game as after_game_say,
    common as common_say,
    launcher as say,
    statistics as statistics_say,
)
from lazaretto.tui.random_seed import drawn
from lazaretto.tui.shared_texts import title, words
from lazaretto.tui.statistics_text import game_lines, heading
from lazaretto.tui.table.answers.option_letters import Letters
from lazaretto.tui.widgets.base_screens import BottomScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import Choice, Page, PickScreen, SheetScreen

if TYPE_CHECKING:
    from lazaretto.tui.app import Lazaretto


def _choice(played: DailyResult | None) -> Choice:
    if played is None:
        return Choice("p", after_game_say.PLAY_DAILY(), after_game_say.PLAY_DAILY.helped())
    result = after_game_say.DAILY_RESULT[played.result](turn=played.turns)
    return Choice(
        "p", after_game_say.PLAY_DAILY_AGAIN(), after_game_say.PLAY_DAILY_AGAIN.helped(result=result)
    )


def _names(last: tuple[str, ...], found: Challenge) -> tuple[str, ...]:
    """The names of the last game as far as they go, then others."""
    more = [name for name in names_for(found.players + len(last)) if name not in last]
    return (*last, *more)[: found.players]


LETTERS = {Access.LOOK: "l", Access.COPY: "c", Access.TAKE_OVER: "t"}


def ask_how(problem: str) -> PickScreen:
    """The list of the ways; its result is an index of `ELSEWHERE`."""
    return PickScreen(
        problem,
        [
            Choice(
                LETTERS[access],
                common_say.ELSEWHERE[access.value](),
                common_say.ELSEWHERE[access.value].helped(),
            )
            for access in ELSEWHERE
        ],
    )


def statistics_page(found: Statistics, first: str = "") -> Page:
    """The page; the scenario `first` comes first."""
    games = sorted(found.games, key=lambda statistics: statistics.scenario != first)

    def lines(width: int) -> Sequence[Line]:
        def told() -> Iterator[Line]:
            yield ()
            yield from _lines(heading(found), width)
            for game in games:
                yield ()
                yield (Span(f" {game.total.label}", ACCENT),)
                yield from _lines(game_lines(game), width, 3)
            yield ()
            yield from (
                (Span(f" {each}", FAINT),)
                for each in broken(statistics_say.WHAT_COUNTS(enough=ENOUGH), width - 2)
            )

        return list(told())

    return lines


def _lines(texts: Iterator[str], width: int, indent: int = 1) -> Iterator[Line]:
    for text in texts:
        yield (Span(f"{' ' * indent}{text}"[:width], PLAIN),)


LARGE_TITLE = (
    "█      ███  █████  ███  ████  █████ █████ █████  ███ ",
    "█     █   █    █  █   █ █   █ █       █     █   █   █",
    "█     █████   █   █████ ████  ███     █     █   █   █",
    "█     █   █  █    █   █ █  █  █       █     █   █   █",
    "█████ █   █ █████ █   █ █   █ █████   █     █    ███ ",
)


class Masthead(Pane):
    """The name in one line, or as a large banner."""

    DEFAULT_CSS = "Masthead { height: 2; }"

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The name."""
        if height < len(LARGE_TITLE) + 2:
            return ((Span("  L A Z A R E T T O", ACCENT), Span(f"    {say.MOTTO()}", FAINT)),)
        return ((), *((Span(f"  {row}", ACCENT),) for row in LARGE_TITLE), (Span(f"  {say.MOTTO()}", FAINT),))


LARGE = (100, 40)
VAST = 150
"""The minimum size of a window with room for the large banner."""


class HomeScreen(BottomScreen):
    """Lists the scenarios and the saved games."""

    DEFAULT_CSS = """
    HomeScreen { layout: vertical; }
    HomeScreen #middle { height: 1fr; }
    HomeScreen #shelf { width: 34; }
    HomeScreen #details { width: 1fr; padding: 0 1 0 2; }
    HomeScreen.large Masthead { height: 8; }
    HomeScreen.large #shelf { width: 42; }
    HomeScreen.vast #shelf { width: 54; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.shelf = Shelf[Entry]()
        self.details = Details()
        self.notice = Notice()
        self._found: tuple[FoundScenario, ...] = ()
        self._kept: tuple[KeptGame, ...] = ()
        self._campaigns: tuple[CampaignInfo, ...] = ()
        self._filter = ""
        self._opens = True  # the lists are loaded for the first time
        self.wanted = ""
        """The key of the entry to select when this screen is shown again."""

    @property
    def lazaretto(self) -> "Lazaretto":
        """The app, with its actual type."""
        return cast("Lazaretto", self.app)

    def hush(self) -> None:
        """Clear the message line."""
        self.notice.say("")

    def parts(self) -> ComposeResult:
        """The list and the details, with the banner above them and the hint bar below."""
        yield Masthead()
        with Horizontal(id="middle"):
            yield self.shelf
            yield self.details
        yield self.notice
        yield self.bar

    async def on_mount(self) -> None:
        """Show the scenarios at once, then load the saved games in the background."""
        self._found = await self.lazaretto.lobby.scenarios()
        self._fill()
        for notice in self.lazaretto.notices:
            self.notice.say(notice, bad=True)
        if not self.lazaretto.begin():
            self.look_again()
        self._hints()

    def on_resize(self) -> None:
        """Adapt to a new size, with the large banner if there is room."""
        width, height = self.app.size
        self.set_class(width >= LARGE[0] and height >= LARGE[1], "large")
        self.set_class(width >= VAST, "vast")

    def on_screen_resume(self) -> None:
        """Reload the lists when the screen is shown again, because games may have been saved."""
        self.lazaretto.name_window("Lazaretto")
        self._hints()
        if self._found:
            wanted, self.wanted = self.wanted, ""
            self.look_again(wanted)

    @work(exclusive=True, group="lists")
    async def look_again(self, wanted: str = "") -> None:
        """Reload the lists."""
        self._found = await self.lazaretto.lobby.scenarios()
        self._kept = await self.lazaretto.lobby.kept()
        self._campaigns = await self.lazaretto.lobby.campaigns()
        first, self._opens = self._opens and self.shelf.cursor <= 1, False
        self._fill(wanted or (opens_on(self._found, self._kept) if first else ""))
        self._hints()
        newcomer = not self._kept and not self._campaigns and not self.lazaretto.granting
        if newcomer and any(scenario.guides for scenario in self._found):
            self.notice.welcome(say.NEWCOMER(key=self.keymap.shown("launcher.learn")))

    def _fill(self, wanted: str = "") -> None:
        found = entries(self._found, self._kept, datetime.now(), self._filter, self._campaigns)
        self.shelf.fill(found, wanted)

    def on_shelf_moved(self) -> None:
        """Show the details of the entry, unless a table is open or being opened."""
        if self.is_active and not self.lazaretto.granting:
            self.details.show(self.shelf.entry)

    def on_details_told(self) -> None:
        """Update the hints, which depend on the details."""
        self._hints()

    def _hints(self) -> None:
        if self.lazaretto.granting:
            names: tuple[str, ...] = ("launcher.quit",)
        elif self.notice.typing:
            names = ("typing.done", "typing.stop")
        elif self.notice.asking:
            names = ("confirm.yes", "confirm.no")
        else:
            names = hints(self.shelf.entry, self.details.faults is not None)
        self.bar.show(self.keymap.hints(*names))

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Answer a question, or run the action of the key.

        While a game is being opened only quitting works: a key too many must not open another one.
        """
        if self.lazaretto.granting and self.keymap.action("launcher", event.key) != "launcher.quit":
            return
        if self.notice.key(event.key, event.character):
            event.stop()
            self._hints()
            return
        if self.keymap.action("launcher", event.key) is not None:
            event.stop()
            self.notice.say("")
            self.act("launcher", event.key)
            self._hints()

    def on_paste(self, event: events.Paste) -> None:
        """Insert a pasted text."""
        self.notice.paste(event.text)

    def commands(self) -> Iterable[SystemCommand]:
        """The actions for the entry at the cursor, for the command palette."""
        if self.lazaretto.granting:
            return
        entry = self.shelf.entry
        scenario = self._found_of(entry)
        names = ["new", "learn"] if scenario is not None and scenario.guides else ["new"]
        if entry is not None and entry.stored is not None:
            names += ["resume", "replay", "rename", "delete"]
        for name in (*names, "rulebook", "statistics", "find", "read_again", "help"):
            yield SystemCommand(*self.keymap.palette(f"launcher.{name}"), getattr(self, f"action_{name}"))

    def on_shelf_picked(self) -> None:
        """Open the entry that the player clicked."""
        if not self.lazaretto.granting:
            self.action_pick()

    def action_up(self) -> None:
        """Move up."""
        self.shelf.step(-1)

    def action_down(self) -> None:
        """Move down."""
        self.shelf.step(1)

    def action_first(self) -> None:
        """Move to the first entry."""
        self.shelf.step(-len(self.shelf.entries))

    def action_last(self) -> None:
        """Move to the last entry."""
        self.shelf.step(len(self.shelf.entries))

    def action_jump(self) -> None:
        """Move from the scenarios to the saved games, or back."""
        self.shelf.jump()

    def action_read_on(self) -> None:
        """Scroll the details down."""
        self.details.scroll_page(1)

    def action_read_back(self) -> None:
        """Scroll the details up."""
        self.details.scroll_page(-1)

    def action_settings(self) -> None:
        """Show the settings."""
        self.lazaretto.show_settings()

    def action_rulebook(self) -> None:
        """Show the rulebook of the scenario."""
        if (scenario := self._found_of(self.shelf.entry)) is not None:
            self.lazaretto.show_rulebook_of(scenario)

    def action_statistics(self) -> None:
        """Show statistics over the finished games."""
        first = self.shelf.entry.scenario if self.shelf.entry is not None else ""
        self.run_worker(self._show_statistics(first), group="statistics")

    async def _show_statistics(self, first: str) -> None:
        """Count, and show the page if the player still waits for it."""
        app = self.lazaretto
        waiting = app.screen
        self.notice.say(statistics_say.COUNTING())
        page = statistics_page(await app.lobby.statistics(), first)
        self.notice.say("")
        if app.screen is waiting:
            app.push_screen(SheetScreen(statistics_say.TITLE(), page))

    def action_daily(self) -> None:
        """Offer the daily challenge."""
        self._play_daily()

    @work(exclusive=True, group="table")
    async def _play_daily(self) -> None:
        order = await self._pick_daily()
        if order is not None:
            await self._take_seats(self.lazaretto.seats_of(order))

    async def _pick_daily(self) -> Order | None:
        """The order for the challenge of today; None if the player declines, or if there is none."""
        app = self.lazaretto
        scenarios = await app.lobby.scenarios()
        challenge = challenge_of(today(), scenarios)
        if challenge is None:
            self.notice.say(after_game_say.NO_DAILY(), bad=True)
            return None
        game = next(scenario for scenario in scenarios if scenario.name == challenge.scenario)
        played = next(
            (result for result in (await app.lobby.statistics()).daily if result.day == challenge.day), None
        )
        title = after_game_say.DAILY(day=challenge.day, title=game.title, players=challenge.players)
        picked = await app.push_screen_wait(PickScreen(title, [_choice(played)]))
        return (
            None
            if picked is None
            else Order(game.folder, _names(app.settings.names, challenge), challenge.seed)
        )

    def action_quit(self) -> None:
        """Quit."""
        self.app.exit()

    def action_pick(self) -> None:
        """Run the most likely action for the entry."""
        entry = self.shelf.entry
        if entry is not None and (entry.stored is not None or entry.campaign is not None):
            self.action_resume()
        elif entry is not None:
            self.action_new()

    def action_new(self) -> None:
        """Set up a game of this scenario; if it has mistakes, show them."""
        entry = self.shelf.entry
        if entry is None:
            return
        scenario = self._found_of(entry)
        if scenario is None:
            self.notice.say(say.NOT_FOUND(), bad=True)
        elif self.details.faults is not None and entry.found is not None:
            faults = self.details.faults
            page = lambda width: list(entry_description.faults(faults, width - 2))  # noqa: E731
            self.app.push_screen(SheetScreen(say.ITS_MISTAKES(title=entry.title), page))
        else:
            self._set_up(scenario)

    def _found_of(self, entry: Entry | None) -> FoundScenario | None:
        """The scenario of an entry."""
        if entry is not None and entry.stored is not None and entry.stored.summary is not None:
            return self._scenario(entry.stored.summary.scenario)
        if entry is not None and entry.campaign is not None:
            return self._scenario(entry.campaign.scenario)
        return None if entry is None else entry.found

    def action_learn(self) -> None:
        """Start a guided game of this scenario."""
        scenario = self._found_of(self.shelf.entry)
        if scenario is not None and scenario.guides:
            self._learn(scenario)
        else:
            self.notice.say(say.TEACHES_NOTHING(), bad=True)

    @work(exclusive=True, group="table")
    async def _learn(self, found: FoundScenario) -> None:
        order = await self._pick_guide(found)
        if order is not None:
            await self._take_seats(self.lazaretto.seats_of(order))

    async def _pick_guide(self, found: FoundScenario) -> Order | None:
        """The order for a guided game; None if the player picks none."""
        names = found.guides
        picked: int | None = 0
        if len(names) > 1:
            letters = Letters().in_a_row(len(names))
            choices = [
                Choice(letter, title(words(name))) for letter, name in zip(letters, names, strict=True)
            ]
            picked = await self.app.push_screen_wait(PickScreen(say.WHICH_GUIDE(), choices))
        return None if picked is None else Order(found.folder, (), 0, guide=names[picked])

    def _scenario(self, name: str) -> FoundScenario | None:
        return next((scenario for scenario in self._found if scenario.name == name), None)

    @work(exclusive=True, group="table")
    async def _set_up(self, found: FoundScenario) -> None:
        self.notice.say(say.READING(title=found.title or found.name))
        loaded = await self.lazaretto.lobby.load(found.folder, again=True)
        self.notice.say("")
        entry = self.shelf.entry
        if isinstance(loaded, ScenarioInfo):
            self.lazaretto.show_form(found, loaded)
        elif entry is not None and entry.found == found:
            self.details.tell(loaded)
        else:
            name = found.title or found.name
            self.notice.say(say.HAS_MISTAKES(title=name), bad=True)

    def action_resume(self) -> None:
        """Continue a saved game, or go on with a campaign."""
        entry = self.shelf.entry
        if entry is not None and entry.campaign is not None:
            if entry.damaged:
                self.notice.say(say.DAMAGED_CAMPAIGN(), bad=True)
            elif entry.campaign.over:
                self.notice.say(say.CAMPAIGN_ENDED(), bad=True)
            else:
                self._go_on(entry.campaign.name)
        elif entry is not None and entry.stored is not None:
            if entry.damaged:
                self.notice.say(say.DAMAGED_GAME(), bad=True)
            else:
                self._resume(entry.stored)

    @work(exclusive=True, group="table")
    async def _resume(self, stored: KeptGame) -> None:
        await self._take_seats(self.lazaretto.resume_kept(stored))

    @work(exclusive=True, group="table")
    async def _go_on(self, campaign: str) -> None:
        await self._take_seats(self.lazaretto.open_campaign(campaign, drawn()))

    async def _take_seats(self, opening: Awaitable[Sitting | None]) -> None:
        self.notice.say(say.SETTING_TABLE())
        with self.lazaretto.opening():
            self._hints()
            try:
                sitting = await opening
            except LobbyError as error:
                self.notice.say(str(error), bad=True)
            else:
                self.notice.say("")
                if sitting is not None:
                    self.lazaretto.sit(sitting)
        self._hints()

    def action_replay(self) -> None:
        """Replay a saved game."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None and not entry.damaged:
            self.lazaretto.show_replay(entry.stored)

    def action_delete(self) -> None:
        """Delete a saved game, after a confirmation."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            stored = entry.stored
            yes, no = self.keymap.shown("confirm.yes"), self.keymap.shown("confirm.no", last=True)
            question = say.DELETE(name=stored.name, yes=yes, no=no)
            self.notice.ask(question, lambda: self._change(stored, None))
            self._hints()

    def action_rename(self) -> None:
        """Rename a saved game."""
        entry = self.shelf.entry
        if entry is not None and entry.stored is not None:
            stored = entry.stored
            self.notice.type(say.NAME(), stored.name, lambda name: self._change(stored, name))
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

    def action_find(self) -> None:
        """Show only the entries that contain a text."""
        self.notice.type(say.FIND(), self._filter, self._show_only, self._show_only)
        self._hints()

    def action_show_all(self) -> None:
        """Show all entries again."""
        self._show_only("")

    def _show_only(self, text: str) -> None:
        self._filter = text
        self._fill()

    def action_read_again(self) -> None:
        """Reload the lists and the details, because the files may have changed."""
        self.look_again()
        self.details.show(self.shelf.entry, again=True)

    def action_help(self) -> None:
        """Show all keys."""
        page = help_page(self.keymap.page("launcher"))
        self.app.push_screen(SheetScreen(say.KEYS(), lambda _width: page))
