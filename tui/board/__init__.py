"""The board as rows of cells: a map with links and coast, or tiles. Pure; it knows no screen and no game."""

from tui.board.board_renderer import Direction, Picture
from tui.board.piece_marks import NOTHING, Mark, Marked, marks_of
from tui.board.static_board import Area, Link, Outlines, Shape, Spot, shape_of

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
