"""The board as rows of cells: a map with links and coast, or tiles. Pure; it knows no screen and no game."""

from tui.board.board_data import Area, Link, Outlines, Shape, Spot, shape_of
from tui.board.board_renderer import Direction, Picture
from tui.board.pieces_as_marks import NOTHING, Mark, Marked, marks_of

__all__ = [
    "NOTHING",
    "Area",
    "Direction",
    "Link",
    "Mark",
    "Marked",
    "Outlines",
    "Picture",
    "Shape",
    "Spot",
    "marks_of",
    "shape_of",
]
