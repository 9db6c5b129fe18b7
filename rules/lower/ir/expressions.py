"""Expressions of the lowered form: values computed from the state, the frame and local names.

Every name is resolved: an attribute is a cell of the state with its offset, a pile is a number, a
call names a lowered function. A node without a span stands where its parent stands.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from grammar.source import Span
from rules.lower.ir.functions import Ref


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


Arithmetic = Literal["+", "-", "*", "/", "mod"]


@dataclass(slots=True, eq=False)
class Compute:
    """Arithmetic on two numbers; division rounds down. Overflow is guarded by `Apply("number", …)`."""

    operator: Arithmetic
    left: "Expression"
    right: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Negative:
    """A number with the other sign."""

    operand: "Expression"
    span: Span | None = None


Comparison = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in"]


@dataclass(slots=True, eq=False)
class Compare:
    """A comparison of two values, or whether a value is among a list."""

    operator: Comparison
    left: "Expression"
    right: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class IsNone:
    """Whether there is no value; `negated`: whether there is one."""

    operand: "Expression"
    negated: bool = False
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Between:
    """`low <= value < high`; the value is evaluated once."""

    low: "Expression"
    value: "Expression"
    high: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Not:
    """The contrary of a condition."""

    operand: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class And:
    """All conditions hold, evaluated from the left as far as needed; true where there are none."""

    operands: tuple["Expression", ...]
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Or:
    """One of the conditions holds, evaluated from the left as far as needed."""

    operands: tuple["Expression", ...]
    span: Span | None = None


@dataclass(slots=True, eq=False)
class IfElse:
    """One value or another, by a condition."""

    test: "Expression"
    then: "Expression"
    otherwise: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class TupleOf:
    """Values side by side."""

    items: tuple["Expression", ...]
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Words:
    """Words as data: the number of a template and what fills its gaps."""

    template: int
    gaps: tuple["Expression", ...]
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Call:
    """A lowered function called with arguments."""

    function: Ref
    arguments: tuple["Expression", ...]
    span: Span | None = None


RuntimeName = Literal[
    "number",
    "within",
    "union",
    "minus",
    "top",
    "bottom",
    "pick",
    "settled",
    "marked",
    "some",
    "choices",
    "neighbours",
    "links",
    "reach",
    "distance",
    "connected",
    "across",
    "min",
    "max",
    "total",
]
"""Functions of `rules.run.runtime_functions` (and `min`, `max` of two numbers) that give a value."""

TAKES_STATE = frozenset(
    {"union", "minus", "pick", "marked", "some", "choices", "reach", "distance", "connected"}
)
"""Those among them whose first argument is the state; it is not among `Apply.arguments`.

`total` takes the list of the state's values first; that is not among the arguments either.
"""


@dataclass(slots=True, eq=False)
class Apply:
    """A function of the run time that gives a value."""

    name: RuntimeName
    arguments: tuple["Expression", ...]
    sort: Sort
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Condition:
    """A function of one parameter inside an expression: only as an argument of `Apply`."""

    variable: Local
    body: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Select:
    """A new list: a result for each member of a list that meets all tests.

    `longest` is how many members the list can have, where that is known.
    """

    variable: Local
    many: "Expression"
    tests: tuple["Expression", ...]
    result: "Expression"
    longest: int | None = None
    span: Span | None = None


@dataclass(slots=True, eq=False)
class AnyOf:
    """Whether `result` holds for some selected member; the search stops at the first."""

    select: Select
    span: Span | None = None


@dataclass(slots=True, eq=False)
class AllOf:
    """Whether `result` holds for every selected member; the search stops at the first that fails."""

    select: Select
    span: Span | None = None


@dataclass(slots=True, eq=False)
class FirstOf:
    """The first selected result, or none; the search stops there."""

    select: Select
    span: Span | None = None


@dataclass(slots=True, eq=False)
class SumOf:
    """The sum of a list of numbers."""

    many: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Extreme:
    """The largest (`max`) or smallest (`min`) of a list, 0 for an empty one."""

    word: Literal["max", "min"]
    many: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Best:
    """The member of a list for which `key` is largest (`max`) or smallest (`min`); none for an empty one."""

    word: Literal["max", "min"]
    many: "Expression"
    variable: Local
    key: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Length:
    """How many members a list has."""

    many: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class NotEmpty:
    """Whether a list has members."""

    many: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Frozen:
    """A list as it is now: it does not change when the state does."""

    many: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Unique:
    """A list without repetitions, in order of first appearance."""

    many: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Picked:
    """Those members of a list whose counterpart in a second list is not 0 or false."""

    many: "Expression"
    by: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Joined:
    """Lists one after another."""

    lists: tuple["Expression", ...]
    span: Span | None = None


@dataclass(slots=True, eq=False)
class NewList:
    """An empty list that statements append to."""

    sort: Sort
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Range:
    """The whole numbers from `low` up to and without `high`."""

    low: "Expression"
    high: "Expression"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Charged:
    """A list that is paid for when it is evaluated: `each` units of fuel for each member."""

    many: "Expression"
    each: int
    span: Span | None = None


@dataclass(slots=True, eq=False)
class MayHoldHidden:
    """Whether a hidden pile might hold something to play in the window of a question."""

    question: int
    span: Span | None = None


Expression = (
    Const
    | Local
    | Slot
    | Players
    | Veiled
    | Returned
    | Cell
    | Cells
    | PileAt
    | PileOf
    | PilesOf
    | Table
    | Item
    | Compute
    | Negative
    | Compare
    | IsNone
    | Between
    | Not
    | And
    | Or
    | IfElse
    | TupleOf
    | Words
    | Call
    | Apply
    | Condition
    | Select
    | AnyOf
    | AllOf
    | FirstOf
    | SumOf
    | Extreme
    | Best
    | Length
    | NotEmpty
    | Frozen
    | Unique
    | Picked
    | Joined
    | NewList
    | Range
    | Charged
    | MayHoldHidden
)
