"""Decides where the board cursor starts at a question, and what is said of a spot that takes nothing."""

from typing import TYPE_CHECKING

from lazaretto.rules import Ref
from lazaretto.tui.messages import table as say
from lazaretto.tui.messages import travel
from lazaretto.tui.table.view_lookup import label_of

if TYPE_CHECKING:
    from lazaretto.tui.table.table_state import Desk


def start_of_cursor(desk: "Desk") -> Ref | None:
    """Where the cursor stands at a new question.

    If a spot is asked for, this is one that may be chosen. Otherwise the cursor follows the seat's own figure
    if that has moved, and stays where it is if not.
    """
    home, cursor = desk.home(), desk.cursor
    moved, desk.stood = home != desk.stood, home
    if cursor is None or cursor not in desk.map.spots() or moved:
        cursor = home
    question = desk.question
    open_ones = () if question is None else [ref for ref in question.spots if ref in (question.lit or ())]
    if open_ones and cursor not in open_ones:
        return next(iter(desk.map.order(open_ones)), cursor)
    return cursor


def refused_spot(desk: "Desk", ref: Ref) -> str:
    """Why a spot cannot be chosen that is no answer to the question."""
    told = say.CANNOT_BE_CHOSEN_OWN if stands_on(desk, ref) else say.CANNOT_BE_CHOSEN
    return told(name=label_of(desk.sight.view, ref), next=desk.keymap.shown("table.next"))


def nothing_with(desk: "Desk", ref: Ref) -> str:
    """What is said where no action leads to a thing or uses it."""
    view, name = desk.sight.view, label_of(desk.sight.view, ref)
    if desk.asked and stands_on(desk, ref):
        return travel.ARE_THERE(place=name)
    home = desk.home()
    if desk.asked and home is not None and home.kind == ref.kind and stands_on(desk, home):
        return travel.NO_WAY(place=name)
    help_key = desk.keymap.shown("table.help")
    return say.NOTHING_HERE(name=label_of(view, ref), help=help_key)


def stands_on(desk: "Desk", ref: Ref) -> bool:
    """Whether the seat's own figure is there."""
    view = desk.sight.view
    return view.seat is not None and any(ref in refs for refs in view.seats[view.seat].refs.values())
