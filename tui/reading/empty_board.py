"""Draws the board of a game without its pieces, as the rulebook shows it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from lazaretto.rules import View
from lazaretto.tui.board import NOTHING, Picture, shape_of
from lazaretto.tui.board.board_data import Outlines
from lazaretto.tui.look.styled_text import Cell, Line, Span

WIDTH, HEIGHT = 118, 36
"""A size that fits on a page of paper."""


def empty_board(start: View, coast: Outlines = ()) -> tuple[Line, ...]:
    """The empty board as the app draws it; no lines if the game has none."""
    view = _empty(start)
    shape = shape_of(view, coast)
    if not shape.spots:
        return ()
    rows = Picture(shape, WIDTH, HEIGHT).rows(view, NOTHING)
    shown = [number for number, row in enumerate(rows) if any(cell.char != " " for cell in row)]
    return tuple(_line(row) for row in rows[shown[0] : shown[-1] + 1]) if shown else ()


def _line(row: Sequence[Cell]) -> Line:
    """A row of cells, with neighbours of one look put together."""
    groups = groupby(row, lambda cell: cell.pen)
    return tuple(Span("".join(cell.char for cell in cells), pen) for pen, cells in groups)


def _empty(view: View) -> View:
    """The view without anything that can move or change."""
    things = {
        kind: tuple(replace(each, attributes={}, holds=(), piles=()) for each in members)
        for kind, members in view.things.items()
    }
    links = tuple(replace(each, attributes={}) for each in view.links)
    return replace(view, seats=(), things=things, links=links, markers=(), drawn={})
