"""What an expression means and which type it has."""

from typing import assert_never

from grammar import nodes
from grammar.source import Span
from rules.check.names import Names
from rules.check.narrowing import facts, written
from rules.check.questions import Questions
from rules.check.scope import Scope
from rules.check.world import World
from rules.errors import messages
from rules.model import tree
from rules.model.sorts import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    TEXT,
    VOID,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    PileType,
    Type,
    fits,
    item_of,
    join,
)
from rules.model.things import Kind

MOST = 2**63 - 1
"""Numbers stay within 64 bits."""


class Expressions(Names):
    """The checker of expressions, over one world."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._questions = Questions(world, self)

    def questions(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        """The meaning of a call of what the language brings along."""
        return self._questions.ask(node, scope)

    # --- doors ---------------------------------------------------------------------------------

    def check(
        self, node: nodes.Expression, scope: Scope, wanted: Type | None = None
    ) -> tree.Expression | None:
        """The meaning of an expression, or None with the mistake reported."""
        found = self.meaning(node, scope, wanted)
        if found is None:
            return None
        if wanted is not None and not fits(found.type, wanted):
            if isinstance(found.type, OptionalType) and fits(found.type.item, wanted):
                self.world.report(messages.optional(written(node), node.span))
            elif found.type == VOID and isinstance(node, nodes.Call):
                self.world.report(messages.no_result(node.name.text, node.span))
            else:
                self.world.report(messages.wrong_type(found.type, wanted, node.span))
            return None
        return found

    def condition(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """A condition."""
        return self.check(node, scope, FLAG)

    def many(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """Something with members: a list, a pile, a kind."""
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        if not isinstance(found.type, ManyType | PileType):
            self.world.report(
                messages.wrong_type(found.type, "set", node.span, "a kind, a pile or a list has members")
            )
            return None
        return found

    def template(self, node: nodes.Text, scope: Scope) -> tree.Template | None:
        """A text with gaps."""
        parts: list[str | tree.Expression] = []
        for part in node.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            checked = self.meaning(part, scope, None)
            if checked is None:
                return None
            if checked.type == SUPPLY:
                self.world.report(
                    messages.wrong_type(checked.type, "number", part.span, "add `left` or `on ...`")
                )
                return None
            parts.append(checked)
        return self.world.template(tuple(parts), node.span)

    def supply(self, node: nodes.Expression, scope: Scope) -> tree.SupplyValue | None:
        """A supply."""
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        if not isinstance(found, tree.SupplyValue):
            self.world.report(messages.wrong_type(found.type, SUPPLY, node.span))
            return None
        return found

    def pile(self, node: nodes.Expression, scope: Scope) -> tree.PileValue | tree.BoxValue | None:
        """A pile, or the box."""
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
        """A player or several, as a list."""
        found = self.meaning(node, scope, None)
        if found is None:
            return None
        player = KindType(self.world.player)
        if fits(found.type, player):
            return tree.ListOf((found,), ManyType(player), node.span)
        if fits(found.type, ManyType(player)):
            return found
        self.world.report(messages.wrong_type(found.type, "set of Player", node.span))
        return None

    # --- the shapes ----------------------------------------------------------------------------

    def meaning(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        """The meaning of an expression, whatever its type."""
        found = self._shape(node, scope, wanted)
        return found if found is not None and found.type != BROKEN else None

    def _shape(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        match node:
            case nodes.Number(value, span):
                if abs(value) > MOST:
                    self.world.report(messages.too_large(MOST, span))
                    return None
                return tree.Constant(value, NUMBER, span)
            case nodes.Flag(value, span):
                return tree.Constant(value, FLAG, span)
            case nodes.Nothing(span):
                return tree.Constant(None, NONE, span)
            case nodes.Text(span=span):
                self.world.report(
                    messages.wrong_type(TEXT, wanted or "value", span, "names stand without quotes")
                )
                return None
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
            case nodes.IsA():
                return self._is_a(node, scope)
            case nodes.On():
                return self._on(node, scope)
            case nodes.Left(supply, span):
                stock = self.supply(supply, scope)
                return tree.StockLeft(stock.supply, stock.thing, NUMBER, span) if stock else None
            case nodes.Only():
                return self._only(node, scope)
            case nodes.Listing():
                return self._listing(node, scope, wanted)
            case nodes.End():
                return self._end(node, scope)
            case nodes.RandomOf(chosen, span):
                many = self.many(chosen, scope)
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

    def _unary(self, node: nodes.Unary, scope: Scope) -> tree.Expression | None:
        if node.operator == "not":
            operand = self.condition(node.operand, scope)
            return tree.Operation("not", (operand,), FLAG, node.span) if operand else None
        operand = self.check(node.operand, scope, NUMBER)
        if isinstance(operand, tree.Constant) and isinstance(operand.value, int):
            return tree.Constant(-operand.value, NUMBER, node.span)
        return tree.Operation("neg", (operand,), NUMBER, node.span) if operand else None

    def _binary(self, node: nodes.Binary, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        operator = node.operator
        if operator in {"and", "or"}:
            left = self.condition(node.left, scope)
            inner = scope.child()
            if left is not None:
                inner.facts.update(facts(left, operator == "and"))
            right = self.condition(node.right, inner)
            if left is None or right is None:
                return None
            return tree.Operation(operator, (left, right), FLAG, node.span)
        if operator in {"=", "!="}:
            return self._equality(node, scope)
        if operator in {"in", "not in"}:
            many = self.many(node.right, scope)
            if many is None:
                return None
            item = item_of(many.type)
            left = self.meaning(node.left, scope, item)
            if left is None:
                return None
            plain = left.type.item if isinstance(left.type, OptionalType) else left.type
            if item is not None and join(plain, item) is None:
                self.world.report(messages.wrong_type(left.type, item, node.left.span))
                return None
            return tree.Operation(operator, (left, many), FLAG, node.span)
        if operator in {"+", "-"}:
            left = self.meaning(node.left, scope, wanted)
            if left is not None and isinstance(left.type, ManyType | PileType):
                right = self.many(node.right, scope)
                if right is None:
                    return None
                kind = join(left.type, right.type)
                if kind is None:
                    self.world.report(messages.wrong_type(right.type, left.type, node.right.span))
                    return None
                kind = ManyType(item_of(kind if operator == "+" else left.type))
                return tree.Operation(f"set {operator}", (left, right), kind, node.span)
            if left is not None and not isinstance(left.type, NumberType):
                self.world.report(messages.wrong_type(left.type, NUMBER, node.left.span))
                left = None
            right = self.check(node.right, scope, NUMBER)
        else:
            left = self.check(node.left, scope, NUMBER)
            right = self.check(node.right, scope, NUMBER)
        if left is None or right is None:
            return None
        kind = FLAG if operator in {"<", "<=", ">", ">="} else NUMBER
        if operator in {"/", "mod"} and isinstance(right, tree.Constant) and right.value == 0:
            self.world.report(messages.by_zero(node.right.span))
            return None
        return tree.Operation(operator, (left, right), kind, node.span)

    def _equality(self, node: nodes.Binary, scope: Scope) -> tree.Expression | None:
        left_node, right_node = node.left, node.right
        words_first = isinstance(left_node, nodes.Name) and not self._resolves(left_node, scope)
        if words_first:
            right = self.meaning(right_node, scope, None)
            left = self.meaning(left_node, scope, right.type) if right is not None else None
        else:
            left = self.meaning(left_node, scope, None)
            right = self.meaning(right_node, scope, left.type) if left is not None else None
        if left is None or right is None:
            return None
        if join(left.type, right.type) is None:
            self.world.report(messages.wrong_type(right.type, left.type, right_node.span))
            return None
        if left.type == SUPPLY or isinstance(left.type, ManyType | PileType) != isinstance(
            right.type, ManyType | PileType
        ):
            self.world.report(messages.wrong_type(right.type, left.type, right_node.span))
            return None
        return tree.Operation(node.operator, (left, right), FLAG, node.span)

    def _is_a(self, node: nodes.IsA, scope: Scope) -> tree.Expression | None:
        operand = self.meaning(node.operand, scope, None)
        kind = self.world.kind(node.kind)
        if operand is None or kind is None:
            return None
        plain = operand.type.item if isinstance(operand.type, OptionalType) else operand.type
        if not self._may_be(plain, kind, node.span):
            return None
        return tree.IsA(operand, kind, node.negated, FLAG, node.span)

    def _may_be(self, given: Type | None, kind: Kind, span: Span) -> bool:
        """Whether it can be asked if something is of a kind: both answers must be possible."""
        if isinstance(given, KindType) and kind.descends_from(given.kind):
            return True
        if isinstance(given, KindType) and given.kind.descends_from(kind):
            self.world.report(messages.always(given, kind.name, span))
        else:
            self.world.report(messages.never(given or "value", kind.name, span))
        return False

    def _on(self, node: nodes.On, scope: Scope) -> tree.Expression | None:
        supply = self.supply(node.supply, scope)
        holder = self.meaning(node.holder, scope, None)
        if supply is None or holder is None:
            return None
        if isinstance(holder, tree.KindSet):
            self.holds(supply, holder.kind)
            return tree.CountOn(supply.supply, supply.thing, None, holder.kind, NUMBER, node.span)
        if isinstance(holder.type, OptionalType):
            self.world.report(messages.optional(written(node.holder), node.holder.span))
            return None
        if not isinstance(holder.type, KindType):
            self.world.report(
                messages.wrong_type(holder.type, "thing that can hold pieces", node.holder.span)
            )
            return None
        self.holds(supply, holder.type.kind)
        return tree.CountOn(supply.supply, supply.thing, holder, holder.type.kind, NUMBER, node.span)

    def holds(self, supply: tree.SupplyValue, kind: Kind) -> None:
        """Remember that pieces of a supply may lie on members of a kind."""
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
            shared = each.type if kind is None else join(kind, each.type)
            if shared is None or shared == NONE:
                self.world.report(messages.wrong_type(each.type, kind or "value", item_node.span))
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
        if kind.each is None or kind.times != 1:
            self.world.report(
                messages.unclear(
                    f"there is not one `{kind.name}` for each thing",
                    node.kind.span,
                    "only a kind that is declared `for each` of another has one",
                )
            )
            return None
        thing = self.check(node.thing, scope, KindType(kind.each))
        return tree.MadeFor(kind, thing, KindType(kind), node.span) if thing is not None else None

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
            number = node.word in {"sum", "highest", "lowest", "greatest", "least"}
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
            case _:
                kind = ManyType(value.type if value is not None else narrowed)
        return tree.Quantifier(node.word, variable, many, where, value, kind, node.span)
