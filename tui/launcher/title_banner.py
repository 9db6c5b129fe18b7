"""The name of the game at the top of the launcher, larger if there is room."""

from collections.abc import Sequence

from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Span
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.widgets.drawn_pane import Pane

LARGE = (
    "█      ███  █████  ███  ████  █████ █████ █████  ███ ",
    "█     █   █    █  █   █ █   █ █       █     █   █   █",
    "█     █████   █   █████ ████  ███     █     █   █   █",
    "█     █   █  █    █   █ █  █  █       █     █   █   █",
    "█████ █   █ █████ █   █ █   █ █████   █     █    ███ ",
)


class Masthead(Pane):
    """The name in one line, or as a large banner."""

    DEFAULT_CSS = "Masthead { height: 2; }"

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The name."""
        if height < len(LARGE) + 2:
            return ((Span("  L A Z A R E T T O", ACCENT), Span(f"    {say.MOTTO()}", FAINT)),)
        return ((), *((Span(f"  {row}", ACCENT),) for row in LARGE), (Span(f"  {say.MOTTO()}", FAINT),))
