"""What would happen next, in lines and as a page: for the whole game, and for the place under the cursor."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from lazaretto.host import SeatClient
from lazaretto.rules import Ref, View
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Span
from lazaretto.tui.messages import outlook as say
from lazaretto.tui.shared_texts import title, words
from lazaretto.tui.table.draw_odds import percent
from lazaretto.tui.table.view_lookup import label_of
from lazaretto.tui.widgets.sheets import Page, wrapped

MOST_PLACES = 16
"""How many places are named, the likeliest first."""
MOST_LINES = 40
"""How many lines of the log are told, the likeliest first."""


def outlook_lines(view: View, outlook: Outlook) -> Iterator[str]:
    """Everything about one preview: how sure it is, ends, tracks, places, and the lines of the log."""
    cases = outlook.cases
    if not cases:
        yield say.TAKES_TOO_LONG()
        return
    yield say.CERTAIN() if cases == 1 else say.CASES(number=cases)
    for reason, count in outlook.ends:
        always = count == cases > 1
        yield (
            say.END_ALWAYS(reason=reason) if always else say.END(share=percent(count / cases), reason=reason)
        )
    for track in outlook.tracks:
        name = title(words(track.name))
        if len(track.values) == 1:
            yield say.TRACK_NOW(track=name, before=track.before, after=track.values[0][0])
        else:
            values = (say.VALUE(value=each, share=percent(count / cases)) for each, count in track.values)
            yield say.TRACK(track=name, values=", ".join(values))
    shown = outlook.places[:MOST_PLACES]
    if cases > 1 and shown:
        told = []
        for count, alike in groupby(shown, key=lambda each: each[1]):
            names = [label_of(view, ref) for ref, _ in alike]
            form = say.VALUE if len(names) == 1 else say.VALUE_EACH
            told.append(form(value=", ".join(names), share=percent(count / cases)))
        yield say.PLACES(places="; ".join(told))
    for line, count in outlook.lines[:MOST_LINES]:
        if cases == 1:
            yield line
        elif count == cases:
            yield say.ALWAYS(line=line)
        else:
            yield say.LINE(share=percent(count / cases), line=line)


Titled = tuple[str, Outlook]


async def outlooks_for(seat: SeatClient, view: View, ref: Ref | None) -> list[Titled]:
    """The previews about a place, then those about the whole game, each with its heading."""
    about = await seat.outlooks(ref) if ref is not None else ()
    place = label_of(view, ref) if ref is not None else ""
    found = [(say.ABOUT(place=place, title=each.title), each) for each in about]
    return [*found, *((each.title, each) for each in await seat.outlooks())]


def outlook_page(view: View, found: Sequence[Titled]) -> Page:
    """A page with some previews."""

    def page(width: int) -> list[Line]:
        lines: list[Line] = []
        for heading, each in found:
            first, *rest = outlook_lines(view, each)
            lines += [(), (Span(f" {heading}", ACCENT),), *wrapped(first, width, 3, FAINT)]
            for told in rest:
                lines += wrapped(told, width, 3)
        return lines or [(), *wrapped(say.NOTHING(), width, 3)]

    return page
