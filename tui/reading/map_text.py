"""Draws the board of a game without its pieces, as lines of text."""

from dataclasses import replace

from rules import View
from tui.board import NOTHING, Picture, shape_of

WIDTH, HEIGHT = 118, 36
"""A size that fits on a page of paper."""


def map_text(start: View) -> tuple[str, ...]:
    """The empty board as the app draws it; no lines if the game has none."""
    view = _empty(start)
    shape = shape_of(view)
    if not shape.spots:
        return ()
    rows = Picture(shape, WIDTH, HEIGHT).rows(view, NOTHING)
    lines = ["".join(cell.char for cell in row).rstrip() for row in rows]
    shown = [number for number, line in enumerate(lines) if line]
    return tuple(lines[shown[0] : shown[-1] + 1]) if shown else ()


def _empty(view: View) -> View:
    """The view without anything that can move or change."""
    things = {
        kind: tuple(replace(each, attributes={}, holds=(), piles=()) for each in members)
        for kind, members in view.things.items()
    }
    links = tuple(replace(each, attributes={}) for each in view.links)
    return replace(view, seats=(), things=things, links=links, markers=(), drawn={})
