"""Describes the spot under the cursor, in one line or in a few."""

from collections.abc import Iterator

from lazaretto.rules import Ref, View
from lazaretto.tui.board.marks import Mark
from lazaretto.tui.board.pieces_as_marks import marks_of
from lazaretto.tui.look.styled_text import FAINT, PLAIN, STRONG, Line, Pen, Span
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import EMPTY, title, words
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.area_words import around
from lazaretto.tui.table.odds_words import next_words
from lazaretto.tui.table.view_lookup import called, label_of, looks_of, thing_of


def line(view: View, ref: Ref) -> Iterator[Span]:
    """The name, the contents, and the chance of more, in one line."""
    yield Span(label_of(view, ref), Pen(looks_of(view, ref).get("colour", "text"), bold=True))
    marks = marks_of(view).get(ref, ())
    if marks:
        yield Span(": ", FAINT)
        yield Span(", ".join(map(_marked, marks)))
    if near := around(view, ref):
        yield Span(f"  {say.AROUND(places=near)}", FAINT)
    for pile, chance, (first, _) in draw_odds.about(view, ref):
        yield Span(f"  {say.PILE_NEXT(pile=called(pile), chance=next_words(chance, first))}", FAINT)


def lines(view: View, ref: Ref) -> Iterator[Line]:
    """The same with its attributes and the position of matching pieces in the piles, on several lines."""
    looks = looks_of(view, ref)
    thing = thing_of(view, ref)
    yield (Span(label_of(view, ref), Pen(looks.get("colour", "text"), bold=True)),)
    marks = [(_marked(mark), mark.colour) for mark in marks_of(view).get(ref, ())]
    yield from ((Span(f"  {text}", Pen(colour or "text")),) for text, colour in marks)
    if near := around(view, ref):
        yield (Span(f"  {say.AROUND(places=near)}"),)
    if thing is not None:
        values = {**thing.facts, **thing.attributes}
        told = [f"{words(name)} {_short(value)}" for name, value in values.items() if value not in EMPTY]
        told = [each for each in told if each not in dict(marks)]  # its glyph is on the board
        if told:
            yield (Span(f"  {', '.join(told)}", FAINT),)
    for pile, chance, (first, last) in draw_odds.about(view, ref):
        where = say.AT(place=first) if first == last else say.AMONG(first=first, last=last)
        yield (
            Span(f"  {title(called(pile))}: ", FAINT),
            Span(next_words(chance, first), STRONG if chance >= 0.1 else PLAIN),
            Span(f", {where}" if chance > 0 else "", FAINT),
        )


def _marked(mark: Mark) -> str:
    """A mark in words, with its count."""
    return mark.text if mark.kind in ("seat", "thing", "danger") else f"{mark.text} {mark.count}"


def _short(value: str) -> str:
    """A number with its digits in groups of three."""
    return f"{int(value):,}".replace(",", " ") if value.isdecimal() and len(value) > 4 else value
