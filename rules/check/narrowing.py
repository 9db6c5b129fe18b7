"""Narrows types by conditions: a path that was tested is not none, or belongs to a kind."""

from grammar import nodes
from rules.model import tree
from rules.model.types import (
    NONE,
    KindType,
    OptionalType,
    Type,
)


def path_of(expression: tree.Expression) -> str | None:
    """The path of a value, such as `player.place`; two reads of it are equal if nothing happens between."""
    match expression:
        case tree.LocalValue(local=local):
            return local.name
        case tree.VariableValue(variable=variable, thing=None):
            return variable.name
        case tree.VariableValue(variable=variable, thing=thing) if thing is not None:
            inner = path_of(thing)
            return f"{inner}.{variable.name}" if inner is not None else None
        case _:
            return None


def written(node: nodes.Expression) -> str:
    """An expression as its author wrote it, as far as it is short."""
    match node:
        case nodes.Name(text):
            return text
        case nodes.Attribute(thing, name):
            return f"{written(thing)}.{name.text}"
        case nodes.Call(name):
            return f"{name.text}(...)"
        case _:
            return "this"


def facts(condition: tree.Expression, truth: bool) -> dict[str, Type]:
    """What is known of paths once a condition is known to hold, or not to hold."""
    match condition:
        case tree.Operation("and" | "or" as operator, operands) if (operator == "and") == truth:
            return {path: kind for each in operands for path, kind in facts(each, truth).items()}
        case tree.Operation("not", (operand,)):
            return facts(operand, not truth)
        case tree.Operation(operator="=" | "!=" as operator, operands=(left, right)):
            differs = (operator == "!=") == truth
            for one, other in ((left, right), (right, left)):
                something = other.type == NONE if differs else isinstance(other.type, KindType)
                path = path_of(one)
                if path and isinstance(one.type, OptionalType) and something:
                    return {path: one.type.item}
            return {}
        case tree.IsA(operand=operand, kind=kind, negated=negated) if negated != truth:
            path = path_of(operand)
            return {path: KindType(kind)} if path else {}
        case _:
            return {}
