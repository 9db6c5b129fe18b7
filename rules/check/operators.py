"""Checks operators: arithmetic, comparisons, `and` and `or`, `is a`."""

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.name_resolution import Names
from lazaretto.rules.check.narrowing import facts, written
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.types import (
    FLAG,
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
