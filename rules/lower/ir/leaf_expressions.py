"""Defines the reads of the lowered form: constants, local names, frame slots, the state, constant tables."""

from enum import Enum
from typing import TYPE_CHECKING

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span

if TYPE_CHECKING:
    from lazaretto.rules.lower.ir.expressions import Expression


class Sort(Enum):
    """The representation of a value at run time, for back ends that must choose a storage format."""

    NUMBER = "number"
    FLAG = "flag"
    MEMBER = "member"
    """The id of a member of a kind, or none."""
    LIST = "list"
    """Ids of members or numbers, in order."""
    WORDS = "words"
    """The number of a template and its placeholder values, or none."""
    ENTRY = "entry"
    """A seat and the number of an action, or none."""
    ENTRIES = "entries"
    """A list of entries."""
    VALUE = "value"
    """Anything else: the marks of `once`, rows of constant tables, pairs."""


@changing_node
class Const:
    """A value known at compile time: a number, a flag, a text, none, or a tuple of these."""

    value: object
    span: Span | None = None


@changing_node
class Local:
    """A local name of one function."""

    name: str
    sort: Sort
    span: Span | None = None


@changing_node
class Slot:
    """A slot of the current frame; slot 0 holds the next segment and is never read here."""

    number: int
    sort: Sort
    span: Span | None = None


@changing_node
class Players:
    """The number of seats of this game."""

    span: Span | None = None


@changing_node
class Veiled:
    """Whether a pile of some seat is hidden from another seat."""

    span: Span | None = None


@changing_node
class Returned:
    """The result of the last resumable procedure."""

    sort: Sort
    span: Span | None = None


@changing_node
class Cell:
    """One value of the state: variables, markers and counts are in one list."""

    index: "Expression"
    sort: Sort
    span: Span | None = None


@changing_node
class Cells:
    """A range of the state's values as a list: `count` values from `first` on."""

    first: "Expression"
    count: "Expression"
    span: Span | None = None


@changing_node
class PileAt:
    """The pieces of a pile, with the top piece last."""

    index: "Expression"
    span: Span | None = None


@changing_node
class PileOf:
    """The number of a piece's pile."""

    piece: "Expression"
    span: Span | None = None


@changing_node
class PilesOf:
    """The numbers of the piles of a range of pieces, as a list."""

    first: int
    count: int
    span: Span | None = None


@changing_node
class Table:
    """A constant table of the program, by name."""

    name: str
    span: Span | None = None


@changing_node
class Item:
    """One item of a table or of a list; counted from 0, or from the end if the index is negative."""

    many: "Expression"
    index: "Expression"
    sort: Sort
    span: Span | None = None
