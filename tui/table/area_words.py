"""Tells which places are around an area, and what lies there."""

from lazaretto.rules import Ref, View
from lazaretto.tui.board.badges import Style, text
from lazaretto.tui.board.pieces_as_marks import marks_of
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.view_lookup import label_of, thing_of


def around(view: View, ref: Ref) -> str:
    """The places around an area, each with the pieces on it; empty if this is no area."""
    thing = thing_of(view, ref)
    members = thing.refs.get("members", ()) if thing is not None else ()
    marks = marks_of(view)
    told = []
    for each in members:
        pieces = [text(mark, Style()) for mark in marks.get(each, ()) if mark.kind == "pieces"]
        name = label_of(view, each)
        told.append(say.WITH_PIECES(place=name, pieces=" ".join(pieces)) if pieces else name)
    return ", ".join(told)
