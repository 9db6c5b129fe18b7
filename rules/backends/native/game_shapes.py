"""Says what the numbers in the memory of a game mean: which of them are lists, texts or entries."""

from collections.abc import Mapping

from lazaretto.grammar.node_dataclass import value

PLAIN, TEXT, LIST = 0, 1, 2
"""Shapes: a plain number, a text; a list has 2 more than its members."""


@value
class Meaning:
    """The shape of a value; entries are a seat and an action in one number."""

    shape: int = PLAIN
    entry: bool = False


@value
class GameShapes:
    """What the values of one game are; plain data that can be pickled."""

    cells: Mapping[int, Meaning]
    """The cells that hold more than plain values."""
    slots: Mapping[int, tuple[Meaning, ...]]
    """The slots of the frames of each procedure, slot 0 included."""
    procedure_of: tuple[int, ...]
    """The procedure of each segment."""
    result: Meaning
    """The result of the last resumable procedure."""
    gaps: tuple[tuple[Meaning, ...], ...]
    """The placeholders of each template."""
    texts: tuple[str, ...]
    """Constant texts, by their number."""
    text_addresses: tuple[int, ...]
