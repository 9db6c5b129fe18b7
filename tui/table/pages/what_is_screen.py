"""Says what anything on the screen is: help at the cursor, and a list of everything with a name."""

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult

from lazaretto.rules import Option, View
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, CURSOR, FAINT, PLAIN, Line, Span, fitted
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.pages.help_at_cursor import (
    Topic,
    seat_topic,
)
from lazaretto.tui.table.pages.info_pages import help_page, topic_lines
from lazaretto.tui.table.pages.named_things import Named, find_named, named_things
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.widgets.base_screens import FrontScreen, HintBar
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import SheetScreen, SheetTitle, rule

LONGEST = 60
"""The most characters of a name that is typed."""

Keys = Sequence[tuple[str, Sequence[Hint]]]
"""Keys under their headings."""


def topic_here(topic: Topic | None, view: View) -> Topic:
    """The topic under the cursor; if nothing is there, the question and the player's own seat."""
    if topic is not None and topic.text:
        return topic
    own = seat_topic(view, view.seats[view.seat]) if view.seat is not None else None
    question = view.decision.prompt if view.decision is not None else ""
    text = ([topic.title] if topic is not None else []) + ([own.title, *own.text] if own is not None else [])
    return Topic(question or view.title, tuple(text) or (say.NOTHING_MORE(),))


class HelpSheet(SheetScreen):
    """Help at the cursor with all keys; the key of help, pressed again, lists everything with a name."""

    def __init__(self, topic: Topic, keys: Keys, list_all: Callable[[], object]) -> None:
        super().__init__(say.HELP(), help_page(topic, keys))
        self._list_all = list_all

    def _hints(self) -> None:
        super()._hints()
        if self._typed is None:
            hints = ("reading.hint.read", "sheet.find", "what_is.hint.list", "sheet.close")
            self._bar.show(self.keymap.hints(*hints))

    def on_key(self, event: events.Key) -> None:
        """List everything, or read on."""
        if self._typed is None and self.keymap.action("table", event.key) == "table.help":
            event.stop()
            event.prevent_default()
            self.dismiss()
            self._list_all()
            return
        super().on_key(event)


class NamesPane(Pane):
    """The names that fit the typed text, and below them what the one under the cursor is."""

    def __init__(self, names: Sequence[Named]) -> None:
        super().__init__()
        self.names = self.found = tuple(names)
        self.cursor = 0
        self.room = 1
        """The rows of the list when it was last drawn."""

    def seek(self, typed: str) -> None:
        """Show only the names that a text begins, or all."""
        self.found = tuple(find_named(self.names, typed)) if typed else self.names
        self.cursor = 0

    @property
    def current(self) -> Named | None:
        """The name under the cursor."""
        return self.found[self.cursor] if self.found else None

    def move(self, step: int) -> None:
        """Move the cursor, as far as the list goes."""
        self.cursor = max(0, min(self.cursor + step, len(self.found) - 1))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The part of the list around the cursor, then the topic."""
        self.room = room = max(1, height // 2 - 1)
        first = max(0, min(self.cursor - room // 2, len(self.found) - room))
        shown: list[Line] = []
        for index, each in list(enumerate(self.found))[first : first + room]:
            pen = CURSOR if index == self.cursor else PLAIN
            shown.append(fitted((Span("   "), Span(each.name, pen), Span(f"  {each.sort}", FAINT)), width))
        if not self.found:
            shown.append((Span(f"   {say.NO_NAME()}", FAINT),))
        shown += [()] * (room - len(shown))
        told = topic_lines(self.current.explain(), width) if self.current is not None else []
        left, key = max(0, height - room - 1), self.terminal.keymap.shown("typing.done")
        if len(told) > left:
            told[left - 1 :] = [(Span(f"   {say.CUT_HERE(key=key)}", ACCENT),)]
        return [*shown, rule(width), *told]


class WhatIsScreen(FrontScreen[None]):
    """A list of everything with a name: typing finds, Enter shows all about it."""

    DEFAULT_CSS = """
    WhatIsScreen { layout: vertical; }
    WhatIsScreen SheetTitle { height: 1; }
    """

    def __init__(self, names: Sequence[Named]) -> None:
        super().__init__()
        self._pane = NamesPane(names)
        self._typed = ""
        self._bar = HintBar()

    def compose(self) -> ComposeResult:
        """The title, the list with the topic, and the hint bar."""
        yield SheetTitle(say.WHAT_IS())
        yield self._pane
        yield self._bar

    def on_mount(self) -> None:
        """Show the hints."""
        self._hints()

    def _hints(self) -> None:
        keymap = self.keymap
        typed = keymap.hint("what_is.hint.typed", typed=self._typed) if self._typed else None
        hints = keymap.hints("what_is.hint.name", "what_is.hint.move", "what_is.hint.whole", "typing.stop")
        self._bar.show(hints if typed is None else (typed, *hints[1:]))

    def on_key(self, event: events.Key) -> None:
        """Move, type a name, show all about it, or close."""
        event.stop()
        event.prevent_default()
        pane = self._pane
        match self.keymap.action("what_is", event.key):
            case "what_is.up" | "what_is.down" as action:
                pane.move(-1 if action == "what_is.up" else 1)
            case "what_is.page_up" | "what_is.page_down" as action:
                pane.move(-pane.room if action == "what_is.page_up" else pane.room)
            case "typing.stop":
                self.dismiss()
                return
            case "typing.done" if pane.current is not None:
                topic = pane.current.explain()
                self.app.push_screen(SheetScreen(topic.title, lambda width: topic_lines(topic, width)))
            case "typing.erase":
                self._typed = self._typed[:-1]
                pane.seek(self._typed)
            case _ if event.character is not None and event.character.isprintable():
                self._typed = (self._typed + event.character)[:LONGEST].lstrip()
                pane.seek(self._typed)
        self._hints()
        pane.repaint()


def show_help(screen: FrontScreen[Any], desk: Desk, keys: Keys) -> None:
    """Explain what the cursor of a table is on, and the keys."""
    view, question = desk.view, desk.question
    options = question.decision.options if question is not None else ()
    topic = topic_here(desk.topic(), view)
    screen.app.push_screen(HelpSheet(topic, keys, lambda: show_names(screen, view, options)))


def show_names(screen: FrontScreen[Any], view: View, options: Sequence[Option] = ()) -> None:
    """List everything with a name."""
    screen.app.push_screen(WhatIsScreen(named_things(view, options)))
