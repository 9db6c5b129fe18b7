"""Verifies that every node gets values of the sorts it can process, if sorts are known."""

from collections.abc import Iterator

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import Node

_NUMBERS = frozenset({ir.Sort.NUMBER, ir.Sort.MEMBER, ir.Sort.VALUE})
_FLAGS = frozenset({ir.Sort.FLAG, ir.Sort.VALUE})
_LISTS = frozenset({ir.Sort.LIST, ir.Sort.ENTRIES, ir.Sort.VALUE})
_WORDS = frozenset({ir.Sort.WORDS, ir.Sort.VALUE})
_ENTRY = frozenset({ir.Sort.ENTRY, ir.Sort.VALUE})
_Need = tuple[frozenset[ir.Sort], tuple[ir.Expression, ...]]


def alike(one: ir.Sort | None, other: ir.Sort | None) -> bool:
    """Whether a value of one sort may be used where the other is expected; an unknown sort always may."""
    if one is None or other is None or one is other or ir.Sort.VALUE in (one, other):
        return True
    return {one, other} == {ir.Sort.NUMBER, ir.Sort.MEMBER}


def disagreements(node: Node) -> Iterator[str]:
    """Yield the operands of a node whose sorts it cannot process."""
    if isinstance(node, ir.Let) and not alike(node.target.sort, sort_of(node.value)):
        yield f"a {node.target.sort.value} gets the value of {type(node.value).__name__}"
    for sorts, parts in _needs(node):
        for part in parts:
            found = sort_of(part)
            if found is not None and found not in sorts:
                yield f"{type(node).__name__} works on {type(part).__name__}, a {found.value}"


def _needs(node: object) -> Iterator[_Need]:
    """Yield the sorts that a node requires of its operands."""
    match node:
        case ir.Cell() | ir.PileAt() | ir.Item() | ir.Store() | ir.Add():
            yield _NUMBERS, (node.index,)
        case ir.PileOf():
            yield _NUMBERS, (node.piece,)
        case ir.Negative():
            yield _NUMBERS, (node.operand,)
        case ir.Compute():
            yield _NUMBERS, (node.left, node.right)
        case ir.Range():
            yield _NUMBERS, (node.low, node.high)
        case ir.Cells():
            yield _NUMBERS, (node.first, node.count)
        case ir.Compare("<" | "<=" | ">" | ">="):
            yield _NUMBERS, (node.left, node.right)
        case ir.Compare("in" | "not in"):
            yield _LISTS, (node.right,)
        case ir.Between():
            yield _NUMBERS, (node.low, node.value, node.high)
        case ir.Not():
            yield _FLAGS, (node.operand,)
        case ir.IfElse() | ir.If() | ir.While():
            yield _FLAGS, (node.test,)
        case ir.And() | ir.Or():
            yield _FLAGS, node.operands
        case ir.Select():
            yield _LISTS, (node.many,)
            yield _FLAGS, node.tests
        case ir.AnyOf(select) | ir.AllOf(select):
            yield _FLAGS, (select.result,)
        case ir.SumOf() | ir.Length() | ir.NotEmpty() | ir.Frozen() | ir.Unique():
            yield _LISTS, (node.many,)
        case ir.Extreme() | ir.Best() | ir.Sorted() | ir.Charged() | ir.ForEach():
            yield _LISTS, (node.many,)
        case ir.Picked():
            yield _LISTS, (node.many, node.by)
        case ir.Joined():
            yield _LISTS, node.lists
        case ir.MoveCounted():
            yield _NUMBERS, (node.source, node.target, node.amount)
        case ir.LogPrevented():
            yield _WORDS, (node.words,)
        case ir.Act():
            yield _ENTRY, (node.entry,)
        case _:
            pass


def sort_of(node: ir.Expression) -> ir.Sort | None:
    """Return the sort of an expression; None if unknown."""
    match node:
        case ir.Const(value):
            return _constant(value)
        case (
            ir.Local(sort=sort)
            | ir.Slot(sort=sort)
            | ir.Returned(sort)
            | ir.Cell(sort=sort)
            | ir.Item(sort=sort)
            | ir.Apply(sort=sort)
            | ir.NewList(sort)
        ):
            return sort
        case (
            ir.Players()
            | ir.PileOf()
            | ir.Compute()
            | ir.Negative()
            | ir.SumOf()
            | ir.Extreme()
            | ir.Length()
        ):
            return ir.Sort.NUMBER
        case ir.Compare() | ir.IsNone() | ir.Between() | ir.Not() | ir.And() | ir.Or() | ir.Veiled():
            return ir.Sort.FLAG
        case ir.AnyOf() | ir.AllOf() | ir.NotEmpty() | ir.MayHoldHidden():
            return ir.Sort.FLAG
        case ir.Words():
            return ir.Sort.WORDS
        case ir.Cells() | ir.PileAt() | ir.PilesOf() | ir.Select() | ir.Range() | ir.Frozen() | ir.Unique():
            return ir.Sort.LIST
        case ir.Sorted():
            return ir.Sort.LIST
        case ir.Picked() | ir.Charged():
            return sort_of(node.many)
        case ir.IfElse():
            return sort_of(node.then) or sort_of(node.otherwise)
        case _:
            return None


def _constant(value: object) -> ir.Sort | None:
    match value:
        case bool():
            return ir.Sort.FLAG
        case int():
            return ir.Sort.NUMBER
        case _:
            return None
