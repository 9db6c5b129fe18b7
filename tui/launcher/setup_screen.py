"""The screen on which the player sets up a new game, and its form, built from the scenario's declarations.

Values are stored by the names of their fields, so that they survive when fields come and go: switching an
optional part may add its own options.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from lazaretto.host.lobby.lobby_protocol import LobbyError, Order, ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.settings.player_names import LONGEST, wrong_with
from lazaretto.lab import names_for
from lazaretto.rules import OptionInfo
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.bot_names import shown_bots
from lazaretto.tui.launcher import entry_description
from lazaretto.tui.launcher.key_hints import form_hints, help_page
from lazaretto.tui.launcher.message_line import Notice
from lazaretto.tui.look.fit_and_wrap_text import PLAIN, Line
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.random_seed import drawn
from lazaretto.tui.shared_texts import part_label, sentence, title
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.form import Button, Choice, Field, Form, Number, Row, Text
from lazaretto.tui.widgets.sheets import SheetPane, SheetScreen, SheetTitle

PERSON = "person"
BOT = " bot"
START = "start"
SEED = "seed"
COUNT = "count"
CAMPAIGN = "campaign"
YES, NO = "yes", "no"

Ordered = TypeVar("Ordered")


class AgreementError(Exception):
    """The game cannot start with these values; the message says why, `field` names the field."""

    def __init__(self, words: str, field: str) -> None:
        super().__init__(words)
        self.field = field


class SetupForm(ABC, Generic[Ordered]):
    """Everything that is set before a game starts; who sits where is left to subclasses."""

    def __init__(self, folder: Path, program: ScenarioInfo, bots: Sequence[str], count: int) -> None:
        self.program = program
        self.folder = folder
        self.bots = shown_bots(bots)
        self._values = {COUNT: str(count)}

    @property
    def players(self) -> int:
        """The number of players."""
        least, most = self.program.players
        return max(least, min(most, int(self._values[COUNT])))

    def note(self, field: Field) -> bool:
        """Store a value; return whether the rows of the form have changed."""
        match field:
            case Choice():
                self._values[field.name] = field.chosen
            case Number():
                self._values[field.name] = str(field.value)
            case Text():
                self._values[field.name] = field.text
            case _:
                pass
        return field.name == COUNT

    def is_part(self, field: Field) -> bool:
        """Whether the scenario must be reloaded when this field changes."""
        return field.name.startswith("part ")

    def switches(self) -> frozenset[str]:
        """The optional parts that differ from their defaults: the name if on, with a `-` in front if off."""
        return frozenset(
            switch.name if self._values[f"part {switch.name}"] == YES else f"-{switch.name}"
            for switch in self.program.switches
            if self._values.get(f"part {switch.name}", flag(switch.default)) != flag(switch.default)
        )

    def rows(self) -> Iterator[Row]:
        """All rows of the form except the button."""
        yield Row(say.PLAYERS())
        yield from self._how_many()
        yield from self.seats()
        if self.program.switches:
            yield Row(say.PARTS())
            for part in self.program.switches:
                chosen = self._values.get(f"part {part.name}", flag(part.default))
                label = part_label(part.title)
                help = say.PART.helped(part=label) if label == part.title else f"{part.title}."
                yield Row(label, (Choice(f"part {part.name}", (NO, YES), chosen, help),))
        if self.program.options:
            yield Row(say.OPTIONS())
            for option in self.program.options:
                yield Row(title(option.name), (self._option(option),))
        yield from self.further()
        yield Row(say.CHANCE())
        seed = Text(SEED, self._values.get(SEED, ""), say.SEED_LABEL.helped(), 19, say.DRAWN())
        yield Row(say.SEED_LABEL(), (seed,))

    def button(self) -> Row:
        """The last row."""
        return Row("", (Button(START, say.START()),))

    @abstractmethod
    def seats(self) -> Iterator[Row]:
        """A row for each seat."""

    def further(self) -> Iterator[Row]:
        """Rows between the options and the seed."""
        yield from ()

    @abstractmethod
    def order(self) -> Ordered:
        """The order for the game, from the values of the form.

        Raises:
            AgreementError: something is not valid.
        """

    def set_options(self, values: Mapping[str, str]) -> None:
        """Fill in the values of options, as far as the game has them."""
        for option in self.program.options:
            value = values.get(option.name, option.default)
            if value.isdecimal() if option.kind == "number" else value in option.members:
                self._values[f"option {option.name}"] = value

    def options(self) -> dict[str, str]:
        """The value of each option of the game."""
        return {
            option.name: self._values.get(f"option {option.name}", option.default)
            for option in self.program.options
        }

    def seed(self) -> int | None:
        """The seed, if one is given.

        Raises:
            AgreementError: it is not a number.
        """
        seed = self._values.get(SEED, "")
        if seed and not seed.removeprefix("-").isdecimal():
            raise AgreementError(say.NO_NUMBER(), SEED)
        return int(seed) if seed else None

    def _how_many(self) -> Iterator[Row]:
        least, most = self.program.players
        if least < most:
            help = say.HOW_MANY.helped(least=least, most=most)
            yield Row(say.HOW_MANY(), (Number(COUNT, least, most, self.players, help),))

    def _option(self, option: OptionInfo) -> Field:
        name = f"option {option.name}"
        chosen = self._values.get(name, option.default)
        help = " ".join(each for each in (option.label, option.documentation) if each)
        if option.kind == "number":
            return Number(name, option.low, option.high, int(chosen), help)
        return Choice(name, option.members, chosen, help)


class Agreement(SetupForm[Order]):
    """The form of a game at one keyboard: each seat has a name."""

    def __init__(
        self, folder: Path, program: ScenarioInfo, bots: Sequence[str] = (), names: Sequence[str] = ()
    ) -> None:
        least, most = program.players
        self._used = tuple(dict.fromkeys((*names, *names_for(most + len(names)))))
        count = len(names) if least <= len(names) <= most else max(least, min(2, most))
        super().__init__(folder, program, bots, count)

    def order(self) -> Order:
        """The order for the game.

        Raises:
            AgreementError: a name, the players or the seed is not valid.
        """
        names = self._names()
        for number in range(len(names)):
            wrong = wrong_with(names[: number + 1])
            if wrong:
                raise AgreementError(f"{sentence(wrong)}.", f"name {number}")
        who = [self._values.get(f"who {number}", PERSON) for number in range(len(names))]
        bots = tuple("" if each == PERSON else each.removesuffix(BOT) for each in who)
        if all(bots):
            raise AgreementError(say.NO_PERSON(), "who 0")
        seed = self.seed()
        return Order(
            self.folder,
            tuple(names),
            drawn() if seed is None else seed,
            self.options(),
            self.switches(),
            bots if any(bots) else (),
            self._values.get(CAMPAIGN, "").strip() if self.program.hands_on else "",
        )

    def further(self) -> Iterator[Row]:
        """The name of a campaign, if the scenario has campaigns."""
        if self.program.hands_on:
            text = Text(
                CAMPAIGN, self._values.get(CAMPAIGN, ""), say.CAMPAIGN.helped(), 80, say.NO_CAMPAIGN()
            )
            yield Row(say.CAMPAIGN(), (text,))

    def seats(self) -> Iterator[Row]:
        """The name of each seat, and whether a bot plays it."""
        for number, name in enumerate(self._names()):
            help = say.NAME_AND_WHO() if self.bots else say.SEAT.helped()
            text = Text(f"name {number}", name, help, LONGEST)
            fields: tuple[Field, ...] = (text,)
            if self.bots:
                words = (PERSON, *(f"{bot}{BOT}" for bot in self.bots))
                chosen = self._values.get(f"who {number}", PERSON)
                fields += (Choice(f"who {number}", words, chosen, say.WHO.helped(), bot_lines(self.bots)),)
            yield Row(say.SEAT(number=number + 1), fields)

    def _names(self) -> list[str]:
        """The name of each seat; a seat without a name gets one used before, or a new one."""
        names = [f"name {number}" for number in range(self.players)]
        taken = {self._values[name] for name in names if name in self._values}
        fresh = (each for each in self._used if each not in taken)
        for name in names:
            if name not in self._values:
                self._values[name] = next(fresh)
        return [self._values[name] for name in names]


def bot_lines(bots: Sequence[str]) -> dict[str, str]:
    """A line about each bot, by its word in the form."""
    return {f"{bot}{BOT}": say.BOTS[bot]() for bot in bots if bot in say.BOTS}


def flag(value: bool) -> str:
    """The word for a value that is on or off."""
    return YES if value else NO


Load = Callable[[Path, frozenset[str]], Awaitable[ScenarioInfo | Faults]]
"""Reads a scenario with other parts."""
Begin = Callable[[Ordered], Awaitable[None]]
"""Starts the game; it raises an error of the lobby or of the hall if it cannot."""

WIDE = 120
"""The minimum width for a description of the scenario beside the form."""


class SetupScreen(RoomyScreen[None], Generic[Ordered]):
    """The setup screen of a new game, for any form."""

    DEFAULT_CSS = """
    SetupScreen { layout: vertical; }
    SetupScreen SheetTitle { height: 2; }
    SetupScreen #middle { height: 1fr; }
    SetupScreen Form { width: 1fr; }
    SetupScreen #beside { width: 0; display: none; }
    SetupScreen #help { height: 4; padding: 1 2 0 2; }
    SetupScreen.wide #beside { width: 2fr; display: block; padding: 0 2; }
    SetupScreen.wide Form { width: 3fr; }
    """

    def __init__(
        self, found: FoundScenario, agreement: SetupForm[Ordered], load: Load, begin: Begin[Ordered]
    ) -> None:
        super().__init__()
        self._found = found
        self._agreement = agreement
        self._load = load
        self._begin = begin
        self._faults: Faults | None = None
        self._reading = False
        self._opening = False
        """Whether the game is already being opened, so that it opens only once."""
        self.form = Form()
        self.notice = Notice()

    def parts(self) -> ComposeResult:
        """The form, the description of the scenario, and the description of the field at the cursor."""
        yield SheetTitle(say.NEW_GAME(title=self._found.title or self._found.name))
        with Horizontal(id="middle"):
            yield self.form
            with Horizontal(id="beside"):
                yield SheetPane(self._about)
        with Horizontal(id="help"):
            yield SheetPane(self._help)
        yield self.notice
        yield self.bar

    def on_mount(self) -> None:
        """Start on the button, so that a player who accepts the defaults can start at once."""
        self._fill(START)

    def on_resize(self) -> None:
        """Adapt to a new size, with the description beside the form if there is room."""
        self.set_class(self.app.size.width >= WIDE, "wide")

    def _fill(self, at: str = "") -> None:
        self.form.fill(tuple(self._agreement.rows()), self._agreement.button(), at)

    def _about(self, width: int) -> list[Line]:
        return entry_description.scenario(self._found, self._faults or self._agreement.program, width)

    def _help(self, width: int) -> list[Line]:
        return entry_description.wrapped(self.form.help, width, PLAIN)

    def _describe(self) -> None:
        for pane in self.query(SheetPane):
            pane.repaint()

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Set the field, move to another, start, or go back."""
        if self.form.key(event.key, event.character) or self.act("setup", event.key):
            event.stop()

    def action_start(self) -> None:
        """Start the game."""
        self.start()

    def action_help(self) -> None:
        """Show all keys."""
        page = help_page(self.keymap.page("setup"))
        self.app.push_screen(SheetScreen(say.KEYS(), lambda _width: page))

    def action_back(self) -> None:
        """Go back to the launcher."""
        self.dismiss()

    def on_paste(self, event: events.Paste) -> None:
        """Insert a pasted text."""
        self.form.paste(event.text)

    def on_form_moved(self) -> None:
        """Show the description of the field."""
        self._describe()
        field = self.form.field
        writes = field is not None and field.writes
        changes = self.form.beside is not None
        self.bar.show(self.keymap.hints(*form_hints(writes, isinstance(field, Button), changes)))

    def on_form_changed(self, message: Form.Changed) -> None:
        """Store the value; an optional part may add other options."""
        if self._agreement.note(message.field):
            self._fill()
        self._describe()
        self.notice.say("")
        if self._agreement.is_part(message.field):
            self._read()

    def on_form_pressed(self) -> None:
        """Start the game."""
        self.start()

    @work(exclusive=True, group="reading")
    async def _read(self) -> None:
        """Reload the scenario with other parts; if they conflict, show why and block the start."""
        self._reading = True
        self.notice.say(say.READING_THE_RULES())
        loaded = await self._load(self._found.folder, self._agreement.switches())
        self._reading = False
        if isinstance(loaded, Faults):
            self._faults = loaded
            self.notice.say(say.NOT_TOGETHER(problem=loaded.messages[0]), bad=True)
        else:
            self._faults = None
            self._agreement.program = loaded
            self.notice.say("")
            self._fill()

    def start(self) -> None:
        """Start the game if all values are valid."""
        if self._reading or self._opening:
            return
        if self._faults is not None:
            self.notice.say(say.NOT_TOGETHER(problem=self._faults.messages[0]), bad=True)
            return
        try:
            order = self._agreement.order()
        except AgreementError as error:
            self.form.go(error.field)
            self.notice.say(str(error), bad=True)
            return
        self._opening = True
        self._open(order)

    @work(exclusive=True, group="table")
    async def _open(self, order: Ordered) -> None:
        self.notice.say(say.SETTING_TABLE())
        try:
            await self._begin(order)
        except (LobbyError, HallError) as error:
            self._opening = False
            self.notice.say(str(error), bad=True)
