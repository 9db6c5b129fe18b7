"""Checks expressions, with their operators: resolves their meaning and type."""

from typing import assert_never

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.builtin_calls import Questions
from lazaretto.rules.check.expected_types import facts, written
from lazaretto.rules.check.name_resolution import Names
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    TEXT,
    VOID,
    Kind,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    PileType,
    Type,
    item_of,
    join,
)


class Operators(Names):
    """Checks operators; the subclass checks their operands."""

    def _unary(self, node: nodes.Unary, scope: Scope) -> tree.Expression | None:
        if node.operator == "not":
            operand = self.condition(node.operand, scope)
            return tree.Operation("not", (operand,), FLAG, node.span) if operand else None
        operand = self.check(node.operand, scope, NUMBER)
        if isinstance(operand, tree.Constant) and isinstance(operand.value, int):
            return tree.Constant(-operand.value, NUMBER, node.span)
        return tree.Operation("neg", (operand,), NUMBER, node.span) if operand else None

    def _binary(self, node: nodes.Binary, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        match node.operator:
            case "and" | "or":
                return self._joined(node, scope)
            case "=" | "!=":
                return self._equality(node, scope)
            case "in" | "not in":
                return self._inside(node, scope)
            case "+" | "-":
                return self._sum(node, scope, wanted)
            case _:
                return self._worked_out(node, self.check(node.left, scope, NUMBER), scope)

    def _joined(self, node: nodes.Binary, scope: Scope) -> tree.Expression | None:
        """Check `and`, `or`: the left side narrows types for the right side."""
        left = self.condition(node.left, scope)
        inner = scope.child()
        if left is not None:
            inner.facts.update(facts(left, node.operator == "and"))
        right = self.condition(node.right, inner)
        if left is None or right is None:
            return None
        return tree.Operation(node.operator, (left, right), FLAG, node.span)

    def _conditional(
        self, node: nodes.Conditional, scope: Scope, wanted: Type | None
    ) -> tree.Expression | None:
        """Check `a if condition else b`: the condition narrows types in `a`, its contrary in `b`."""
        test = self.condition(node.test, scope)
        ways: list[tree.Expression | None] = []
        for branch, truth in ((node.then, True), (node.otherwise, False)):
            inner = scope.child()
            if test is not None:
                inner.facts.update(facts(test, truth))
            ways.append(self.meaning(branch, inner, wanted))
        then, otherwise = ways
        if test is None or then is None or otherwise is None:
            return None
        for branch, found in ((node.then, then), (node.otherwise, otherwise)):
            if found.type in (SUPPLY, VOID):
                self.world.report(messages.wrong_type(found.type, messages.sort("value"), branch.span))
                return None
        if wanted == TEXT and TEXT in (then.type, otherwise.type):
            then, otherwise = self.as_text(then), self.as_text(otherwise)
        kind = join(then.type, otherwise.type)
        if kind is None:
            self.world.report(messages.wrong_type(otherwise.type, then.type, node.otherwise.span, "branches"))
            return None
        if isinstance(kind, PileType):
            kind = ManyType(KindType(kind.kind))
        return tree.Conditional(test, then, otherwise, kind, node.span)

    def _inside(self, node: nodes.Binary, scope: Scope) -> tree.Expression | None:
        if isinstance(node.right, nodes.Name) and node.right.text == "box" and scope.find("box") is None:
            return self._in_box(node, scope)
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
        return tree.Operation(node.operator, (left, many), FLAG, node.span)

    def _in_box(self, node: nodes.Binary, scope: Scope) -> tree.Expression | None:
        """Check `piece in box`."""
        piece = self.meaning(node.left, scope, None)
        if piece is None:
            return None
        if isinstance(piece.type, OptionalType):
            self.world.report(messages.optional(written(node.left), node.left.span))
            return None
        if not isinstance(piece.type, KindType) or not piece.type.kind.root.piece:
            self.world.report(messages.wrong_type(piece.type, "piece", node.left.span))
            return None
        box = tree.BoxValue(ManyType(piece.type), node.right.span)
        return tree.Operation(node.operator, (piece, box), FLAG, node.span)

    def _sum(self, node: nodes.Binary, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        """Check `+`, `-`: of numbers, or of lists."""
        left = self.meaning(node.left, scope, wanted)
        if left is None:
            self.meaning(node.right, scope, None)
            return None
        if isinstance(left.type, NumberType):
            return self._worked_out(node, left, scope)
        if isinstance(node.left, nodes.RandomOf):
            self.meaning(node.right, scope, None)
            self.world.report(
                messages.wrong_type(left.type, NUMBER, node.left.span, "random", word=node.operator)
            )
            return None
        if not isinstance(left.type, ManyType | PileType):
            self.world.report(messages.wrong_type(left.type, NUMBER, node.left.span))
            return self._worked_out(node, None, scope)
        right = self.many(node.right, scope)
        if right is None:
            return None
        kind = join(left.type, right.type)
        if kind is None:
            self.world.report(messages.wrong_type(right.type, left.type, node.right.span))
            return None
        kind = ManyType(item_of(kind if node.operator == "+" else left.type))
        return tree.Operation(f"set {node.operator}", (left, right), kind, node.span)

    def _worked_out(
        self, node: nodes.Binary, left: tree.Expression | None, scope: Scope
    ) -> tree.Expression | None:
        """Check arithmetic and comparisons of two numbers; mistakes of the right side are always reported."""
        operator = node.operator
        right = self.check(node.right, scope, NUMBER)
        if left is None or right is None:
            return None
        if operator in {"/", "mod"} and isinstance(right, tree.Constant) and right.value == 0:
            self.world.report(messages.by_zero(node.right.span))
            return None
        kind = FLAG if operator in {"<", "<=", ">", ">="} else NUMBER
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
        if TEXT in (left.type, right.type) and not all(
            isinstance(each, tree.VariableValue | tree.Constant) for each in (left, right)
        ):
            self.world.report(messages.wrong_type(TEXT, messages.sort("value"), node.span, "text"))
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
        """Whether `is a` makes sense for a kind: both answers must be possible."""
        if isinstance(given, KindType) and kind.descends_from(given.kind):
            return True
        if isinstance(given, KindType) and given.kind.descends_from(kind):
            self.world.report(messages.always(given, kind.name, span))
        else:
            self.world.report(messages.never(given or "value", kind.name, span))
        return False


MOST_EXPRESSIONS = 50_000
"""The maximum number of names, numbers, calls and operators in all rules of a game."""


class ExpressionChecker(Operators):
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
            self.check(thing, scope, KindType(factor))
            for thing, factor in zip(node.things, kind.each, strict=True)
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
