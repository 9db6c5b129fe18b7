"""Infers the ranges of numbers, and whether a value may be none, so that most checks can be left out."""

from typing import NamedTuple

from lazaretto.rules.backends.native.shapes import Shapes
from lazaretto.rules.backends.native.survey import Source, Survey
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role, Sort
from lazaretto.rules.run.limits import LONGEST, MOST
from lazaretto.rules.run.map_queries import FAR
from lazaretto.rules.run.questions.question_forms import AskConfirm, AskOne, offers_actions


class Facts(NamedTuple):
    """The range of a plain value, and whether it may be none instead."""

    low: int
    high: int
    none: bool = False


ANYTHING = Facts(-MOST, MOST, True)
NUMBER = Facts(-MOST, MOST)
FLAG = Facts(0, 1)
NOTHING = Facts(0, 0, True)
_COUNT = Facts(0, LONGEST)


def joined(one: Facts, other: Facts) -> Facts:
    """Return what holds for both."""
    return Facts(min(one.low, other.low), max(one.high, other.high), one.none or other.none)


class Inference(Shapes):
    """Shapes and facts of the expressions of one game."""

    def __init__(self, survey: Survey) -> None:
        super().__init__(survey)
        self._facts: dict[object, Facts] = {}

    def facts(self, node: ir.Expression, ref: Ref) -> Facts:
        """Return what is known of a plain value."""
        match node:
            case ir.Const(value):
                return constant_facts(value)
            case ir.Local(name, sort):
                return self._local(name, sort, ref)
            case ir.Slot(number, sort):
                return self._slot(number, sort, ref)
            case ir.Cell(_, sort):
                return self._cell_facts(node.index, sort)
            case ir.Compute(operator):
                return computed(operator, self.facts(node.left, ref), self.facts(node.right, ref))
            case ir.Call(function):
                return self.result_facts(function)
            case ir.Item(ir.Table(name)):
                return self._table(name)
            case ir.Item(ir.Item(ir.Table(name))):
                return self._table(name)
            case ir.Item(sort=sort):
                return _of_sort(sort) if sort is not Sort.MEMBER else self.member_facts(node.many, ref)
            case ir.Apply():
                return self._applied_facts(node, ref)
            case ir.IfElse():
                return joined(self.facts(node.then, ref), self.facts(node.otherwise, ref))
            case ir.Players():
                return Facts(1, self.tables.players[1])
            case ir.PileOf():
                return Facts(-1, len(self.tables.pile_contents))
            case ir.Negative():
                inner = self.facts(node.operand, ref)
                return Facts(-inner.high, -inner.low)
            case ir.Length():
                return _COUNT
            case ir.SumOf():
                return NUMBER
            case ir.Extreme():
                return joined(self.member_facts(node.many, ref), Facts(0, 0))
            case ir.Best():
                return self.member_facts(node.many, ref)._replace(none=True)
            case ir.FirstOf(select):
                return self.facts(select.result, ref)._replace(none=True)
            case ir.Returned(sort):
                return _of_sort(sort)
            case ir.Words():
                return NUMBER
            case _:
                return FLAG

    def member_facts(self, many: ir.Expression, ref: Ref) -> Facts:
        """Return what is known of the members of a list."""
        match many:
            case ir.Table(name):
                return self._table(name)
            case ir.Item(ir.Table(name)):
                return self._table(name)
            case ir.Const(tuple() as value):
                return constant_facts(value)
            case ir.TupleOf(items):
                return self._all([self.facts(item, ref) for item in items])
            case ir.PileAt() | ir.Apply("top" | "bottom"):
                return Facts(0, max(self.tables.pieces - 1, 0))
            case ir.PilesOf():
                return Facts(-1, len(self.tables.pile_contents))
            case ir.Range():
                return Facts(self.facts(many.low, ref).low, max(self.facts(many.high, ref).high - 1, -MOST))
            case ir.Select():
                return self.facts(many.result, ref)
            case ir.Frozen() | ir.Unique() | ir.Picked() | ir.Charged():
                return self.member_facts(many.many, ref)
            case ir.Sorted():
                return self.member_facts(many.many, ref)
            case ir.Joined(lists):
                return self._all([self.member_facts(each, ref) for each in lists])
            case ir.IfElse():
                return joined(self.member_facts(many.then, ref), self.member_facts(many.otherwise, ref))
            case ir.Apply("union" | "joined", arguments):
                return self._all([self.member_facts(argument, ref) for argument in arguments])
            case ir.Apply("minus", arguments):
                return self.member_facts(arguments[0], ref)
            case ir.Apply("links" | "neighbours" | "reach" | "line"):
                return Facts(0, LONGEST)
            case ir.Call(function):
                return self._members((function, "members"), self._results(function))
            case ir.Local(name):
                return self._members((ref, name, "members"), self.local_sources(name, ref))
            case _:
                return ANYTHING

    def _results(self, ref: Ref) -> list[Source]:
        return [Source(ref, each) for each in self.survey.functions[ref].returns if each is not None]

    def _members(self, key: object, sources: list[Source]) -> Facts:
        facts = self._facts.get(key)
        if facts is None:
            self._facts[key] = ANYTHING
            parts = [
                ANYTHING if source.member else self.member_facts(source.expression, source.ref)
                for source in sources
            ]
            facts = self._facts[key] = self._all(parts) if parts else ANYTHING
        return facts

    def _all(self, parts: list[Facts]) -> Facts:
        if not parts:
            return Facts(0, 0)
        facts = parts[0]
        for part in parts[1:]:
            facts = joined(facts, part)
        return facts

    def _table(self, name: str) -> Facts:
        facts = self._facts.get(name)
        if facts is None:
            facts = self._facts[name] = constant_facts(self.constants[name])
        return facts

    def _local(self, name: str, sort: Sort, ref: Ref) -> Facts:
        if sort is Sort.FLAG:
            return FLAG
        key = (ref, name)
        facts = self._facts.get(key)
        if facts is None:
            self._facts[key] = _of_sort(sort)
            parts = [self._source(source) for source in self.local_sources(name, ref)]
            if ref in self.survey.roots and any(
                parameter.name == name for parameter in self.survey.functions[ref].function.parameters
            ):
                parts.append(self._given(ref))
            facts = self._facts[key] = self._bounded(sort, parts)
        return facts

    def _given(self, ref: Ref) -> Facts:
        """Return what is known of an argument that the machine passes."""
        if ref.role in (Role.OFFERED, Role.PROCEDURE, Role.VALUE):
            return Facts(0, self.tables.players[1] - 1)
        return NUMBER

    def _bounded(self, sort: Sort, parts: list[Facts]) -> Facts:
        if not parts:
            return _of_sort(sort)
        facts = self._all(parts)
        return facts._replace(none=False) if sort is Sort.NUMBER else facts

    def _source(self, source: Source) -> Facts:
        if source.member:
            return self.member_facts(source.expression, source.ref)
        return self.facts(source.expression, source.ref)

    def _slot(self, number: int, sort: Sort, ref: Ref) -> Facts:
        if sort is Sort.FLAG:
            return FLAG
        procedure = self.procedure_of(ref)
        key = (procedure, number)
        facts = self._facts.get(key)
        if facts is None:
            self._facts[key] = _of_sort(sort)
            parts = [self._source(source) for source in self.survey.slots.get(key, ())]
            parts += [self._answer(each) for each in self.answers.get(key, ())]
            if number == 1 and any(action.procedure == procedure for action in self.tables.actions):
                parts.append(Facts(0, self.tables.players[1] - 1))
            facts = self._facts[key] = self._bounded(sort, parts) if sort is Sort.MEMBER else _of_sort(sort)
        return facts

    def _answer(self, question: int) -> Facts:
        ask = self.tables.asks[question]
        if offers_actions(ask.form):
            return ANYTHING
        if isinstance(ask.form, AskConfirm):
            return FLAG
        if ask.tag[0] == "kind":
            kind = self.tables.kinds[ask.tag[1]]
            optional = isinstance(ask.form, AskOne) and ask.form.optional
            return Facts(0, kind.first + kind.count - 1, optional)
        return ANYTHING

    def _cell_facts(self, index: ir.Expression, sort: Sort) -> Facts:
        return _of_sort(sort)

    def result_facts(self, ref: Ref) -> Facts:
        """Return what is known of the result of a function."""
        key = (ref,)
        facts = self._facts.get(key)
        if facts is None:
            self._facts[key] = ANYTHING
            surveyed = self.survey.functions[ref]
            parts = [NOTHING if each is None else self.facts(each, ref) for each in surveyed.returns]
            if not returns(surveyed.function.body):
                parts.append(NOTHING)
            facts = self._facts[key] = self._all(parts)
        return facts

    def _applied_facts(self, node: ir.Apply, ref: Ref) -> Facts:
        arguments = node.arguments
        match node.name:
            case "number":
                inner = self.facts(arguments[0], ref)
                return Facts(max(inner.low, -MOST), min(inner.high, MOST))
            case "within":
                low, high = arguments[1], arguments[2]
                return Facts(self.facts(low, ref).low, self.facts(high, ref).high)
            case "min":
                one, other = self.facts(arguments[0], ref), self.facts(arguments[1], ref)
                return Facts(min(one.low, other.low), min(one.high, other.high))
            case "max":
                one, other = self.facts(arguments[0], ref), self.facts(arguments[1], ref)
                return Facts(max(one.low, other.low), max(one.high, other.high))
            case "distance":
                return Facts(0, FAR)
            case "pick":
                return self.member_facts(arguments[1], ref)
            case "nth":
                return self.member_facts(arguments[0], ref)
            case "nth_from_top":
                return Facts(0, max(self.tables.pieces - 1, 0))
            case "across" | "onward":
                return Facts(0, LONGEST)
            case "abs" | "total":
                return NUMBER
            case "settled":
                return _of_sort(node.sort)
            case _:
                return FLAG if node.sort is Sort.FLAG else ANYTHING


