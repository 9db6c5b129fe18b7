"""What a client says about its terminal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lazaretto.tui.terminal.terminal_capabilities import Depth, depth_of, full_screen, plain_letters

WIDEST = 400
TALLEST = 150
MOST_CELLS = 24_000
"""The largest window that is drawn for: a client can claim any size, and large ones take long to draw."""
USUAL = (80, 24)

_HEARD = frozenset(
    {
        *("COLORTERM", "NO_COLOR", "COLORFGBG", "LANG", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM", "WT_SESSION"),
        *("LAZARETTO_ASCII", "LAZARETTO_BELL", "LAZARETTO_COLOURS", "LAZARETTO_MOUSE"),
        *("LAZARETTO_PACE", "LAZARETTO_THEME"),
    }
)
"""The variables of a client's environment that mean something here."""
LONGEST_VALUE = 100


class HeardVariables(dict[bytes, bytes]):
    """The variables that a client sends, as they come: it may send any number, as long as it is connected."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Keep one that means something here."""
        if name.decode("ascii", "replace") in _HEARD:
            super().__setitem__(name, value[: 4 * LONGEST_VALUE])


@dataclass(slots=True)
class Terminal:
    """One client's terminal."""

    term: str | None = None
    """The type, such as `xterm-256color`; None without a pty."""
    size: tuple[int, int] = USUAL
    environ: Mapping[str, str] = field(default_factory=dict)
    """The client's environment: what is understood of it, and `TERM`."""
    protocol: bool = False
    """Whether the client draws the screens itself, and speaks the protocol of the hall."""
    wish: str = ""
    """The code of the table that the client wants to go to at once, such as `BCD-234`; usually empty."""

    network: str = ""
    """Where the client is: its address, or its network; empty on this machine."""

    @property
    def full_screen(self) -> bool:
        """Whether the client gets the full screen; otherwise it gets line mode."""
        return self.term is not None and full_screen(self.environ)

    @property
    def depth(self) -> Depth:
        """How many colours it shows."""
        return depth_of(self.environ)

    @property
    def ascii_only(self) -> bool:
        """Whether the client's locale says that it shows nothing but ASCII; a client may say nothing."""
        return plain_letters(self.environ)


def fit_size(width: int, height: int) -> tuple[int, int]:
    """The size to draw for: what the client says, within reason; the usual one if it says nothing."""
    if not width or not height:
        return USUAL
    width = min(width, WIDEST)
    return width, min(height, TALLEST, MOST_CELLS // width)


def heard(environ: Mapping[str, str], term: str | None) -> dict[str, str]:
    """The part of a client's environment that is understood, cut to a sane length."""
    found = {name: value[:LONGEST_VALUE] for name, value in environ.items() if name in _HEARD}
    return found | {"TERM": (term or "dumb")[:LONGEST_VALUE]}
