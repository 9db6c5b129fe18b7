"""Checks expressions: resolves their meaning and type."""

from typing import assert_never

from lazaretto.grammar import nodes
from lazaretto.rules.check.builtin_calls import Questions
from lazaretto.rules.check.narrowing import facts, written
from lazaretto.rules.check.operators import Operators
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.types import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    KindType,
    ManyType,
    OptionalType,
    Type,
    item_of,
    join,
)

MOST_EXPRESSIONS = 50_000
"""The maximum number of names, numbers, calls and operators in all rules of a game."""


class Expressions(Operators):
    """Checks the expressions of one game."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._questions = Questions(world, self)

    def questions(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        """Check a call of a built-in function."""
        return self._questions.ask(node, scope)

    # --- one method for each form ----------------------------------------------------------------

    def meaning(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        """Return the typed expression, whatever its type."""
        self.world.expressions += 1
        if self.world.expressions > MOST_EXPRESSIONS:
            self.world.give_up(messages.too_many("expressions", MOST_EXPRESSIONS, node.span))
        found = self._meaning(node, scope, wanted)
        if found is not None and found.type == BROKEN:
            self.world.forgive()
            return None
        return found

    def _meaning(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        match node:
            case nodes.Number(value, span):
                return tree.Constant(value, NUMBER, span)
            case nodes.Flag(value, span):
                return tree.Constant(value, FLAG, span)
            case nodes.Nothing(span):
                return tree.Constant(None, NONE, span)
            case nodes.Text():
                return self.written(node, scope, wanted)
            case nodes.Name():
                return self._name(node, scope, wanted)
            case nodes.Attribute():
                return self._attribute(node, scope)
            case nodes.Call():
                return self._call(node, scope)
            case nodes.May(call, span):
                return self._may(call, span, scope)
            case nodes.Unary():
                return self._unary(node, scope)
            case nodes.Binary():
                return self._binary(node, scope, wanted)
            case nodes.Conditional():
                return self._conditional(node, scope, wanted)
            case nodes.IsA():
                return self._is_a(node, scope)
            case nodes.On():
                return self._on(node, scope)
            case nodes.Left(_, span):
                stock = self.supply(node.supply, scope)
                return tree.StockLeft(stock.supply, stock.thing, NUMBER, span) if stock else None
            case nodes.Only():
                return self._only(node, scope)
            case nodes.Listing():
                return self._listing(node, scope, wanted)
            case nodes.End():
                return self._end(node, scope)
            case nodes.RandomOf(_, span):
                many = self.many(node.set, scope)
                item = item_of(many.type) if many else None
                if many is None or item is None:
                    return None
                return tree.RandomOf(many, scope.stream, item, span)
            case nodes.MadeFor():
                return self._made_for(node, scope)
            case nodes.Quantifier():
                return self._quantifier(node, scope)
            case _:
                assert_never(node)

    def _on(self, node: nodes.On, scope: Scope) -> tree.Expression | None:
        supply = self.supply(node.supply, scope)
        holder = self.meaning(node.holder, scope, None)
        if supply is None or holder is None:
            return None
        if isinstance(holder, tree.KindSet):
            self._holds(supply, holder.kind)
            return tree.CountOn(supply.supply, supply.thing, None, holder.kind, NUMBER, node.span)
        kind = self.holder(supply, holder, node.holder)
        if kind is None:
            return None
        return tree.CountOn(supply.supply, supply.thing, holder, kind, NUMBER, node.span)

    def holder(self, supply: tree.SupplyValue, found: tree.Expression, node: nodes.Expression) -> Kind | None:
        """Return the kind of a thing that may hold pieces of a supply; report what can hold none."""
        if isinstance(found.type, OptionalType):
            self.world.report(messages.optional(written(node), node.span))
            return None
        if not isinstance(found.type, KindType):
            self.world.report(messages.wrong_type(found.type, messages.sort("holder"), node.span))
            return None
        self._holds(supply, found.type.kind)
        return found.type.kind

    def _holds(self, supply: tree.SupplyValue, kind: Kind) -> None:
        """Record that members of a kind may hold pieces of a supply."""
        supply.supply.holders.setdefault(kind.root, -1)

    def _only(self, node: nodes.Only, scope: Scope) -> tree.Expression | None:
        many = self.many(node.set, scope)
        kind = self.world.kind(node.kind)
        if many is None or kind is None:
            return None
        item = item_of(many.type)
        plain = item.item if isinstance(item, OptionalType) else item
        if not self._may_be(plain, kind, node.span):
            return None
        return tree.OnlyKind(many, kind, ManyType(KindType(kind)), node.span)

    def _listing(self, node: nodes.Listing, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        item = item_of(wanted) if wanted is not None else None
        checked = [self.meaning(each, scope, item) for each in node.items]
        found = tuple(each for each in checked if each is not None)
        if len(found) != len(checked):
            return None
        kind: Type | None = None
        for each, item_node in zip(found, node.items, strict=True):
            if each.type == SUPPLY:
                value = messages.sort("value")
                self.world.report(messages.wrong_type(SUPPLY, value, item_node.span, "counted"))
                return None
            shared = each.type if kind is None else join(kind, each.type)
            if shared is None or shared == NONE:
                self.world.report(
                    messages.wrong_type(each.type, kind or messages.sort("value"), item_node.span)
                )
                return None
            kind = shared
        return tree.ListOf(found, ManyType(kind if kind is not None else item), node.span)

    def _end(self, node: nodes.End, scope: Scope) -> tree.Expression | None:
        pile = self.pile(node.pile, scope)
        count = self.check(node.count, scope, NUMBER) if node.count is not None else None
        if pile is None or (node.count is not None and count is None):
            return None
        if isinstance(pile, tree.BoxValue):
            self.world.report(messages.wrong_type("box", "pile", node.pile.span))
            return None
        item = KindType(pile.pile.kind)
        return tree.EndOf(node.end, count, pile, item if count is None else ManyType(item), node.span)

    def _made_for(self, node: nodes.MadeFor, scope: Scope) -> tree.Expression | None:
        kind = self.world.kind(node.kind)
        if kind is None:
            return None
        if not kind.each or kind.times != 1:
            self.world.report(messages.unclear("made", node.kind.span, kind=kind.name))
            return None
        if len(node.things) != len(kind.each):
            self.world.report(
                messages.made_for_several(kind.name, (each.name for each in kind.each), node.span)
            )
            return None
        found = [
            self.check(each, scope, KindType(factor))
            for each, factor in zip(node.things, kind.each, strict=True)
        ]
        things = tuple(each for each in found if each is not None)
        return tree.MadeFor(kind, things, KindType(kind), node.span) if len(things) == len(found) else None

    def _quantifier(self, node: nodes.Quantifier, scope: Scope) -> tree.Expression | None:
        many = self.many(node.set, scope)
        item = item_of(many.type) if many is not None else None
        if many is None:
            return None
        if item is None:
            self.world.report(messages.always_empty(node.set.span))
            return None
        inner = scope.child()
        variable = inner.bind(node.variable.text, item, node.variable.span)
        where = self.condition(node.where, inner) if node.where is not None else None
        if node.where is not None and where is None:
            return None
        if where is not None:
            inner.facts.update(facts(where, True))
        value = None
        if node.value is not None:
            number = node.word in {"sum", "highest", "lowest", "greatest", "least", "sorted"}
            value = self.check(node.value, inner, NUMBER if number else None)
            if value is None:
                return None
        kind: Type
        narrowed = inner.facts.get(variable.name, item)
        match node.word:
            case "any" | "all" | "no":
                kind = FLAG
            case "count" | "sum" | "highest" | "lowest":
                kind = NUMBER
            case "first" | "greatest" | "least":
                if not isinstance(narrowed, KindType):
                    self.world.report(messages.wrong_type(item, "kind", node.set.span))
                    return None
                kind = OptionalType(narrowed)
            case "sorted":
                kind = ManyType(narrowed)
            case _:
                kind = ManyType(value.type if value is not None else narrowed)
                if node.word == "list":
                    self.world.may_repeat(kind.item)
        return tree.Quantifier(node.word, variable, many, where, value, kind, node.span)
