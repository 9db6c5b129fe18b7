"""The page about what would happen next: for the whole game, and for the place under the cursor."""

from collections.abc import Sequence

from lazaretto.host import SeatClient
from lazaretto.rules import Ref, View
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, Line, Span
from lazaretto.tui.messages import outlook as say
from lazaretto.tui.table.journey_words import outlook_lines
from lazaretto.tui.table.view_lookup import label_of
from lazaretto.tui.widgets.sheets import Page, wrapped

Titled = tuple[str, Outlook]


async def outlooks_for(seat: SeatClient, view: View, ref: Ref | None) -> list[Titled]:
    """The previews about a place, then those about the whole game, each with its heading."""
    about = await seat.outlooks(ref) if ref is not None else ()
    place = label_of(view, ref) if ref is not None else ""
    found = [(say.ABOUT(place=place, title=each.title), each) for each in about]
    return [*found, *((outlook.title, outlook) for outlook in await seat.outlooks())]


def outlook_page(view: View, found: Sequence[Titled]) -> Page:
    """A page with some previews."""

    def page(width: int) -> list[Line]:
        lines: list[Line] = []
        for heading, outlook in found:
            first, *rest = outlook_lines(view, outlook)
            lines += [(), (Span(f" {heading}", ACCENT),), *wrapped(first, width, 3, FAINT)]
            for told in rest:
                lines += wrapped(told, width, 3)
        return lines or [(), *wrapped(say.NOTHING(), width, 3)]

    return page
