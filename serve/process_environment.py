"""Takes out of the server's environment what would change every session.

The framework reads some variables when it is imported, for the whole process; what the operator's own
terminal is like must not decide how players' terminals are treated.
"""

from collections.abc import MutableMapping

_PREFIXES = ("TEXTUAL", "LAZARETTO_")
_NAMES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "ESCDELAY",
    "TERM_PROGRAM",
    "LC_TERMINAL",
)
_KEPT = ("LAZARETTO_CACHE",)
"""Says where files are, not how anything looks."""

_SET = {
    "TEXTUAL_ANIMATIONS": "none",
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "ESCDELAY": "150",  # milliseconds: over a bad link, an arrow key may arrive in two parts
}


def scrub(environ: MutableMapping[str, str]) -> None:
    """Remove what belongs to the operator's terminal, and set what all sessions need."""
    for name in [*environ]:
        if name not in _KEPT and (name.startswith(_PREFIXES) or name in _NAMES):
            del environ[name]
    environ.update(_SET)
