"""The keys of the launcher: what the bar shows for each kind of entry, and the page that tells all."""

from collections.abc import Mapping, Sequence

from tui.launcher.entries import Entry
from tui.look.styled_text import ACCENT, STRONG, Line, Span

Pairs = Sequence[tuple[str, str]]

_ALWAYS: Pairs = (("s", "settings"), ("/", "find"), ("?", "help"), ("q", "quit"))

_HINTS: Mapping[str, Pairs] = {
    "none": (),
    "scenario": (("Enter", "new game"),),
    "broken": (("Enter", "read its mistakes"), ("F5", "look again")),
    "game": (("Enter", "go on"), ("p", "replay"), ("d", "delete"), ("e", "rename")),
    "damaged": (("d", "delete"), ("e", "rename")),
}

HELP: Sequence[tuple[str, Pairs]] = (
    (
        "Everywhere",
        (
            ("arrows, h j k l", "move"),
            ("Tab", "from the scenarios to the kept games and back"),
            ("PgUp, PgDn", "read on at the right"),
            ("/", "show only what holds a text; Esc shows everything again"),
            ("s", "settings: colours, plain letters, pace, bell, mouse"),
            ("F5", "look for scenarios and games again"),
            ("ctrl+p", "all commands by name"),
            ("?", "this page"),
            ("q", "quit"),
        ),
    ),
    (
        "At a scenario",
        (
            ("Enter, n", "set up a new game"),
            ("Enter", "where it has mistakes: read them on the whole screen"),
        ),
    ),
    (
        "At a kept game",
        (
            ("Enter, r", "go on where it stands"),
            ("n", "a new game of the same scenario"),
            ("p", "look at it again from the beginning"),
            ("e", "give it another name"),
            ("d", "delete it; you are asked once more"),
        ),
    ),
)


FORM_HELP: Sequence[tuple[str, Pairs]] = (
    (
        "Setting up a game",
        (
            ("up, down", "from row to row"),
            ("Tab, Enter", "to the next field; shift+Tab back"),
            ("left, right", "another value; the space bar too"),
            ("digits", "write a number"),
            ("letters", "where a name is written they are just letters"),
            ("ctrl+s", "start the game, from anywhere in the form"),
            ("Enter", "at the last row: start the game"),
            ("F1", "this page"),
            ("Esc", "back, nothing is started"),
        ),
    ),
)

SETTINGS_HINTS: Pairs = (("↑↓", "move"), ("←→", "change"), ("Esc", "back"))


def form_hints(writes: bool, button: bool) -> Pairs:
    """What the bar shows while a game is set up."""
    if button:
        here: Pairs = (("Enter", "start"), ("↑", "change something"))
    elif writes:
        here = (("type", "a text"), ("Tab", "next"))
    else:
        here = (("←→", "change"), ("Tab", "next"))
    return (*here, ("ctrl+s", "start"), ("F1", "keys"), ("Esc", "back"))


def hints(entry: Entry | None, broken: bool) -> Pairs:
    """What the bar shows for an entry."""
    if entry is None:
        kind = "none"
    elif entry.found is not None:
        kind = "broken" if broken or entry.damaged else "scenario"
    else:
        kind = "damaged" if entry.damaged else "game"
    return (*_HINTS[kind], *_ALWAYS)


def help_page(parts: Sequence[tuple[str, Pairs]]) -> list[Line]:
    """Keys under headings."""
    lines: list[Line] = []
    for heading, pairs in parts:
        lines += ((), (Span(f"  {heading}", STRONG),), ())
        lines += ((Span(f"    {key:18}", ACCENT), Span(words)) for key, words in pairs)
    return lines
