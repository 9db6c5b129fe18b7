"""Searches that Python can do at once, without looking at each member of a kind.

What is counted on places, and what each thing has, lies side by side in the list of values. So the places
that hold something are picked by a stretch of that list, and whether anything has a certain value is asked
of the stretch as a whole. Only where nothing changes while it is looked through.
"""

import ast
from collections.abc import Callable

from rules.compile import python as py
from rules.model import tree
from rules.model.entities import Kind
from rules.model.tree_walk import walk
from rules.model.types import FlagType, ManyType, PileType

Emit = Callable[[tree.Expression], ast.expr]


def parts_of(where: tree.Expression | None) -> list[tree.Expression]:
    """The conditions that must all hold."""
    match where:
        case None:
            return []
        case tree.Operation("and", operands):
            return [part for each in operands for part in parts_of(each)]
        case _:
            return [where]


def picked(
    many: tree.Expression, variable: tree.Local, where: tree.Expression | None, start: Callable[..., ast.expr]
) -> tuple[ast.expr, tree.Expression] | None:
    """The stretch of values by which members are picked, and the condition that it stands for.

    `start` gives the place of the first member's count.
    """
    if not isinstance(many, tree.KindSet) or many.kind.is_player or many.kind.count < _SEVERAL:
        return None
    for place, part in enumerate(parts_of(where)):
        counted = _counted(part, variable)
        if counted is not None and (place == 0 or _stands_alone(counted.thing)):
            first = py.plus(start(counted), py.const(many.kind.first))
            return _stretch(first, many.kind.count), part
        match part:
            case tree.VariableValue(variable=thing, thing=tree.LocalValue(local=local), type=FlagType()) if (
                local is variable and not thing.constant and thing.owner is not None
            ):
                first = py.const(thing.offset - thing.owner.first + many.kind.first)
                return _stretch(first, many.kind.count), part
            case _:
                pass
    return None


_SEVERAL = 6
"""Fewer members than this are looked at one by one."""


def _counted(part: tree.Expression, variable: tree.Local) -> tree.CountOn | None:
    """`pieces on x > 0`, in any of its forms."""
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


def _stands_alone(thing: tree.Expression | None) -> bool:
    """Whether something can be worked out though the conditions before it may not hold."""
    match thing:
        case None | tree.Constant():
            return True
        case tree.LocalValue(local, kind):
            return kind == local.type
        case tree.VariableValue(variable, owner, kind):
            return kind == variable.type and _stands_alone(owner)
        case _:
            return False


def _stretch(first: ast.expr, count: int) -> ast.expr:
    if isinstance(first, ast.Constant):
        assert isinstance(first.value, int)
        end: ast.expr = py.const(first.value + count)
    else:
        end = py.plus(py.copied(first), py.const(count))
    return py.item(py.name("v"), ast.Slice(first, end, None))


def had(
    many: tree.Expression, variable: tree.Local, where: tree.Expression | None, emit: Emit
) -> ast.expr | None:
    """Whether any member has a certain value, asked of all at once; None where it is no such question."""
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
            if thing.constant or thing.owner is None or _names(right, variable):
                return None
            first = thing.offset - thing.owner.first + kind.first
            return py.compare(emit(right), ast.In(), _values(kind, first))
        case _:
            return None


def _values(kind: Kind, first: int) -> ast.expr:
    end: ast.expr = py.const(first + kind.count)
    if kind.is_player:
        end = py.plus(py.field("s", "players"), py.const(first))
    return py.item(py.name("v"), ast.Slice(py.const(first), end, None))


def _names(node: object, variable: tree.Local) -> bool:
    return any(isinstance(each, tree.LocalValue) and each.local is variable for each in walk(node))
