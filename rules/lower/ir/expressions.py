"""Defines the expressions of the lowered form: values computed from the state, the frame and local names.

Every name is resolved: an attribute is a cell of the state with its offset, a pile is a number, a call names
a lowered function. A node without a span has the position of its parent. First come the reads, then what
builds, searches or measures lists, then everything else.
"""

from enum import Enum
from typing import Literal

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.lower.ir.function_roles import Ref


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


@changing_node
class Condition:
    """A function of one parameter inside an expression: only as an argument of `Apply`."""

    variable: Local
    body: "Expression"
    span: Span | None = None


@changing_node
class Select:
    """A new list: a result for each member of a list that passes all tests.

    `longest` is the maximum length of the list, if known.
    """

    variable: Local
    many: "Expression"
    tests: tuple["Expression", ...]
    result: "Expression"
    longest: int | None = None
    span: Span | None = None


@changing_node
class AnyOf:
    """Whether `result` holds for some selected member; the search stops at the first."""

    select: Select
    span: Span | None = None


@changing_node
class AllOf:
    """Whether `result` holds for every selected member; the search stops at the first that fails."""

    select: Select
    span: Span | None = None


@changing_node
class FirstOf:
    """The first selected result, or none; the search stops there."""

    select: Select
    span: Span | None = None


@changing_node
class SumOf:
    """The sum of a list of numbers."""

    many: "Expression"
    span: Span | None = None


@changing_node
class Extreme:
    """The largest (`max`) or smallest (`min`) of a list, 0 for an empty one."""

    word: Literal["max", "min"]
    many: "Expression"
    span: Span | None = None


@changing_node
class Best:
    """The member of a list for which `key` is largest (`max`) or smallest (`min`); none for an empty one."""

    word: Literal["max", "min"]
    many: "Expression"
    variable: Local
    key: "Expression"
    span: Span | None = None


@changing_node
class Sorted:
    """The members of a list in ascending order of `key`; equal ones keep their order."""

    many: "Expression"
    variable: Local
    key: "Expression"
    span: Span | None = None


@changing_node
class Length:
    """How many members a list has."""

    many: "Expression"
    span: Span | None = None


@changing_node
class NotEmpty:
    """Whether a list has members."""

    many: "Expression"
    span: Span | None = None


@changing_node
class Frozen:
    """A copy of a list, which does not change when the state does."""

    many: "Expression"
    span: Span | None = None
    length: int = 0
    """The maximum length of the list that it goes through, for its cost."""


@changing_node
class Unique:
    """A list without duplicates, in order of first appearance."""

    many: "Expression"
    span: Span | None = None


@changing_node
class Picked:
    """The members of a list whose counterpart in a second list is not 0 or false."""

    many: "Expression"
    by: "Expression"
    span: Span | None = None


@changing_node
class Joined:
    """Lists concatenated."""

    lists: tuple["Expression", ...]
    span: Span | None = None


@changing_node
class NewList:
    """An empty list that statements append to."""

    sort: Sort
    span: Span | None = None


@changing_node
class Range:
    """The whole numbers from `low` up to but excluding `high`."""

    low: "Expression"
    high: "Expression"
    span: Span | None = None


@changing_node
class Charged:
    """A list whose evaluation costs `each` units of fuel for each member, or for `share` members together."""

    many: "Expression"
    each: int
    span: Span | None = None
    share: int = 1


Arithmetic = Literal["+", "-", "*", "/", "mod"]


@changing_node
class Compute:
    """Arithmetic on two numbers; division rounds down. `Apply("number", …)` guards against overflow."""

    operator: Arithmetic
    left: "Expression"
    right: "Expression"
    span: Span | None = None


@changing_node
class Negative:
    """A negated number."""

    operand: "Expression"
    span: Span | None = None


Comparison = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in"]


@changing_node
class Compare:
    """A comparison of two values, or whether a value is in a list."""

    operator: Comparison
    left: "Expression"
    right: "Expression"
    span: Span | None = None
    length: int = 0
    """The maximum length of the list that it goes through, for its cost."""


@changing_node
class IsNone:
    """Whether there is no value; `negated`: whether there is one."""

    operand: "Expression"
    negated: bool = False
    span: Span | None = None


@changing_node
class Between:
    """`low <= value < high`; the value is evaluated once."""

    low: "Expression"
    value: "Expression"
    high: "Expression"
    span: Span | None = None


@changing_node
class Not:
    """The negation of a condition."""

    operand: "Expression"
    span: Span | None = None


@changing_node
class And:
    """Whether all conditions hold, short-circuiting from the left; true if there are none."""

    operands: tuple["Expression", ...]
    span: Span | None = None


@changing_node
class Or:
    """Whether one of the conditions holds, short-circuiting from the left."""

    operands: tuple["Expression", ...]
    span: Span | None = None


@changing_node
class IfElse:
    """One of two values, depending on a condition."""

    test: "Expression"
    then: "Expression"
    otherwise: "Expression"
    span: Span | None = None


@changing_node
class TupleOf:
    """A tuple of values."""

    items: tuple["Expression", ...]
    span: Span | None = None


@changing_node
class Words:
    """A text as data: the number of a template and its placeholder values."""

    template: int
    gaps: tuple["Expression", ...]
    span: Span | None = None


@changing_node
class Call:
    """A call of a lowered function."""

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
    "onward",
    "line",
    "min",
    "max",
    "abs",
    "nth",
    "nth_from_top",
    "joined",
    "written",
    "total",
    "unanswered",
    "answered",
    "waiting",
]
"""Functions of `rules/run/runtime_functions.py` that return a value; and `min`, `max` of two, `abs`."""

TAKES_STATE = frozenset(
    {"union", "minus", "joined", "pick", "marked", "some", "choices", "reach", "distance", "connected"}
)
"""Those among them whose first argument is the state; it is not in `Apply.arguments`.

`total` takes the list of the state's values first; that is not in the arguments either.
"""


@changing_node
class Apply:
    """A call of a runtime function that returns a value."""

    name: RuntimeName
    arguments: tuple["Expression", ...]
    sort: Sort
    span: Span | None = None
    length: int = 0
    """The maximum length of the list that it goes through, for its cost."""


@changing_node
class MayHoldHidden:
    """Whether a hidden pile could hold something to play in the window of a question."""

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
    | Sorted
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
