"""Defines the expressions of the lowered form that build, search or measure lists."""

from typing import TYPE_CHECKING, Literal

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.lower.ir.leaf_expressions import Local, Sort

if TYPE_CHECKING:
    from lazaretto.rules.lower.ir.expressions import Expression


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
