"""What a terminal can show, detected from its environment, and the escape sequences for the full screen.

The caller passes the environment: over a network it belongs to the player, not to this process. We never
request the extended keyboard protocol, because a dropped connection would leave it active in the player's
shell. We request mouse reports only if the player wants them.
"""

import codecs
import locale
from collections.abc import Mapping
from enum import Enum
from typing import Literal

from lazaretto.tui.safe_output import clean_line

_DUMB = {"dumb", "unknown"}
_MANY = {"alacritty", "foot", "tmux", "wezterm", "xterm-ghostty", "xterm-kitty"}
_LIGHT = {"7", "9", "10", "11", "12", "13", "14", "15"}


class Depth(Enum):
    """How many colours a terminal has."""

    MONO = "mono"
    BASIC = "16"
    INDEXED = "256"
    TRUE = "truecolor"


def depth_of(environ: Mapping[str, str]) -> Depth:
    """The colour depth to use: mono if the player wants no colours, otherwise what the terminal announces."""
    term = environ.get("TERM", "").lower()
    if environ.get("NO_COLOR") or not full_screen(environ) or term.endswith(("-m", "-mono")):
        return Depth.MONO
    announced = environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}
    if announced or term.endswith("-direct") or environ.get("WT_SESSION"):
        return Depth.TRUE
    if "256" in term or term in _MANY:
        return Depth.INDEXED
    return Depth.MONO if term.startswith("vt") else Depth.BASIC


def full_screen(environ: Mapping[str, str]) -> bool:
    """Whether the terminal supports a full screen; if not, the game runs in line mode."""
    term = environ.get("TERM", "").lower()
    return term not in _DUMB and bool(term or environ.get("WT_SESSION"))


def encoding() -> str:
    """The encoding that this process's locale promises for its terminal, by Python's name."""
    try:
        return codecs.lookup(locale.getencoding()).name
    except LookupError:
        return "ascii"


def plain_letters(environ: Mapping[str, str]) -> bool:
    """Whether the locale says that the terminal shows nothing but ASCII; false if it says nothing.

    If the locale is C, Python itself sets LC_CTYPE to C.UTF-8; then LANG counts, if there is one.
    """
    names = ["LC_ALL", "LC_CTYPE", "LANG"]
    if environ.get("LC_CTYPE") == "C.UTF-8" and environ.get("LANG"):
        names.remove("LC_CTYPE")
    given = next((environ[name] for name in names if environ.get(name)), "")
    return bool(given) and "utf" not in given.lower()


def light_or_dark(environ: Mapping[str, str]) -> Literal["light", "dark"]:
    """Whether the terminal's background is light or dark, where it says so; the default is dark."""
    return "light" if environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT else "dark"


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
