"""Defines the expressions of the lowered form: values computed from the state, the frame and local names.

Every name is resolved: an attribute is a cell of the state with its offset, a pile is a number, a call names
a lowered function. A node without a span has the position of its parent.
"""

from typing import Literal

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.lower.ir.function_roles import Ref
from lazaretto.rules.lower.ir.leaf_expressions import (
    Cell,
    Cells,
    Const,
    Item,
    Local,
    PileAt,
    PileOf,
    PilesOf,
    Players,
    Returned,
    Slot,
    Sort,
    Table,
    Veiled,
)
from lazaretto.rules.lower.ir.lists import (
    AllOf,
    AnyOf,
    Best,
    Charged,
    Condition,
    Extreme,
    FirstOf,
    Frozen,
    Joined,
    Length,
    NewList,
    NotEmpty,
    Picked,
    Range,
    Select,
    Sorted,
    SumOf,
    Unique,
)

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
