"""Defines marks on the board: what is drawn on a place, an area or a link."""

from dataclasses import dataclass

from lazaretto.tui.board.short_names import narrow


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a place, an area or a link."""

    text: str
    """A description in words; for a seat, the player's name."""
    colour: str
    kind: str
    """pieces (counted), pile (single pieces), number, thing (a marker), danger, seat (a player's figure)."""
    count: int
    letter: str
    glyph: str
    label: str = ""
    """What is written instead where there is room: the name of a single piece without a sign."""


def initial(text: str) -> str:
    """The first letter of a text, as a sign."""
    return next((each.upper() for each in narrow(text, ascii=True) if each.isalnum()), "?")
