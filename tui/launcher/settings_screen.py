"""The screens of the settings and of the keys; every change takes effect at once and is saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from textual import events
from textual.app import ComposeResult

from lazaretto.host.settings.user_settings import CHOICES, FLAGS, Settings, changed, with_table
from lazaretto.host.table.seat_client import Sitting
from lazaretto.tui.keys.key_names import shown
from lazaretto.tui.keys.keymap import flat
from lazaretto.tui.keys.registry import CONTEXTS
from lazaretto.tui.launcher import entry_description
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, BAD, CURSOR, FAINT, PLAIN, STRONG, Line, Span, fitted
from lazaretto.tui.messages import launcher as say, rebinding as keys_say
from lazaretto.tui.table.answers.option_letters import Letters
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.form import Button, Choice, Form, FormSheet, Row
from lazaretto.tui.widgets.sheets import SheetTitle

NAME = 26
"""The width of the column of keys."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An action or an option with its keys; without a name it is a heading."""

    text: str
    name: str = ""
    keys: str = ""
    option: bool = False


class KeysPane(Pane):
    """The list, with a message below it."""

    def __init__(self) -> None:
        super().__init__()
        self.listed: Sequence[KeyRow] = ()
        self.cursor = 1
        self.message, self.wrong = "", False

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The rows around the cursor."""
        room = max(1, height - 2)
        first = max(0, min(self.cursor - room // 2, len(self.listed) - room))
        found = [self._line(number, width) for number in range(first, min(first + room, len(self.listed)))]
        found += [()] * (room - len(found))
        return [*found, (), fitted((Span(f"  {self.message}", BAD if self.wrong else STRONG),), width)]

    def _line(self, number: int, width: int) -> Line:
        row = self.listed[number]
        if not row.name:
            return (Span(f"  {row.text}", FAINT),)
        pen = CURSOR if number == self.cursor else PLAIN
        return fitted((Span(f"    {row.keys:{NAME}}", ACCENT), Span(row.text, pen)), width)


class KeysScreen(RoomyScreen[None]):
    """Lets the player change the keys of all actions, and the letters of options."""

    DEFAULT_CSS = """
    KeysScreen { layout: vertical; }
    KeysScreen SheetTitle { height: 2; }
    KeysScreen KeysPane { height: 1fr; }
    """

    def __init__(self, sitting: Sitting | None) -> None:
        super().__init__()
        self._sitting = sitting
        self.pane = KeysPane()
        self._asks = ""
        """What the next key is for: to replace the keys of the row, or to add one."""

    def parts(self) -> ComposeResult:
        """The title, the list and the hints."""
        yield SheetTitle(keys_say.KEYS())
        yield self.pane
        yield self.bar

    def on_mount(self) -> None:
        """Show the keys in effect."""
        self._fill()

    def _fill(self) -> None:
        self.pane.listed = tuple(self._rows())
        names = ("rebind.hint.move", "rebind.change", "rebind.add", "rebind.reset", "rebind.back")
        self.bar.show(self.keymap.hints(*names))
        self.pane.repaint()

    def _rows(self) -> Iterator[KeyRow]:
        keymap = self.keymap
        if self._sitting is not None:
            view = self._sitting.seats[0].look().view
            letters = Letters(keymap.letters("table", "pick"), view, keymap.letters_of_options)
            yield KeyRow(keys_say.OPTIONS_OF(title=self._sitting.title))
            for option in view.actions:
                yield KeyRow(option.label, option.key, letters.actions[option.key], True)
        for context in CONTEXTS.values():
            changeable = [action for action in context.actions if not action.fixed]
            if changeable:
                yield KeyRow(context.words())
            for each in changeable:
                keys = " ".join(map(shown, keymap.keys(each.name)))
                yield KeyRow(each.words.helped(), each.name, keys)

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Take the new key, or run the action of the key."""
        event.stop()
        event.prevent_default()
        if self._asks:
            self._take(event.key, event.character)
        else:
            self.act("rebind", event.key)
        self.pane.repaint()

    def action_up(self) -> None:
        """Move up."""
        self._step(-1)

    def action_down(self) -> None:
        """Move down."""
        self._step(1)

    def action_page_up(self) -> None:
        """Move up one page."""
        self._step(-10)

    def action_page_down(self) -> None:
        """Move down one page."""
        self._step(10)

    def _step(self, by: int) -> None:
        places = [number for number, row in enumerate(self.pane.listed) if row.name]
        at = places.index(self.pane.cursor) if self.pane.cursor in places else 0
        self.pane.cursor = places[max(0, min(len(places) - 1, at + by))]
        self._say("")

    def action_change(self) -> None:
        """Ask for the key that replaces those of the row."""
        self._ask("change")

    def action_add(self) -> None:
        """Ask for a further key of the row; an option has only one."""
        self._ask("add")

    def _ask(self, what: str) -> None:
        self._asks = what
        self._say(keys_say.PRESS(stop=self.keymap.shown("typing.stop")))

    def action_reset(self) -> None:
        """Give the row its default keys again."""
        row, settings = self.pane.listed[self.pane.cursor], self.lazaretto.kept_settings
        table = self._table(row.option)
        table.pop(row.name, None)
        self._set(with_table(settings, "letters" if row.option else "keys", table), keys_say.RESET())

    def action_back(self) -> None:
        """Go back to the settings."""
        self.dismiss()

    def _take(self, key: str, character: str | None) -> None:
        """Use a key that the player pressed for the row, unless something else has it."""
        what, self._asks = self._asks, ""
        if self.keymap.action("typing", key) == "typing.stop":
            self._say("")
            return
        row, settings = self.pane.listed[self.pane.cursor], self.lazaretto.kept_settings
        table = self._table(row.option)
        if row.option:
            wrong = self._wrong_letter(row, character or "")
            if wrong:
                self._say(wrong, wrong=True)
                return
            table[row.name] = character
            self._set(with_table(settings, "letters", table), keys_say.CHANGED())
            return
        before = [shown(each) for each in self.keymap.keys(row.name)] if what == "add" else []
        table[row.name] = [*before, shown(key)]
        self._set(with_table(settings, "keys", table), keys_say.CHANGED())

    def _wrong_letter(self, row: KeyRow, letter: str) -> str:
        """Why a key cannot be the letter of an option; empty if it can."""
        if letter in self.keymap.letters("table", "pick"):
            return keys_say.IS_A_KEY(letter=letter)
        _, wrong = self.lazaretto.read_keys(
            with_table(self.lazaretto.kept_settings, "letters", {row.name: letter})
        )
        return wrong[-1].removeprefix(keys_say.IN_FILE()) if wrong else ""

    def _set(self, settings: Settings, told: str) -> None:
        """Save other keys, unless two actions would have the same one."""
        known = set(self.lazaretto.read_keys(self.lazaretto.kept_settings)[1])
        _, problems = self.lazaretto.read_keys(settings)
        new = [problem for problem in problems if problem not in known]
        if new:
            self._say(new[0].removeprefix(keys_say.IN_FILE()), wrong=True)
            return
        self.lazaretto.set(settings)
        self._fill()
        self._say(told)

    def _table(self, option: bool) -> dict[str, object]:
        settings = self.lazaretto.kept_settings
        return dict(settings.own_letters) if option else dict(flat(settings.own_keys))

    def _say(self, words: str, wrong: bool = False) -> None:
        self.pane.message, self.pane.wrong = words, wrong


