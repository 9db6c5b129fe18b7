"""The pane at the top: phase, tracks, piles and supplies in one line or two."""

from collections.abc import Iterator
from functools import partial

from rules import View
from tui.look.styled_text import (
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Span,
)
from tui.messages import table as say
from tui.shared_texts import words
from tui.table.desk_pane import DeskPane, ends
from tui.table.pane_source import Shown
from tui.table.side_panel import (
    standing_spans,
    supply_span,
    track_words,
)
from tui.table.view_lookup import called, hidden

FEW = 4
"""The maximum number of characters for a thing in a short status line."""


class StatusPane(DeskPane[Shown]):
    """The status of the game in one line, or in two if there is no side panel."""

    back = "panel"

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The title, the phase and the tracks; then the things, supplies and piles."""
        view = desk.view
        yield ends(partial(_where, desk), partial(_tracks, view), width)
        if height > 1:
            yield ends(partial(_standing, view), partial(_left, view), width)


def _where(desk: Shown, *, brief: bool) -> Iterator[Span]:
    view = desk.view
    if not brief:
        yield Span(f" {view.title} ", STRONG)
    if desk.turn:
        yield Span(f" {say.TURN(turn=desk.turn)}", FAINT)
    if view.phases:
        name, players = view.phases[-1]
        yield Span(f" · {words(name)}" if desk.turn else f" {words(name)}", FAINT)
        yield Span(f" {', '.join(players)}", PLAIN)


def _tracks(view: View, *, brief: bool) -> Iterator[Span]:
    for number, track in enumerate(each for each in view.tracks if not hidden(each.looks)):
        yield from (Span("  " if number else ""), Span(f"{called(track)} ", FAINT))
        yield Span(track_words(track, brief=brief), STRONG)


def _standing(view: View, *, brief: bool) -> Iterator[Span]:
    """The things that may change, in few characters."""
    for text, pen in standing_spans(view):
        yield Span(f" {text[:FEW] if brief else text}", pen)


def _left(view: View, *, brief: bool) -> Iterator[Span]:
    """Supplies and piles; in brief, only the hidden piles, each with one word if that is unambiguous."""
    for supply in view.supplies:
        if not hidden(supply.looks):
            yield from (supply_span(supply), Span(" "))
    piles = [each for each in view.piles if each.count and not hidden(each.looks)]
    piles = [each for each in piles if not each.open] if brief else sorted(piles, key=lambda each: each.open)
    names = [called(each) for each in piles]
    first = [name.split()[0] for name in names]
    if brief and len(set(first)) == len(first):
        names = first
    for pile, name in zip(piles, names, strict=True):
        yield from (Span(f" {name} ", FAINT), Span(str(pile.count), STRONG))
