"""Checks that an expression is what its context needs: a condition, a list, a pile, a value of a type.

Conditions narrow types: a path that was tested is not none, or belongs to a kind. `facts` reads that from
them.
"""

from abc import ABC, abstractmethod

from lazaretto.grammar import nodes
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    VOID,
    KindType,
    ManyType,
    OptionalType,
    PileType,
    Type,
    fits,
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


class Demands(ABC):
    """Compares an expression with what its context expects; the subclass resolves its meaning."""

    def __init__(self, world: World) -> None:
        self.world = world

    @abstractmethod
    def meaning(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        """Return the typed expression, whatever its type."""

    def check(
        self, node: nodes.Expression, scope: Scope, wanted: Type | None = None
    ) -> tree.Expression | None:
        """Return the typed expression, or None after reporting the mistake."""
        found = self.meaning(node, scope, wanted)
        if found is None:
            return None
        if wanted is not None and not fits(found.type, wanted):
            if isinstance(found.type, OptionalType) and fits(found.type.item, wanted):
                self.world.report(messages.optional(written(node), node.span))
            elif found.type == VOID and isinstance(node, nodes.Call):
                self.world.report(messages.no_result(node.name.text, node.span))
            else:
                counted = wanted == NUMBER and isinstance(found.type, ManyType | PileType)
                thing = written(node) if isinstance(node, nodes.Name | nodes.Attribute) else "..."
                hint = "how many" if counted else ""
                self.world.report(messages.wrong_type(found.type, wanted, node.span, hint, thing=thing))
            return None
        return found

    def condition(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """Check a condition."""
        return self.check(node, scope, FLAG)

    def many(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """Check something with members: a list, a pile, a kind."""
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        if not isinstance(found.type, ManyType | PileType):
            self.world.report(messages.wrong_type(found.type, "set", node.span, "members"))
            return None
        return found

    def supply(self, node: nodes.Expression, scope: Scope) -> tree.SupplyValue | None:
        """Check a supply."""
        value = self.meaning(node, scope, None)
        if value is None:
            return None
        if not isinstance(value, tree.SupplyValue):
            self.world.report(messages.wrong_type(value.type, SUPPLY, node.span))
            return None
        return value

    def pile(self, node: nodes.Expression, scope: Scope) -> tree.PileValue | tree.BoxValue | None:
        """Check a pile, or the box."""
        if isinstance(node, nodes.Name) and node.text == "box":
            return tree.BoxValue(ManyType(None), node.span)
        value = self.meaning(node, scope, None)
        if value is None:
            return None
        if not isinstance(value, tree.PileValue):
            self.world.report(messages.wrong_type(value.type, "pile", node.span))
            return None
        return value

    def players(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """Check a player or several, as a list."""
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        player = KindType(self.world.player)
        if fits(found.type, player):
            return tree.ListOf((found,), ManyType(player), node.span)
        if fits(found.type, ManyType(player)):
            return found
        self.world.report(messages.wrong_type(found.type, messages.sort("players"), node.span))
        return None
