"""Renders chat: each line with who said it, in the colour of that person."""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.host.server.hall_views import ChatLine
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import FAINT, PLAIN, Line, Pen, Span
from lazaretto.tui.messages import hall as say
from lazaretto.tui.sanitize import clean_line

INDENT = 2


def said(line: ChatLine) -> str:
    """What somebody said."""
    return clean_line(line.text)


def spoken(line: ChatLine) -> str:
    """A line of chat with who said it, as plain text."""
    if not line.person:
        return said(line)
    person = clean_line(line.person)
    if line.side:
        return say.SAID_TO_SIDE(person=person, side=clean_line(line.side), text=said(line))
    return say.SAID(person=person, text=said(line))


def chat(
    lines: Sequence[ChatLine], width: int, colours: Mapping[str, str], clock: bool = False
) -> list[Line]:
    """All lines, wrapped; with `clock`, each with the time of day."""
    return [each for line in lines for each in _wrapped(line, width, colours, clock)]


def _wrapped(line: ChatLine, width: int, colours: Mapping[str, str], clock: bool) -> Iterator[Line]:
    text = spoken(line)
    at = f"{line.when.astimezone():%H:%M} " if clock else ""
    name = len(text) - len(said(line)) if line.person else 0
    pen = Pen(colours.get(line.person, "text"), bold=True)
    for number, part in enumerate(broken(text, max(20, width - 2 - len(at) - INDENT))):
        if number:
            yield (Span(" " * (1 + len(at) + INDENT)), Span(part, PLAIN if line.person else FAINT))
        else:
            yield (
                Span(f" {at}", FAINT),
                Span(part[:name], pen),
                Span(part[name:], PLAIN if line.person else FAINT),
            )
