"""The name of the game at the head of the launcher, larger where there is room for it."""

from collections.abc import Sequence

from tui.look.styled_text import ACCENT, FAINT, Line, Span
from tui.messages import launcher as say
from tui.widgets.drawn_pane import Pane

LARGE = (
    "█      ███  █████  ███  ████  █████ █████ █████  ███ ",
    "█     █   █    █  █   █ █   █ █       █     █   █   █",
    "█     █████   █   █████ ████  ███     █     █   █   █",
    "█     █   █  █    █   █ █  █  █       █     █   █   █",
    "█████ █   █ █████ █   █ █   █ █████   █     █    ███ ",
)


class Masthead(Pane):
    """One line, or a word mark."""

    DEFAULT_CSS = "Masthead { height: 2; }"

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The name."""
        if height < len(LARGE) + 2:
            return ((Span("  L A Z A R E T T O", ACCENT), Span(f"    {say.MOTTO()}", FAINT)),)
        return ((), *((Span(f"  {row}", ACCENT),) for row in LARGE), (Span(f"  {say.MOTTO()}", FAINT),))