def returns(body: ir.Block) -> bool:
    """Whether a block always returns."""
    if not body:
        return False
    match body[-1]:
        case ir.Return():
            return True
        case ir.If(_, then, otherwise):
            return returns(then) and returns(otherwise)
        case _:
            return False


def constant_facts(value: object) -> Facts:
    """Return what is known of a constant, or of the members of a constant list."""
    match value:
        case bool():
            return FLAG
        case int():
            return Facts(value, value)
        case tuple():
            found: Facts | None = None
            for each in value:
                facts = constant_facts(each)
                if found is None or facts != found:
                    found = facts if found is None else joined(found, facts)
            return found or Facts(0, 0)
        case None:
            return NOTHING
        case _:
            return NUMBER


def _of_sort(sort: Sort) -> Facts:
    match sort:
        case Sort.NUMBER:
            return NUMBER
        case Sort.FLAG:
            return FLAG
        case _:
            return ANYTHING


def computed(operator: str, left: Facts, right: Facts) -> Facts:
    """Return what is known of the result of arithmetic."""
    match operator:
        case "+":
            return Facts(left.low + right.low, left.high + right.high)
        case "-":
            return Facts(left.low - right.high, left.high - right.low)
        case "*":
            ends = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
            return Facts(min(ends), max(ends))
        case "mod" if right.low > 0:
            return Facts(0, right.high - 1)
        case "/" if left.low >= 0 and right.low > 0:
            return Facts(0, left.high)
        case _:
            return Facts(-2 * MOST, 2 * MOST)
