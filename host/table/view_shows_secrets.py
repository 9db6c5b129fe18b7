"""Tells whether a view shows secrets: then the screen of its seat is covered and its choices are hidden."""

from dataclasses import replace

from lazaretto.rules import View


def sees_secrets(public: View, view: View) -> bool:
    """Whether a seat sees something that is not public."""
    return view.things is not public.things and _bare(view) != _bare(public)


def _bare(view: View) -> View:
    """A view without its seat, its decision and empty piles, for comparison."""
    seats = (replace(seat, piles=tuple(pile for pile in seat.piles if pile.count)) for seat in view.seats)
    return replace(view, seat=None, decision=None, seats=tuple(seats))
