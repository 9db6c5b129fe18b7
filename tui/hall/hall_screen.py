"""The hall screen: the tables on the left; on the right one table, who is here, and what they say.

It also opens the profile: what the server keeps about the player, and what can be changed there.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from textual import events, work
from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal, Vertical

from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.server.hall_messages import GUESTS_MAKE_NONE
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_views import FinishedGame, HallError, HallView, Profile, State, TableListing
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.hall.hall_entries import Group, HallShelf, entries
from lazaretto.tui.hall.table_company import chat
from lazaretto.tui.hall.table_description import described
from lazaretto.tui.launcher.entries import when
from lazaretto.tui.launcher.key_hints import help_page
from lazaretto.tui.launcher.message_line import Notice
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    fitted,
    width as columns_of,
)
from lazaretto.tui.messages import common, hall as say
from lazaretto.tui.safe_output import clean_line
from lazaretto.tui.shared_texts import sentence, title, words
from lazaretto.tui.widgets.base_screens import BottomScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import Choice, Page, PickScreen, SheetPane, SheetScreen, paragraphs, wrapped

if TYPE_CHECKING:
    from lazaretto.tui.hall.hall_app import HallApp


WARN = Pen("warn", bold=True)
ANNOUNCED = 4
"""The maximum number of lines for the announcement."""
NAMES = 2
"""The maximum number of lines for the names of those who are here."""


class HallHead(Pane):
    """Where the player is, under which name, and the announcement of the operator."""

    DEFAULT_CSS = "HallHead { height: 2; }"

    def __init__(self) -> None:
        super().__init__(id="head")
        self.view: HallView | None = None

    def fit(self, columns: int) -> None:
        """Take as many lines as the announcement needs in a window of this width."""
        rows = 1 + max(1, len(self._announcement(columns)))
        if self.styles.height is None or self.styles.height.value != rows:
            self.styles.height = rows

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The name of the game and of the hall; below it the announcement."""
        if self.view is None:
            return ()
        view = self.view
        hall = say.HALL_OF(host=view.host) if view.host else say.HALL()
        you = say.YOU_ARE_GUEST if view.guest else say.YOU_ARE
        name = Span("  L A Z A R E T T O", ACCENT)
        person = Span(you(person=view.person), FAINT)
        first: Line = (name, Span(f"   {hall}", PLAIN), Span(f" · {person.text}", FAINT))
        if columns_of(first) > width:
            first = (name, Span("   "), person)
        return [fitted(first, width), *self._announcement(width)]

    def _announcement(self, columns: int) -> list[Line]:
        """The announcement with its time."""
        if self.view is None or not self.view.announcement:
            return []
        text = clean_line(self.view.announcement)
        if self.view.announced_at is not None:
            text = f"{self.view.announced_at.astimezone():%H:%M} {text}"
        found = broken(text, columns - 3)
        if len(found) > ANNOUNCED:
            found = [*found[: ANNOUNCED - 1], f"{found[ANNOUNCED - 1][: columns - 5]} …"]
        return [(Span(f"  {each}", WARN),) for each in found]


class HallChat(Pane):
    """Who is here, and the last lines of chat."""

    back = "panel"

    def __init__(self) -> None:
        super().__init__(id="chat")
        self.view: HallView | None = None
        self.table: TableListing | None = None
        """The table at the cursor, if the player waits there: its chat follows that of the hall."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The names, then as much of the chat as fits."""
        if self.view is None:
            return ()
        head: list[Line] = [(Span(f" {name}", FAINT),) for name in self._names(width)]
        said = chat(self.view.chat, width, {}, clock=width >= 50)
        if self.table is not None and self.table.chat:
            said.append((Span(f" {say.TALK_AT(code=self.table.code)}", ACCENT),))
            said += chat(self.table.chat, width, {}, clock=width >= 50)
        if not said:
            talk = self.terminal.keymap.shown("hall.talk")
            said = [(Span(f" {say.NOTHING_SAID(talk=talk)}", FAINT),)]
        return [*head, *said[-max(1, height - len(head)) :]]

    def _names(self, width: int) -> list[str]:
        assert self.view is not None
        text = say.HERE(number=len(self.view.here), people=", ".join(map(clean_line, self.view.here)))
        found = broken(text, width - 2)
        if len(found) > NAMES:
            found = [*found[: NAMES - 1], f"{found[NAMES - 1][: width - 4]} …"]
        return found


