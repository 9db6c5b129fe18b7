"""The pane at the top: phase, tracks, piles and supplies in a few lines."""

from collections.abc import Iterator

from rules import View
from tui.look.styled_text import (
    FAINT,
    STRONG,
    Line,
    Span,
)
from tui.messages import table as say
from tui.shared_texts import words
from tui.table.desk_pane import DeskPane, ends, joined
from tui.table.pane_source import Shown
from tui.table.panel_piles import standing_spans, supply_span
from tui.table.panel_tracks import track_words
from tui.table.per_view import PerView
from tui.table.view_lookup import called, hidden


class StatusPane(DeskPane[Shown]):
    """The status of the game: in one line, or in more if there is no side panel."""

    back = "panel"

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The title, the phase and the tracks; then the things, supplies and piles."""
        yield from status_lines(desk, width, whole=height > 1)[: max(1, height)]


def status_lines(desk: Shown, columns: int, *, whole: bool) -> list[Line]:
    """The title, the phase and the tracks; as a whole with things, supplies and piles.

    What does not fit in a line in its short form goes on in the next one. The side panel tells of the tracks,
    too: beside it they are left out where they do not fit.
    """
    key = desk.turn, columns, whole
    return _MADE.get(desk.view, key, lambda: _lines(desk, columns, whole))


_MADE: PerView[list[Line]] = PerView()


def _lines(desk: Shown, columns: int, whole: bool) -> list[Line]:
    view = desk.view
    found = ends(lambda brief: list(_where(desk, brief)), lambda brief: list(_tracks(view, brief)), columns)
    if not whole:
        return found if len(found) == 1 else [(Span(" "), *joined(list(_where(desk, brief=False))))]
    rest = ends(lambda brief: list(_standing(view, brief)), lambda brief: list(_left(view, brief)), columns)
    return found + [line for line in rest if any(span.text.strip() for span in line)]


def _where(desk: Shown, brief: bool) -> Iterator[Line]:
    view = desk.view
    if not brief:
        yield (Span(view.title, STRONG),)
    turn = Span(say.TURN(turn=desk.turn), FAINT) if desk.turn else None
    if view.phases:
        name, players = view.phases[-1]
        first = (turn, Span(" · ", FAINT)) if turn is not None else ()
        yield (*first, Span(f"{words(name)} ", FAINT), Span(", ".join(players)))
    elif turn is not None:
        yield (turn,)


def _tracks(view: View, brief: bool) -> Iterator[Line]:
    for track in view.tracks:
        if not hidden(track.looks):
            yield (Span(f"{called(track)} ", FAINT), Span(track_words(track, brief=brief), STRONG))


def _standing(view: View, brief: bool) -> Iterator[Line]:
    """The things that may change; in brief, those with signs and the same value together."""
    groups: dict[str, list[Span]] = {}
    for sign, value in standing_spans(view):
        if brief and len(sign.text) == 1:
            groups.setdefault(value, []).append(sign)
        else:
            groups[f"{sign.text}{value}"] = [Span(f"{sign.text}{value}", sign.pen)]
    for value, signs in groups.items():
        yield (*signs, *((Span(f" {value}"),) if len(signs) > 1 or len(signs[0].text) == 1 else ()))


def _left(view: View, brief: bool) -> Iterator[Line]:
    """Supplies and piles; in brief, only the hidden piles, each with one word if that is unambiguous."""
    shown = [each for each in view.supplies if each.size and not hidden(each.looks)]
    yield from ((supply_span(each, brief),) for each in shown if each.counts_up)
    if left := [supply_span(each) for each in shown if not each.counts_up]:
        yield (Span(f"{say.ARE_LEFT_OVER()} ", FAINT), *joined([(each,) for each in left], " "))
    piles = [each for each in view.piles if each.count and not hidden(each.looks)]
    piles = [each for each in piles if not each.open] if brief else sorted(piles, key=lambda each: each.open)
    names = [called(each) for each in piles]
    first = [name.split()[0] for name in names]
    if brief and len(set(first)) == len(first):
        names = first
    for pile, name in zip(piles, names, strict=True):
        yield (Span(f"{name} ", FAINT), Span(str(pile.count), STRONG))
