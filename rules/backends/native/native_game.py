"""Holds a translated game: flat code, and what Python must know to run it."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.flat.program import FlatProgram
from lazaretto.rules.backends.native.game_shapes import GameShapes, Meaning
from lazaretto.rules.backends.native.layout import Layout

_NO_CODE = FlatProgram({}, {}, (), {}, (), 0)


@value
class NativeGame:
    """A game in flat code, and what Python must know to use it."""

    program: FlatProgram
    layout: Layout
    places: tuple[str, ...]
    """The source positions that faults name."""
    shapes: GameShapes
    names: tuple[str, ...]
    """The names that faults mention."""
    settings: tuple[object, ...]
    """The rules that set values."""
    results: Mapping[str, Meaning]
    """What the functions of the rules return."""

    @property
    def mark(self) -> str:
        """A hash that tells whether code fits this description of the game."""
        whole = (self.layout, self.places, self.shapes, self.names, self.settings)
        return sha256(repr(whole).encode()).hexdigest()

    def without_code(self) -> "NativeGame":
        """Return what is needed to run the game once its code is compiled."""
        return replace(self, program=_NO_CODE)