class ProfileEntry(NamedTuple):
    """Something that a person can change in their profile."""

    words: str
    do: Callable[[], Awaitable[str]]
    """Does it, and returns what to tell the person."""
    help: str = ""


def profile_menu(hall: Hall, profile: Profile) -> Iterator[ProfileEntry]:
    """Everything that can be changed."""
    if profile.keys:
        yield ProfileEntry(say.MENU_KEY_CODE(), partial(_key_code, hall), say.MENU_KEY_CODE.helped())
    for fingerprint, label in profile.keys:
        words = say.MENU_REMOVE_KEY(key=clean_line(label or fingerprint))
        yield ProfileEntry(words, partial(_remove_key, hall, fingerprint), clean_line(fingerprint))
    for person in profile.blocked:
        yield ProfileEntry(say.MENU_UNBLOCK(about=clean_line(person)), partial(_unblock, hall, person))


async def _key_code(hall: Hall) -> str:
    return say.KEY_CODE(code=await hall.key_code())


async def _remove_key(hall: Hall, fingerprint: str) -> str:
    await hall.remove_key(fingerprint)
    return say.KEY_REMOVED()


async def _unblock(hall: Hall, person: str) -> str:
    await hall.block(person, False)
    return say.UNBLOCKED(about=clean_line(person))


def profile_page(profile: Profile, now: datetime) -> Page:
    """Keys, blocked people, counts and history."""

    def page(width: int) -> list[Line]:
        found: list[Line] = [(Span(f" {clean_line(profile.name)}", ACCENT),)]
        for heading, texts in _parts(profile, now):
            found += [(), (Span(f" {heading}", STRONG),)]
            for text in texts:
                found += wrapped(text, width, 3)
        return found

    return page


def _ending(game: FinishedGame) -> str:
    """Return the result, the points and the rank."""
    if game.points is not None:
        points = common.POINTS(number=game.points)
        if game.rank is not None:
            return say.ENDING_RANKED_WITH(ending=game.ending, points=points, rank=game.rank)
        return say.ENDING_WITH(ending=game.ending, points=points)
    if game.rank is not None:
        return say.ENDING_RANKED(ending=game.ending, rank=game.rank)
    return game.ending


def _parts(profile: Profile, now: datetime) -> Iterator[tuple[str, Sequence[str]]]:
    keys = [" ".join(map(clean_line, key)) for key in profile.keys]
    yield say.YOUR_KEYS(), keys or [say.NO_KEYS()]
    if profile.blocked:
        yield say.BLOCKED(), [", ".join(map(clean_line, profile.blocked))]
    counts = []
    for count in profile.counts:
        told = {"game": title(count.scenario), "won": count.won, "lost": count.lost, "drawn": count.drawn}
        if count.option:
            counts.append(say.COUNT_WITH(option=words(count.option), value=count.value, **told))
        else:
            counts.append(say.COUNT(**told))
    if counts:
        yield say.WON_LOST(), counts
    games = [
        say.FINISHED_GAME(
            when=when(game.when.astimezone(), now.astimezone()),
            game=title(game.scenario),
            players=", ".join(map(clean_line, game.players)),
            ending=_ending(game),
            turns=game.turns,
            reason=game.reason,
            code=game.code,
        )
        for game in profile.history
    ]
    yield say.FINISHED(), games or [say.NO_GAMES()]


LONGEST = 200
"""The maximum length of a line of chat."""
WIDE = 150
"""The minimum width for the chat beside the table."""

