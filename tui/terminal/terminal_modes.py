"""The escape sequences that start and end the full screen, for every driver.

We never request the extended keyboard protocol, because a dropped connection would leave it active in the
player's shell. We request mouse reports only if the player wants them, because they disable text selection.
"""

from lazaretto.tui.sanitize import clean_line

_BOTH = (
    "?1004",  # report focus changes
    "?2004",  # bracketed paste
)
_MOUSE = ("?1000", "?1003", "?1006")
ASK_SYNC = "\x1b[?2026$p"
"""Asks whether the terminal supports synchronized output; the reply arrives with the keys."""

BELL = "\a"

LONGEST_TITLE = 200


def enter(mouse: bool) -> str:
    """Switch to the alternate screen: save the title, hide the cursor, disable line wrap."""
    return f"\x1b[22;2t\x1b[?1049h\x1b[?25l\x1b[?7l{_set(mouse, 'h')}"


def leave(mouse: bool) -> str:
    """Restore the normal screen and the modes before it."""
    return f"\x1b[m{_set(mouse, 'l')}\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[23;2t"


def title(text: str) -> str:
    """Set the window title, which is cut where no window could show it."""
    return f"\x1b]2;{clean_line(text[:LONGEST_TITLE])}\a"


def notice(how: str, head: str, text: str) -> str:
    """Let the terminal show a notice; `how` is the escape sequence that it understands, or `off`."""
    head, text = (clean_line(each[:LONGEST_TITLE]).replace(";", ",") for each in (head, text))
    match how:
        case "osc9":
            return f"\x1b]9;{head}: {text}\a"
        case "osc777":
            return f"\x1b]777;notify;{head};{text}\a"
        case _:
            return ""


def _set(mouse: bool, how: str) -> str:
    return "".join(f"\x1b[{mode}{how}" for mode in (*_BOTH, *(_MOUSE if mouse else ())))
