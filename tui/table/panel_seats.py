"""The players in the side panel: figure, name, role, attributes and pieces."""

from collections.abc import Iterator
from functools import partial

from lazaretto.rules import PileView, Ref, SeatView, View
from lazaretto.tui.board.marks import Mark
from lazaretto.tui.board.pieces_as_marks import figures
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.line_wrap import flowed
from lazaretto.tui.look.styled_text import ACCENT, FAINT, PLAIN, STRONG, Line, Pen, Span, width
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import words
from lazaretto.tui.table.hand_counts import count_line, hand_counts
from lazaretto.tui.table.help_at_cursor import pile_topic, seat_topic
from lazaretto.tui.table.own_role import roles_of
from lazaretto.tui.table.panel_items import GAP, INDENT, Item
from lazaretto.tui.table.piece_drawing import piece_span
from lazaretto.tui.table.piece_groups import sorted_pieces
from lazaretto.tui.table.seat_words import seat_attributes
from lazaretto.tui.table.view_lookup import backs, called, hidden, thing_of


def seat_items(view: View, columns: int, level: int = 1) -> Iterator[Item]:
    """Every player with all pieces that one may see; at level 2, with what their roles can do.

    At level 0, each of the others takes one line, and their pieces are only counted.
    """
    decision = view.decision
    asked = () if decision is None else decision.waiting or (decision.player,)
    for number, (seat, mark) in enumerate(zip(view.seats, figures(view), strict=True)):
        topic = partial(seat_topic, view, seat)
        head = _head(view, seat, mark, seat.name in asked)
        told: list[Line] = [(span,) for span in _words(view, seat)]
        if seat.bot and not seat.name.startswith(seat.bot):
            bot: Line = (Span(say.BOT(bot=seat.bot), FAINT),)
            if width(head) + 1 + width(bot) <= columns:
                head = (*head, Span(" "), *bot)
            else:
                told.insert(0, bot)
        piles = [pile for pile in seat.piles if pile.count and not hidden(pile.looks)]
        if not level and number != view.seat:
            counts: list[Line] = [(Span(f"{called(pile)} {pile.count}", FAINT),) for pile in piles]
            line = head
            for part in (*counts, *told):
                if width(line) + len(GAP) + width(part) <= columns:
                    line = (*line, Span(GAP), *part)
            yield Item(line, topic)
            continue
        yield Item(head, topic)
        if level > 1:
            texts = [text for ref, _ in roles_of(view, seat) if (text := _documented(view, ref))]
            parts: list[Line] = [(Span(text, FAINT),) for text in texts]
            yield from (Item(line, topic) for line in flowed(parts, columns, INDENT))
        yield from (Item(line, topic) for line in flowed(told, columns, INDENT))
        for pile in piles:
            yield from _held(view, pile, columns, len(seat.piles) > 1)
        if number == view.seat or view.seat is None:
            alone = len(view.seats) == 1
            counts = [count_line(each, alone, brief=not level) for each in hand_counts(view, seat)]
            yield from (Item(line, topic) for line in flowed(counts, columns, INDENT))


def _head(view: View, seat: SeatView, mark: Mark, asked: bool) -> Line:
    you = f" {say.YOU()}" if view.seat is not None and view.seats[view.seat] is seat else ""
    roles = roles_of(view, seat)
    first = f" {roles[0][1]}" if roles else ""
    return (
        Span("▶" if asked else " ", ACCENT),
        badge(mark),
        Span(f" {narrow(seat.name)}{you}", STRONG if asked else PLAIN),
        Span(narrow(first), Pen(mark.colour)),
    )


def _documented(view: View, ref: Ref) -> str:
    thing = thing_of(view, ref)
    return thing.documentation if thing is not None else ""


def badge(mark: Mark) -> Span:
    """A player's figure as it appears on the board."""
    return Span(mark.letter, Pen("text", back=mark.colour, bold=True))


def _words(view: View, seat: SeatView) -> Iterator[Span]:
    """The attributes worth showing, except the first thing, which is in the heading."""
    first = True
    for each in seat_attributes(view, seat):
        kind = view.kinds.get(each.refs[0].kind) if each.refs else None
        if first and kind is not None and kind.shape == "thing":
            first = False
        else:
            yield Span(narrow(each.text))
    for name, number in seat.holds:
        yield Span(f"{number} {words(name)}")
    if seat.result:
        yield Span(seat.result, STRONG)


def _held(view: View, pile: PileView, columns: int, named: bool) -> Iterator[Item]:
    """The pieces of a seat, each with its sign; equal pieces are counted."""
    topic = partial(pile_topic, pile)
    yield from (Item(line, topic) for line in flowed(held_spans(view, pile, named), columns, INDENT))


def held_spans(view: View, pile: PileView, named: bool) -> list[Line]:
    """The pieces of a pile, each with its sign, after the name of the pile."""
    parts: list[Line] = [(Span(f"{called(pile)} {pile.count}:", FAINT),)] if named else []
    parts += ((piece_span(view, piece, count),) for piece, count in sorted_pieces(view, pile))
    unknown = pile.count - sum(piece is not None for piece in pile.pieces)
    if unknown:
        parts.append((Span(say.FACE_DOWN(number=unknown), FAINT),))
        parts += ((Span(back),) for back in backs(pile))
    return parts