_PICKS = {
    Group.YOUR_TURN: "hall.hint.continue",
    Group.YOURS: "hall.hint.continue",
    Group.OPEN: "hall.hint.join",
    Group.RUNNING: "hall.hint.watch",
    Group.FINISHED: "hall.hint.replay",
}


class HallScreen(BottomScreen):
    """Lists the tables of a server."""

    DEFAULT_CSS = """
    HallScreen { layout: vertical; }
    HallScreen #middle { height: 1fr; }
    HallScreen #shelf { width: 34; }
    HallScreen #right { width: 1fr; }
    HallScreen #about { height: 1fr; padding: 0 1 0 2; }
    HallScreen #chat { height: 7; }
    HallScreen.large #shelf { width: 42; }
    HallScreen.large #chat { height: 14; }
    HallScreen.wide #right { layout: horizontal; }
    HallScreen.wide #about { width: 1fr; }
    HallScreen.wide #chat { width: 1fr; height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.shelf = HallShelf()
        self.notice = Notice(most=2)
        self.head = HallHead()
        self.chat = HallChat()
        self.about = SheetPane(self._about)

    @property
    def lazaretto(self) -> "HallApp":
        """The app, with its actual type."""
        return cast("HallApp", self.app)

    @property
    def view(self) -> HallView:
        """What the player sees of the hall."""
        return self.lazaretto.hall.view

    def parts(self) -> ComposeResult:
        """The list, the table, the chat, the message line and the hint bar."""
        yield self.head
        with Horizontal(id="middle"):
            yield self.shelf
            with Vertical(id="right"):
                with Horizontal(id="about"):
                    yield self.about
                yield self.chat
        yield self.notice
        yield self.bar

    def on_mount(self) -> None:
        """Show the hall, or go straight to the table that was asked for."""
        self.look_again()
        notices = self.lazaretto.notices
        for notice in notices:
            self.notice.say(clean_line(notice))
        if not self.lazaretto.begin() and any("\n" in notice for notice in notices):
            page = paragraphs([clean_line(line) for notice in notices for line in notice.split("\n")])
            self.app.push_screen(SheetScreen(say.WELCOME(), page))

    def on_resize(self) -> None:
        """Adapt to a new size."""
        width, height = self.app.size
        self.set_class(width >= 100 and height >= 36, "large")
        self.set_class(width >= WIDE, "wide")
        self.head.fit(width)

    def on_screen_resume(self) -> None:
        """Show what has changed meanwhile."""
        self.lazaretto.name_window("Lazaretto")
        self.lazaretto.hall.look_at_lists(True)
        self.look_again()

    def look_again(self, wanted: str = "") -> None:
        """Show the current state of the hall."""
        view = self.view
        self.head.view = self.chat.view = view
        self.head.fit(self.app.size.width)
        self.shelf.fill(entries(view), wanted)
        self.chat.table = self._waits_at()
        for pane in (self.head, self.chat, self.about):
            pane.repaint()
        self._hints()

    def hush(self) -> None:
        """Clear the message line."""
        self.notice.say("")

    def _about(self, width: int) -> list[Line]:
        entry = self.shelf.entry
        if entry is None or entry.listing is None:
            new, code = self.keymap.shown("hall.new"), self.keymap.shown("hall.code")
            return wrapped(say.NO_TABLES(new=new, code=code), width, 0)
        return described(entry.listing, self.view, datetime.now(), width)

    def on_shelf_moved(self) -> None:
        """Show the table at the cursor."""
        self.about.top = 0
        self.about.repaint()
        self.chat.table = self._waits_at()
        self.chat.repaint()
        self._hints()

    def _hints(self) -> None:
        if self.notice.typing:
            names: tuple[str, ...] = ("typing.done", "typing.stop")
        else:
            names = (*self._for_entry(), "hall.new", "hall.code", "hall.talk", "hall.help", "hall.quit")
            names += ("hall.profile", "hall.settings", "hall.people")
        self.bar.show(self.keymap.hints(*names))

    def _for_entry(self) -> tuple[str, ...]:
        entry = self.shelf.entry
        if entry is None or entry.group is None:
            return ()
        return (_PICKS[entry.group],)

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Write a text, or run the action of the key."""
        if self.notice.key(event.key, event.character):
            event.stop()
            self._hints()
        elif self.keymap.action("hall", event.key) is not None:
            event.stop()
            self.notice.say("")
            self.act("hall", event.key)
            self._hints()

    def on_paste(self, event: events.Paste) -> None:
        """Insert a pasted text."""
        self.notice.paste(event.text)

    def on_shelf_picked(self) -> None:
        """Open the table that the player clicked."""
        self.action_pick()

    def commands(self) -> Iterable[SystemCommand]:
        """The actions of the hall, for the command palette."""
        for name in ("new", "watch", "code", "invite", "give_up", "talk", "people", "profile", "help"):
            yield SystemCommand(*self.keymap.palette(f"hall.{name}"), getattr(self, f"action_{name}"))

    def action_up(self) -> None:
        """Move up."""
        self.shelf.step(-1)

    def action_down(self) -> None:
        """Move down."""
        self.shelf.step(1)

    def action_first(self) -> None:
        """Move to the first table."""
        self.shelf.step(-len(self.shelf.entries))

    def action_last(self) -> None:
        """Move to the last table."""
        self.shelf.step(len(self.shelf.entries))

    def action_jump(self) -> None:
        """Move to the next group of tables."""
        self.shelf.jump()

    def action_read_on(self) -> None:
        """Scroll the description down."""
        self.about.scroll(max(1, self.about.size.height - 2))

    def action_read_back(self) -> None:
        """Scroll the description up."""
        self.about.scroll(-max(1, self.about.size.height - 2))

    def action_settings(self) -> None:
        """Show the settings."""
        self.lazaretto.show_settings()

    def action_profile(self) -> None:
        """Show what the server keeps about the player."""
        self._show_profile()

    @work(exclusive=True, group="profile")
    async def _show_profile(self) -> None:
        try:
            profile = await self.lazaretto.hall.profile()
        except HallError as error:
            self.notice.say(sentence(str(error)), bad=True)
            return
        entries = tuple(profile_menu(self.lazaretto.hall, profile))
        choices = [
            Choice("", say.MENU_PROFILE()),
            *(Choice("", entry.words, entry.help) for entry in entries),
        ]
        picked = await self.app.push_screen_wait(PickScreen(say.PROFILE(), choices))
        if picked == 0:
            self.app.push_screen(SheetScreen(say.PROFILE(), profile_page(profile, datetime.now())))
        elif picked is not None:
            await self._do(entries[picked - 1])

    async def _do(self, entry: ProfileEntry) -> None:
        try:
            self.notice.say(await entry.do())
        except HallError as error:
            self.notice.say(sentence(str(error)), bad=True)

    def action_quit(self) -> None:
        """Leave the server."""
        self.app.exit()

    def action_help(self) -> None:
        """Show all keys."""
        page = help_page(self.keymap.page("hall"))
        self.app.push_screen(SheetScreen(say.KEYS(), lambda _width: page))

    def action_people(self) -> None:
        """Show who is here, and everything that was said."""
        view = self.view

        def page(width: int) -> list[Line]:
            names = say.HERE(number=len(view.here), people=", ".join(view.here))
            return [*wrapped(names, width), (), *chat(view.chat, width, {}, clock=True)]

        self.app.push_screen(SheetScreen(say.PEOPLE(), page, at_end=True))

    # --- tables ----------------------------------------------------------------------------------

    def action_pick(self) -> None:
        """Do what is likeliest with the table: continue, join, watch or replay."""
        entry = self.shelf.entry
        if entry is None or entry.listing is None:
            return
        match entry.group:
            case Group.FINISHED:
                self.lazaretto.show_record(entry.listing.code)
            case Group.RUNNING:
                self.lazaretto.watch_table(entry.listing.code)
            case _:
                self.lazaretto.join(entry.listing.code)

    def action_watch(self) -> None:
        """Watch the table."""
        entry = self.shelf.entry
        if entry is None or entry.listing is None:
            return
        if entry.listing.yours and entry.listing.state is not State.OVER:
            self.notice.say(say.PLEASE_CONTINUE(key=self.keymap.shown("hall.pick")), bad=True)
        else:
            self.lazaretto.watch_table(entry.listing.code)

    def action_code(self) -> None:
        """Join the table with a code that the player types."""
        self.notice.type(say.CODE(), "", self._by_code)

    def _by_code(self, text: str) -> None:
        if text.strip():
            self.lazaretto.join(text)

    @work
    async def action_give_up(self) -> None:
        """Give up the seat at a table whose game has not begun."""
        entry = self.shelf.entry
        if entry is None or entry.listing is None:
            return
        code = entry.listing.code
        if await self._done(lambda: self.lazaretto.hall.give_up(code)):
            self.notice.say(say.GAVE_UP(code=code))

    def action_invite(self) -> None:
        """Invite somebody to a table."""
        entry = self.shelf.entry
        if entry is not None and entry.listing is not None:
            code = entry.listing.code
            self.notice.type(say.INVITE(), "", lambda person: self._invite(code, person.strip()))

    @work
    async def _invite(self, code: str, person: str) -> None:
        if person and await self._done(lambda: self.lazaretto.hall.invite(code, person)):
            self.notice.say(say.INVITED_THEM(person=person, code=code))

    def action_talk(self) -> None:
        """Write to everybody in the hall, or to those who wait at the table at the cursor."""
        table = self._waits_at()
        code = "" if table is None else table.code
        prompt = say.TALK_TO_TABLE(code=code) if code else say.TALK()
        self.notice.type(prompt, "", lambda text: self._say(text, code), most=LONGEST)

    def _waits_at(self) -> TableListing | None:
        """The table at the cursor, if the player waits there for the game to begin."""
        entry = self.shelf.entry
        listing = None if entry is None else entry.listing
        return listing if listing is not None and listing.yours and listing.state is State.OPEN else None

    @work
    async def _say(self, text: str, code: str) -> None:
        if text.strip():
            await self._done(lambda: self.lazaretto.hall.say(text.strip(), code))

    async def _done(self, command: Callable[[], Awaitable[None]]) -> bool:
        """Run a command; show why it is refused."""
        try:
            await command()
        except HallError as error:
            self.notice.say(sentence(str(error)), bad=True)
            return False
        return True

    def action_new(self) -> None:
        """Make a table: first pick the game."""
        if self.view.guest:
            self.notice.say(sentence(GUESTS_MAKE_NONE()), bad=True)
            return
        self._pick_game()

    @work(exclusive=True, group="table")
    async def _pick_game(self) -> None:
        scenarios = [scenario for scenario in await self.lazaretto.hall.scenarios() if not scenario.problem]
        choices = [
            Choice("", found_scenario.title or found_scenario.name, found_scenario.description)
            for found_scenario in scenarios
        ]
        picked = await self.app.push_screen_wait(PickScreen(say.WHICH_GAME(), choices))
        if picked is not None:
            await self._set_up(scenarios[picked])

    async def _set_up(self, found: FoundScenario) -> None:
        title = found.title or found.name
        self.notice.say(say.READING(title=title))
        loaded = await self.lazaretto.hall.load(found.folder)
        if isinstance(loaded, ScenarioInfo):
            self.notice.say("")
            self.lazaretto.show_table_form(found, loaded)
        else:
            self.notice.say(say.HAS_MISTAKES(title=title, problem=loaded.messages[0]), bad=True)
