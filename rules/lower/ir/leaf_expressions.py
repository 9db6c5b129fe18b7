"""What expressions read: constants, local names, slots of the frame, the state, constant tables."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from grammar.source import Span

if TYPE_CHECKING:
    from rules.lower.ir.expressions import Expression


class Sort(Enum):
    """What a value is at run time, for back ends that need to know how to store it."""

    NUMBER = "number"
    FLAG = "flag"
    MEMBER = "member"
    """The id of a member of a kind, or none."""
    LIST = "list"
    """Ids of members or numbers, in order."""
    WORDS = "words"
    """The number of a template and what fills its gaps, or none."""
    ENTRY = "entry"
    """A seat and the number of an action, or none."""
    ENTRIES = "entries"
    """A list of entries."""
    VALUE = "value"
    """Anything else: the marks of `once`, rows of constant tables, pairs."""


@dataclass(slots=True, eq=False)
class Const:
    """A value known at compile time: a number, a flag, a text, none, or a tuple of these."""

    value: object
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Local:
    """A local name of one function."""

    name: str
    sort: Sort
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Slot:
    """A slot of the frame of the running procedure; slot 0 holds the next segment and is never read here."""

    number: int
    sort: Sort
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Players:
    """The number of seats of this game."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class Veiled:
    """Whether some seat's own pile is hidden from another."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class Returned:
    """What the last resumable procedure returned."""

    sort: Sort
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Cell:
    """One value of the state: variables, markers and counts lie in one list."""

    index: "Expression"
    sort: Sort
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Cells:
    """A stretch of the state's values as a list: `count` values from `first` on."""

    first: "Expression"
    count: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class PileAt:
    """The pieces of a pile, the topmost last."""

    index: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class PileOf:
    """The number of the pile in which a piece lies."""

    piece: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class PilesOf:
    """The numbers of the piles in which a range of pieces lie, as a list."""

    first: int
    count: int
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Table:
    """A constant table of the program, by name."""

    name: str
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Item:
    """One item of a table or of a list; counted from 0, or from the end where the index is negative."""

    many: "Expression"
    index: "Expression"
    sort: Sort
    span: Span | None = None
