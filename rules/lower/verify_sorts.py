"""Verifies that every node gets values of the sorts it can process, if sorts are known."""

from collections.abc import Iterator

from rules.lower import ir
from rules.lower.ir.walk import Node

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


def _needs(node: Node) -> Iterator[_Need]:
    """Yield the sorts that a node requires of its operands."""
    match node:
        case ir.Cell(part) | ir.PileAt(part) | ir.PileOf(part) | ir.Negative(part) | ir.Item(index=part):
            yield _NUMBERS, (part,)
        case ir.Compute(_, one, other) | ir.Range(one, other) | ir.Cells(one, other):
            yield _NUMBERS, (one, other)
        case ir.Compare("<" | "<=" | ">" | ">=", one, other):
            yield _NUMBERS, (one, other)
        case ir.Compare("in" | "not in", _, many):
            yield _LISTS, (many,)
        case ir.Between(low, value, high):
            yield _NUMBERS, (low, value, high)
        case ir.Not(part) | ir.IfElse(part) | ir.If(part) | ir.While(part):
            yield _FLAGS, (part,)
        case ir.And(parts) | ir.Or(parts):
            yield _FLAGS, parts
        case ir.Select(_, many, tests):
            yield _LISTS, (many,)
            yield _FLAGS, tests
        case ir.AnyOf(select) | ir.AllOf(select):
            yield _FLAGS, (select.result,)
        case ir.SumOf(many) | ir.Length(many) | ir.NotEmpty(many) | ir.Frozen(many) | ir.Unique(many):
            yield _LISTS, (many,)
        case ir.Extreme(_, many) | ir.Best(_, many) | ir.Charged(many) | ir.ForEach(_, many):
            yield _LISTS, (many,)
        case ir.Picked(many, by):
            yield _LISTS, (many, by)
        case ir.Joined(lists):
            yield _LISTS, lists
        case ir.Store(index) | ir.Add(index):
            yield _NUMBERS, (index,)
        case ir.MoveCounted(source, target, amount):
            yield _NUMBERS, (source, target, amount)
        case ir.LogPrevented(words):
            yield _WORDS, (words,)
        case ir.Act(entry):
            yield _ENTRY, (entry,)
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
        case ir.Picked(many=many) | ir.Charged(many=many):
            return sort_of(many)
        case ir.IfElse(then=then, otherwise=otherwise):
            return sort_of(then) or sort_of(otherwise)
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
