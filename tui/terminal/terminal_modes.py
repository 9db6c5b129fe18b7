"""What a terminal is told when a full screen begins and ends; whoever carries the bytes says the same.

The extended keyboard protocol is never asked for: a line that breaks would leave the player's shell with
it. Reports of the mouse are asked for by those only who want them: they take copying away.
"""

from tui.sanitize import clean

_BOTH = (
    "?1004",  # say when the window gains or loses the focus
    "?2004",  # pasted text comes in brackets
)
_MOUSE = ("?1000", "?1003", "?1006")
ASK_SYNC = "\x1b[?2026$p"
"""Can the terminal hold a frame back until it is whole? The answer comes among the keys."""

BELL = "\a"


def enter(mouse: bool) -> str:
    """To the second screen: title kept aside, no cursor, no line wrap."""
    return f"\x1b[22;2t\x1b[?1049h\x1b[?25l\x1b[?7l{_set(mouse, 'h')}"


def leave(mouse: bool) -> str:
    """Back to the shell, as it was found."""
    return f"\x1b[m{_set(mouse, 'l')}\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[23;2t"


def title(text: str) -> str:
    """Name the window."""
    return f"\x1b]2;{clean(text).replace(chr(10), ' ')}\a"


def _set(mouse: bool, how: str) -> str:
    return "".join(f"\x1b[{mode}{how}" for mode in (*_BOTH, *(_MOUSE if mouse else ())))
