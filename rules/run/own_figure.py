"""A game that tells where a seat's own figure stands, for whoever looks for a way to a place."""

from rules.run.fast_play import Play
from rules.run.own_things import OwnThings, Pieces, own_things, place_of
from rules.run.question_forms import takes_several
from rules.run.text_rendering import Ref, refs


class OwnFigure(Play):
    """A game in progress, with the figures of its seats."""

    __slots__ = ()

    def own_things(self, seat: int) -> OwnThings | None:
        """Return what belongs to a seat; None if it has no figure on a place."""
        return own_things(self._machine, self._state, seat)

    def standing(self, own: OwnThings) -> tuple[int | None, Pieces]:
        """Return the place of a seat's figure and the pieces of the seat."""
        return own.place(self._state), own.pieces(self._state)

    def place_of(self, own: OwnThings, ref: Ref) -> int | None:
        """Return the number of the place that a reference names, if a seat's figure could stand there."""
        return place_of(self._machine, self.players, own, ref)

    def ref_of(self, own: OwnThings, place: int) -> Ref:
        """Return the name of a place on which a seat's figure may stand."""
        (found,) = refs(self._machine.tables, self.players, ("kind", own.kind), place)
        return found

    def asks_for(self, own: OwnThings) -> bool:
        """Whether the question is for one of the places on which a seat's figure may stand."""
        assert self._pending is not None
        info, kinds = self._machine.asks[self._pending.ask], self._machine.tables.kinds
        return info.tag[0] == "kind" and kinds[info.tag[1]].root == own.kind and not takes_several(info.form)
