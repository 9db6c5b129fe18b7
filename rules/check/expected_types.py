"""Checks that an expression is what its context needs: a condition, a list, a pile, a value of a type."""

from abc import ABC, abstractmethod

from lazaretto.grammar import nodes
from lazaretto.rules.check.narrowing import written
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import (
    FLAG,
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
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        if not isinstance(found, tree.SupplyValue):
            self.world.report(messages.wrong_type(found.type, SUPPLY, node.span))
            return None
        return found

    def pile(self, node: nodes.Expression, scope: Scope) -> tree.PileValue | tree.BoxValue | None:
        """Check a pile, or the box."""
        if isinstance(node, nodes.Name) and node.text == "box":
            return tree.BoxValue(ManyType(None), node.span)
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        if not isinstance(found, tree.PileValue):
            self.world.report(messages.wrong_type(found.type, "pile", node.span))
            return None
        return found

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
