"""Translates arithmetic, comparisons and conditions; none where a number is needed is a fault."""

from abc import ABC, abstractmethod

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    BinaryWord,
    Call,
    Get,
    If,
    Number,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.helpers.faults import DIVIDED_BY_ZERO, IS_NONE, NUMBER_TOO_LARGE
from lazaretto.rules.backends.native.infer_ranges import Facts, computed
from lazaretto.rules.backends.native.translation import FunctionTranslation
from lazaretto.rules.lower import ir
from lazaretto.rules.run.limits import MOST

_SMALL = 2**62
_ORDERS: dict[str, BinaryWord] = {"<": "<s", "<=": "<=s", ">": ">s", ">=": ">=s"}


def is_small(facts: Facts) -> bool:
    """Whether sums and differences of two such numbers fit into 64 bits."""
    return facts.low > -_SMALL and facts.high < _SMALL


class Numbers(FunctionTranslation, ABC):
    """Translates arithmetic and conditions."""

    @abstractmethod
    def value(self, node: ir.Expression) -> Value:
        """Translate an expression."""

    @abstractmethod
    def contains(self, many: ir.Expression, member: ir.Expression) -> Value:
        """Translate whether a value is in a list."""

    def failing(self, fault: int, *operands: Value) -> list[Step]:
        """Return the statements that stop with a fault here."""
        given = (*operands, Number(0), Number(0), Number(0))[:3]
        return [self.here(), build.do("fault", Number(fault), *given)]

    def too_large(self) -> list[Step]:
        """Return the statements that stop because a number does not fit, where it would be checked."""
        outer, self.span = self.span, self.guard or self.span
        steps = self.failing(NUMBER_TOO_LARGE)
        self.span = outer
        return steps

    def present(self, node: ir.Expression) -> Value:
        """Translate an expression that must not be none."""
        value = self.value(node)
        return self.some(value) if self.facts(node).none else value

    def some(self, value: Value) -> Value:
        """Return a value that must not be none."""
        before: list[Step] = []
        kept = self.kept(value, before)
        before.append(If(build.is_none(kept), self.failing(IS_NONE), []))
        return self.after(before, kept)

    # --- indices -------------------------------------------------------------------------------

    def index(self, node: ir.Expression, size: int) -> Value:
        """Translate an index, which is then from 0 to `size` - 1; a negative one counts from the end."""
        facts = self.facts(node)
        if not facts.none and facts.low >= 0 and facts.high < size and not self._may_lack(node):
            return self.value(node)
        if isinstance(node, ir.Const) and isinstance(node.value, int) and -size <= node.value < 0:
            return Number(node.value + size)
        return self.checked_index(self._unchecked(node), Number(size))

    def checked_index(self, index: Value, size: Value) -> Value:
        """Return an index after a check; a fault if it is outside."""
        name = self.fresh("i")
        wrong: list[Step] = [self.here(), Set(name, Call("wrong_index", (Get(name), size)))]
        return self.after(
            [Set(name, index), If(Binary(">=u", Get(name), size), wrong, [])],
            Get(name),
        )

    def _may_lack(self, node: ir.Expression) -> bool:
        """Whether a part of a sum may be none."""
        match node:
            case ir.Compute():
                return self._may_lack(node.left) or self._may_lack(node.right)
            case _:
                return self.facts(node).none

    def _unchecked(self, node: ir.Expression) -> Value:
        """Translate an index in which one summand may be none: then it is far outside of every range."""
        match node:
            case ir.Compute("+") if node.span is None:
                left, right = node.left, node.right
                if self._may_lack(left) and self._may_lack(right):
                    return build.plus(self._unchecked(left), self.present(right))
                return build.plus(self._unchecked(left), self._unchecked(right))
            case _:
                return self.value(node)

    # --- arithmetic ----------------------------------------------------------------------------

    def compute(self, node: ir.Compute) -> Value:
        """Translate arithmetic."""
        one, other = self.facts(node.left), self.facts(node.right)
        left, right = self.present(node.left), self.present(node.right)
        match node.operator:
            case "+":
                return self._sum(left, right, one, other)
            case "-":
                return self._difference(left, right, one, other)
            case "*":
                facts = computed("*", one, other)
                if is_small(facts):
                    return _product(left, right)
                outer, self.span = self.span, self.guard or self.span
                found = self._placed(Call("multiply", (left, right)))
                self.span = outer
                return found
            case "/" | "mod":
                return self._divided(node.operator, left, right, other)

    def _placed(self, call: Call) -> Value:
        """Return a call that may fail, after a note of the place."""
        before: list[Step] = []
        arguments = tuple([self.kept(argument, before) for argument in call.arguments])
        before.append(self.here())
        return self.after(before, Call(call.function, arguments))

    def _sum(self, left: Value, right: Value, one: Facts, other: Facts) -> Value:
        if is_small(one) and is_small(other):
            return build.plus(left, right)
        if isinstance(left, Number):
            left, right = right, left
        before: list[Step] = []
        left, right = self.kept(left, before), self.kept(right, before)
        found = self.kept(Binary("+", left, right), before)
        if isinstance(right, Number):
            wrong: Value = Binary("<s" if right.value >= 0 else ">s", found, left)
        else:
            wrong = _overflown(Binary("^", left, found), Binary("^", right, found))
        before.append(If(build.either(wrong, build.is_none(found)), self.too_large(), []))
        return self.after(before, found)

    def _difference(self, left: Value, right: Value, one: Facts, other: Facts) -> Value:
        if is_small(one) and is_small(other):
            return build.minus(left, right)
        before: list[Step] = []
        left, right = self.kept(left, before), self.kept(right, before)
        found = self.kept(Binary("-", left, right), before)
        if isinstance(right, Number):
            wrong: Value = Binary(">s" if right.value >= 0 else "<s", found, left)
        else:
            wrong = _overflown(Binary("^", left, right), Binary("^", left, found))
        before.append(If(build.either(wrong, build.is_none(found)), self.too_large(), []))
        return self.after(before, found)

    def _divided(self, operator: str, left: Value, right: Value, divisor: Facts) -> Value:
        before: list[Step] = []
        left, right = self.kept(left, before), self.kept(right, before)
        if divisor.low <= 0 <= divisor.high:
            before.append(If(build.equal(right, Number(0)), self.failing(DIVIDED_BY_ZERO), []))
        name = "quotient" if operator == "/" else "remainder"
        return self.after(before, Call(name, (left, right)))

    def negative(self, node: ir.Negative) -> Value:
        """Translate a negated number."""
        operand = self.present(node.operand)
        if isinstance(operand, Number):
            return Number(-operand.value)
        return Binary("-", Number(0), operand)

    def guarded(self, node: ir.Apply) -> Value:
        """Translate a number that must fit into 64 bits."""
        operand = node.arguments[0]
        facts = self.facts(operand)
        if not facts.none and facts.low >= -MOST and facts.high <= MOST:
            return self.value(operand)
        outer, self.guard = self.guard, self.span
        value = self.present(operand)
        self.guard = outer
        if not isinstance(operand, ir.Compute | ir.Negative):
            return value
        before: list[Step] = []
        kept = self.kept(value, before)
        before.append(If(build.is_none(kept), self.failing(NUMBER_TOO_LARGE), []))
        return self.after(before, kept)

    # --- conditions ----------------------------------------------------------------------------

    def compare(self, node: ir.Compare) -> Value:
        """Translate a comparison."""
        match node.operator:
            case "=":
                return self._equal(node.left, node.right)
            case "!=":
                return build.negated(self._equal(node.left, node.right))
            case "in":
                return self.contains(node.right, node.left)
            case "not in":
                return build.negated(self.contains(node.right, node.left))
            case "<" | "<=" | ">" | ">=":
                return Binary(_ORDERS[node.operator], self.present(node.left), self.present(node.right))

    def _equal(self, left: ir.Expression, right: ir.Expression) -> Value:
        shape = max(self.shape(left), self.shape(right))
        one, other = self.value(left), self.value(right)
        if shape == 0 or _is_none(left) or _is_none(right):
            return build.equal(one, other)
        return Call("same", (one, other, Number(shape)))

    def between(self, node: ir.Between) -> Value:
        """Translate a test of a range."""
        before: list[Step] = []
        low = self.present(node.low)
        value = self.kept(self.present(node.value), before)
        high = self.present(node.high)
        if isinstance(low, Number) and isinstance(high, Number) and low.value <= high.value:
            inside: Value = Binary(
                "<u", build.plus(value, Number(-low.value)), Number(high.value - low.value)
            )
        else:
            inside = build.both(Binary("<=s", low, value), Binary("<s", value, high))
        return self.after(before, inside)

    def truth(self, node: ir.Expression) -> Value:
        """Translate a condition: 1 if it holds, otherwise 0."""
        if self.shape(node) != 0:
            return Binary("!=", build.word_at(self.value(node)), Number(0))
        facts = self.facts(node)
        value = self.value(node)
        if facts == (0, 1, False):
            return value
        return build.is_something(value) if facts.none else Binary("!=", value, Number(0))

    def all_true(self, nodes: tuple[ir.Expression, ...]) -> Value:
        """Translate whether all conditions hold."""
        if not nodes:
            return Number(1)
        found = self.truth(nodes[-1])
        for node in reversed(nodes[:-1]):
            found = build.both(self.truth(node), found)
        return found

    def some_true(self, nodes: tuple[ir.Expression, ...]) -> Value:
        """Translate whether one of the conditions holds."""
        if not nodes:
            return Number(0)
        found = self.truth(nodes[-1])
        for node in reversed(nodes[:-1]):
            found = build.either(self.truth(node), found)
        return found


def _is_none(node: ir.Expression) -> bool:
    return isinstance(node, ir.Const) and node.value is None


def _product(left: Value, right: Value) -> Value:
    if isinstance(left, Number):
        left, right = right, left
    if isinstance(right, Number) and right.value > 0:
        return build.times(left, right.value)
    return Binary("*", left, right)


def _overflown(one: Value, other: Value) -> Value:
    """Return whether the signs of two numbers say that a sum or difference did not fit."""
    return Binary("<s", Binary("&", one, other), Number(0))
