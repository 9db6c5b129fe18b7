"""Asks a new visitor for a name, on the full screen or line by line.

A visitor whose key is new may also have an account already: a one-time code adds the key to it.
"""

import textwrap
from collections.abc import Sequence
from typing import Any, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from lazaretto.serve import messages as say
from lazaretto.serve.accounts import AccountError, Accounts, Person, PublicKey
from lazaretto.serve.hall_play import LineChannel
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.look.fit_and_wrap_text import BAD, PLAIN, STRONG, Line, Span
from lazaretto.tui.shared_texts import sentence
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.widgets.base_screens import FrontScreen, HintBar
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.line_edit import Typed

TRIES = 10
"""So many names or codes may be refused before the session ends."""
LEAVES = ("quit", "exit")
"""What a visitor types to leave, line by line."""
WIDTH = 60
FIELD = 40


async def settle(accounts: Accounts, key: PublicKey, text: str) -> Person:
    """Find or make the account that a visitor means.

    If the key has got an account since the page was shown, from another terminal, that is the one.

    Raises:
        AccountError: neither a code nor a name that is free.
    """
    known = await accounts.who(key.fingerprint)
    if known is not None:
        return known
    text = " ".join(text.split())
    if not text:
        raise AccountError(say.NO_NAME())
    command, _, code = text.partition(" ")
    if command.casefold() == "code":
        return await accounts.redeem(code.strip(), key)
    return await accounts.enrol(text, key)


async def name_by_lines(accounts: Accounts, key: PublicKey, line: LineChannel) -> Person | None:
    """Ask line by line; None if the visitor leaves.

    Raises:
        AccountError: too many answers were refused.
    """
    line.write(f"{say.WELCOME()}\n{say.ABOUT_NAMES()}\n{say.LEAVE_BY_LINES()}\n")
    for _ in range(TRIES):
        line.write(f"{say.YOUR_NAME()} ")
        typed = await line.readline()
        if not typed or typed.strip().casefold() in LEAVES:
            return None
        try:
            return await settle(accounts, key, typed)
        except AccountError as error:
            line.write(f"{sentence(str(error))}\n")
    raise AccountError(say.TOO_MANY_TRIES())


class NamePane(Pane):
    """The question, what is typed, and why it was refused."""

    def __init__(self) -> None:
        super().__init__()
        self.typed = Typed()
        self.refused = ""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The contents, a little above the middle."""
        room = max(1, min(WIDTH, width))
        spans = [Span(each) for each in textwrap.wrap(say.ABOUT_NAMES(), room)]
        refused = [Span(each, BAD) for each in textwrap.wrap(self.refused, room)]
        name = Span(f"{say.YOUR_NAME()} ", PLAIN)
        field = self.typed.spans(max(1, min(FIELD, room - len(name.text))), active=True)
        rows: list[Line] = [
            (Span(say.WELCOME(), STRONG),),
            (),
            *((span,) for span in spans),
            (),
            (name, *field),
            (),
            *((span,) for span in refused),
        ]
        margin = Span(" " * max(0, (width - room) // 2))
        above = max(0, (height - len(rows)) // 3)
        return [*([()] * above), *((margin, *row) for row in rows)]


class NameScreen(FrontScreen[None]):
    """Takes a name, or a code."""

    def compose(self) -> ComposeResult:
        """The question, and the keys."""
        yield NamePane()
        keys = self.keymap.shown
        yield HintBar(((keys("typing.done"), say.TAKE_NAME()), (keys("typing.stop"), say.LEAVE())))

    async def on_key(self, event: events.Key) -> None:
        """Edit the line, or take it."""
        pane = self.query_one(NamePane)
        action = self.keymap.action("typing", event.key)
        if action == "typing.done":
            pane.refused = await cast("NameApp", self.app).take(pane.typed.text)
        elif action == "typing.stop":
            self.app.exit()
        elif not pane.typed.key(event.key, event.character):
            return
        event.stop()
        pane.repaint()

    def on_paste(self, event: events.Paste) -> None:
        """Insert what was pasted."""
        pane = self.query_one(NamePane)
        pane.typed.insert(event.text)
        pane.repaint()


class NameApp(TerminalApp[None]):
    """The screen before the first game."""

    def __init__(self, accounts: Accounts, key: PublicKey, terminal: Terminal) -> None:
        super().__init__(depth=terminal.depth, ascii_only=terminal.ascii_only)
        self._accounts = accounts
        self._key = key
        self._tries = 0
        self.person: Person | None = None
        """Who the visitor is; None if they left."""

    def get_default_screen(self) -> Screen[Any]:
        """The only screen."""
        return NameScreen()

    async def take(self, text: str) -> str:
        """Take a name or a code, and end; return why not, otherwise."""
        try:
            self.person = await settle(self._accounts, self._key, text)
        except AccountError as error:
            self._tries += 1
            if self._tries < TRIES:
                return sentence(str(error))
        self.exit()
        return ""

    def known(self, person: Person) -> None:
        """Go on as this person: the same key has got a name on another terminal."""
        if self.person is None:
            self.person = person
            self.exit()