class PreferencesScreen(FormSheet):
    """The settings as a form."""

    def __init__(self) -> None:
        super().__init__(say.SETTINGS())

    def on_mount(self) -> None:
        """Show the settings in effect."""
        rows = [Row(message(), (self._field(name),)) for name, message in say.SETTING.items()]
        self.form.fill(rows, Row("", (Button("keys", say.CHANGE_KEYS()),)))

    def _field(self, name: str) -> Choice:
        value = getattr(self.lazaretto.settings, name)
        if name in FLAGS:
            return Choice(name, ("no", "yes"), "yes" if value else "no", say.SETTING[name].helped())
        return Choice(name, CHOICES[name], value, say.SETTING[name].helped())

    def _help(self, width: int) -> list[Line]:
        field = self.form.field
        if field is None:
            return []
        lines = entry_description.wrapped(field.help, width, PLAIN)
        if field.name in self.lazaretto.forced:
            lines += entry_description.wrapped(say.FORCED(), width, entry_description.WARN)
        return lines

    def on_form_pressed(self) -> None:
        """Show the keys."""
        self.app.push_screen(KeysScreen(self.lazaretto.sitting))

    def on_form_changed(self, message: Form.Changed) -> None:
        """Apply and save the changed setting."""
        field = cast(Choice, message.field)
        value: object = field.chosen == "yes" if field.name in FLAGS else field.chosen
        app = self.lazaretto
        app.set(changed(app.kept_settings, {field.name: value}))
