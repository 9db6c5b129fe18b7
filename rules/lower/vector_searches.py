"""Lowers searches to operations on a range of cells, without visiting each member of a kind.

The counts on places and the values of an attribute are adjacent in the state. So a range of cells selects the
places that hold something, and one search in a range finds whether some member has a value. This is correct
only while nothing changes, which holds inside expressions.
"""

from collections.abc import Callable

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.builders import plus
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.model.types import FlagType, ManyType, PileType

_SEVERAL = 6
"""Fewer members than this are visited one by one."""


def conditions_of(where: tree.Expression | None) -> list[tree.Expression]:
    """Return the conditions that must all hold."""
    match where:
        case None:
            return []
        case tree.Operation("and", operands):
            return [part for each in operands for part in conditions_of(each)]
        case _:
            return [where]


def picking_cells(
    many: tree.Expression,
    variable: tree.Local,
    where: tree.Expression | None,
    first_count: Callable[[tree.CountOn], ir.Expression],
) -> tuple[ir.Cells, tree.Expression] | None:
    """Return the cells that select members, and the condition that they replace.

    `first_count` gives the cell that counts on the first member of the root kind.
    """
    if not isinstance(many, tree.KindSet) or many.kind.is_player or many.kind.seated:
        return None
    if many.kind.count < _SEVERAL:
        return None
    count = ir.Const(many.kind.count)
    for place, part in enumerate(conditions_of(where)):
        counted = _counted(part, variable)
        if counted is not None and (place == 0 or cannot_fail(counted.thing)):
            return ir.Cells(plus(first_count(counted), ir.Const(many.kind.first)), count), part
        match part:
            case tree.VariableValue(variable=thing, thing=tree.LocalValue(local=local), type=FlagType()) if (
                local is variable and not thing.constant and thing.owner is not None
            ):
                first = thing.offset - thing.owner.first + many.kind.first
                return ir.Cells(ir.Const(first), count), part
            case _:
                pass
    return None


def _counted(part: tree.Expression, variable: tree.Local) -> tree.CountOn | None:
    """Match `pieces on x > 0`, in any of its forms."""
    match part:
        case tree.Operation(
            ">" | "!=",
            (tree.CountOn(holder=tree.LocalValue(local=local)) as counted, tree.Constant(value=0)),
        ) | tree.Operation(
            ">=", (tree.CountOn(holder=tree.LocalValue(local=local)) as counted, tree.Constant(value=1))
        ):
            return counted if local is variable and not _names(counted.thing, variable) else None
        case _:
            return None


def cannot_fail(thing: tree.Expression | None) -> bool:
    """Whether something can be evaluated even if the conditions before it do not hold."""
    match thing:
        case None | tree.Constant():
            return True
        case tree.LocalValue(local, kind):
            return kind == local.type
        case tree.VariableValue(variable, _, kind):
            return kind == variable.type and cannot_fail(thing.thing)
        case _:
            return False


def some_member_has(
    many: tree.Expression,
    variable: tree.Local,
    where: tree.Expression | None,
    lower: Callable[[tree.Expression], ir.Expression],
) -> ir.Expression | None:
    """Lower the test whether some member has a value in an attribute; None for other conditions."""
    match many, where:
        case (
            tree.KindSet(kind),
            tree.Operation(
                "=",
                (
                    tree.VariableValue(variable=thing, thing=tree.LocalValue(local=local)) as left,
                    right,
                ),
            ),
        ) if local is variable and not isinstance(left.type, ManyType | PileType):
            if thing.constant or thing.owner is None or kind.seated or _names(right, variable):
                return None
            first = thing.offset - thing.owner.first + kind.first
            return ir.Compare("in", lower(right), _cells_of(kind, first))
        case _:
            return None


def _cells_of(kind: Kind, first: int) -> ir.Cells:
    return ir.Cells(ir.Const(first), ir.Players() if kind.is_player else ir.Const(kind.count))


def _names(node: object, variable: tree.Local) -> bool:
    return any(isinstance(each, tree.LocalValue) and each.local is variable for each in walk(node))
