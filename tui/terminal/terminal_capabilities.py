"""What a terminal can show, from the environment it comes with.

The environment is handed in: over a network it is the player's, not that of this process.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Literal

_DUMB = {"dumb", "unknown"}
_MANY = {"alacritty", "foot", "tmux", "wezterm", "xterm-ghostty", "xterm-kitty"}
_LIGHT = {"7", "9", "10", "11", "12", "13", "14", "15"}


class Depth(Enum):
    """How many colours there are."""

    MONO = "mono"
    BASIC = "16"
    INDEXED = "256"
    TRUE = "truecolor"


def depth_of(environ: Mapping[str, str]) -> Depth:
    """The colours to be used: none where they are not wanted, else as many as the terminal owns up to."""
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
    """Whether the terminal can be drawn on at all; where not, the game is played line by line."""
    term = environ.get("TERM", "").lower()
    return term not in _DUMB and bool(term or environ.get("WT_SESSION"))


def light_or_dark(environ: Mapping[str, str]) -> Literal["light", "dark"]:
    """The terminal's own ground, where it says so; most are dark."""
    return "light" if environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT else "dark"
