"""Whether somebody sees what not everybody may: then a curtain falls, and choices are not told."""

from dataclasses import replace

from rules import View


def sees_secrets(public: View, view: View) -> bool:
    """Whether a seat sees something that not everybody may see."""
    return view.things is not public.things and _bare(view) != _bare(public)


def _bare(view: View) -> View:
    """A view without whose it is, what is asked and what is empty, to compare what can be seen."""
    seats = (replace(seat, piles=tuple(pile for pile in seat.piles if pile.count)) for seat in view.seats)
    return replace(view, seat=None, decision=None, seats=tuple(seats))
