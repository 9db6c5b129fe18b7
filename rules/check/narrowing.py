"""Narrows types by conditions: a path that was tested is not none, or belongs to a kind."""

from lazaretto.grammar import nodes
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import (
    NONE,
    KindType,
    OptionalType,
    Type,
)


def path_of(expression: tree.Expression) -> str | None:
    """Return the path of a value, such as `player.place`; reads are equal until something changes."""
    match expression:
        case tree.LocalValue(local=local):
            return local.name
        case tree.VariableValue(variable=variable, thing=None):
            return variable.name
        case tree.VariableValue(variable=variable) if expression.thing is not None:
            inner = path_of(expression.thing)
            return f"{inner}.{variable.name}" if inner is not None else None
        case _:
            return None


def written(node: nodes.Expression) -> str:
    """Return a short expression as its author wrote it, others abbreviated."""
    match node:
        case nodes.Name(text):
            return text
        case nodes.Attribute(_, name):
            return f"{written(node.thing)}.{name.text}"
        case nodes.Call(name):
            return f"{name.text}(...)"
        case nodes.Quantifier("first" | "greatest" | "least" as word, variable):
            return f"{word} {variable.text} ..."
        case _:
            return "this"


def facts(condition: tree.Expression, truth: bool) -> dict[str, Type]:
    """Return the narrowed types of paths, given that a condition holds or does not hold."""
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
        case tree.IsA(kind=kind, negated=negated) if negated != truth:
            path = path_of(condition.operand)
            return {path: KindType(kind)} if path else {}
        case _:
            return {}
