"""Infers what a back end with untyped memory must know of values: their shapes, their ranges, whether none.

A shape is a number: 0 for a plain value (a number, a flag, a member, an entry, none), 1 for a text, and 2 more
than the shape of its members for a list. Of two possible shapes the larger one is right: none has shape 0.
"""

from typing import NamedTuple

from rules.backends.native.survey import Source, Survey
from rules.lower import ir
from rules.lower.ir import Ref, Role, Sort
from rules.run.compiled_game import Tag
from rules.run.limits import LONGEST, MOST
from rules.run.map_queries import FAR
from rules.run.question_forms import AskConfirm, AskOne, offers_actions, takes_several

PLAIN, TEXT, LIST = 0, 1, 2


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


def tag_shape(tag: Tag) -> int:
    """Return the shape of the values of a type."""
    match tag[0]:
        case "text":
            return TEXT
        case "optional":
            return tag_shape(tag[1])
        case "many":
            return LIST + tag_shape(tag[1])
        case _:
            return PLAIN


def constant_shape(value: object) -> int:
    """Return the shape of a constant."""
    match value:
        case str():
            return TEXT
        case tuple():
            return LIST + max(map(constant_shape, value), default=0)
        case _:
            return PLAIN


class Inference:
    """Shapes and facts of the expressions of one game."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.tables = survey.tables
        self.constants = survey.lowered.constants
        self.cell_shapes = self._cell_shapes()
        self._list_shapes = {each for each in self.cell_shapes.values() if each >= LIST}
        self._shapes: dict[object, int] = {}
        self._facts: dict[object, Facts] = {}
        self._answers = self._answer_slots()

    def _cell_shapes(self) -> dict[int, int]:
        """Return the shapes of the cells that hold more than plain values."""
        found = {index: 2 * LIST for index, each in enumerate(self.tables.values) if isinstance(each, tuple)}
        for variable in self.tables.variables:
            shape = tag_shape(variable.tag)
            count = 1 if variable.owner is None else self.tables.kinds[variable.owner].count
            for index in range(variable.offset, variable.offset + count) if variable.values is None else ():
                found.pop(index, None)
                if shape != PLAIN:
                    found[index] = shape
        return found

    def _answer_slots(self) -> dict[tuple[int, int], list[int]]:
        """Return the questions whose answers go to each slot."""
        found: dict[tuple[int, int], list[int]] = {}
        for question, procedure in self.survey.asked_by.items():
            found.setdefault((procedure, self.tables.asks[question].slot), []).append(question)
        for number, each in self.survey.lowered.resumables.items():
            if each.question is not None:
                question = each.question[1]
                found.setdefault((number, self.tables.asks[question].slot), []).append(question)
        return found

    def procedure_of(self, ref: Ref) -> int:
        """Return the procedure whose frame a function reads."""
        if ref.role is Role.SEGMENT:
            return self.survey.procedure_of[ref.number]
        return self.survey.asked_by.get(ref.number, -1)

    # --- shapes --------------------------------------------------------------------------------

    def shape(self, node: ir.Expression, ref: Ref) -> int:
        """Return the shape of an expression of a function."""
        match node:
            case ir.Const(value):
                return constant_shape(value)
            case ir.Local() | ir.Slot() | ir.Returned() | ir.Cell():
                return self._by_sort(node, ref)
            case ir.Call(function):
                return self.result_shape(function)
            case ir.Item(many):
                return PLAIN if node.sort is Sort.ENTRY else max(PLAIN, self.shape(many, ref) - LIST)
            case ir.Table(name):
                return self._remembered(name, self.constants[name])
            case ir.IfElse(_, then, otherwise):
                return max(self.shape(then, ref), self.shape(otherwise, ref))
            case ir.TupleOf(items):
                return LIST + max((self.shape(each, ref) for each in items), default=PLAIN)
            case ir.Words():
                return TEXT
            case ir.Select():
                return LIST + self.shape(node.result, ref)
            case ir.FirstOf(select):
                return self.shape(select.result, ref)
            case ir.Best():
                return max(PLAIN, self.shape(node.many, ref) - LIST)
            case ir.Sorted() | ir.Frozen() | ir.Unique() | ir.Picked() | ir.Charged():
                return self.shape(node.many, ref)
            case ir.Joined(lists):
                return max((self.shape(each, ref) for each in lists), default=LIST)
            case ir.Apply():
                return self._applied(node, ref)
            case ir.Cells() | ir.PileAt() | ir.PilesOf() | ir.Range() | ir.NewList():
                return LIST
            case _:
                return PLAIN

    def _remembered(self, name: str, value: object) -> int:
        found = self._shapes.get(name)
        if found is None:
            found = self._shapes[name] = constant_shape(value)
        return found

    def _applied(self, node: ir.Apply, ref: Ref) -> int:
        arguments = node.arguments
        match node.name:
            case "union" | "minus" | "joined":
                return max(self.shape(each, ref) for each in arguments)
            case "top" | "bottom" | "links" | "neighbours" | "reach" | "line":
                return LIST
            case "pick" | "nth":
                return max(PLAIN, self.shape(arguments[-1 if node.name == "pick" else 0], ref) - LIST)
            case "settled":
                return self._settled(arguments[1], ref)
            case "written":
                return TEXT
            case "choices":
                return LIST + self.shape(arguments[0], ref)
            case "unanswered":
                return 2 * LIST
            case "answered":
                return max(2 * LIST + self.shape(arguments[3], ref), self.shape(arguments[1], ref))
            case _:
                return PLAIN

    def _settled(self, start: ir.Expression, ref: Ref) -> int:
        return self.shape(start, ref)

    def _by_sort(self, node: ir.Local | ir.Slot | ir.Returned | ir.Cell, ref: Ref) -> int:
        match node.sort:
            case Sort.NUMBER | Sort.FLAG | Sort.MEMBER | Sort.ENTRY:
                return PLAIN
            case Sort.WORDS:
                return TEXT
            case Sort.ENTRIES:
                return LIST
            case Sort.LIST | Sort.VALUE:
                least = LIST if node.sort is Sort.LIST else PLAIN
                return max(least, self._traced(node, ref))

    def _traced(self, node: ir.Local | ir.Slot | ir.Returned | ir.Cell, ref: Ref) -> int:
        """Return the shape of something that holds values, from all that it gets."""
        match node:
            case ir.Local(name):
                return self._of_sources((ref, name), self.local_sources(name, ref))
            case ir.Slot(number):
                return self.slot_shape(self.procedure_of(ref), number)
            case ir.Returned():
                return self.returned_shape()
            case ir.Cell(index):
                return self._cell(index)

    def slot_shape(self, procedure: int, number: int) -> int:
        """Return the shape of a slot of a frame."""
        key = (procedure, number)
        shapes = [self._of_sources(key, self.survey.slots.get(key, []))]
        for question in self._answers.get(key, ()):
            ask = self.tables.asks[question]
            shapes.append(tag_shape(ask.tag) + (LIST if takes_several(ask.form) else PLAIN))
        return max(shapes)

    def returned_shape(self) -> int:
        """Return the shape of the results of resumable procedures."""
        return self._of_sources("returned", self.survey.returned)

    def _cell(self, index: ir.Expression) -> int:
        if len(self._list_shapes) == 1 and TEXT not in self.cell_shapes.values():
            return next(iter(self._list_shapes))
        return self.cell_shapes.get(constant_part(index), PLAIN)

    def _of_sources(self, key: object, sources: list[Source]) -> int:
        found = self._shapes.get(key)
        if found is None:
            self._shapes[key] = PLAIN
            found = PLAIN
            for each in sources:
                shape = self.shape(each.expression, each.ref)
                found = max(found, shape - LIST if each.member else shape)
            self._shapes[key] = found
        return found

    def local_sources(self, name: str, ref: Ref) -> list[Source]:
        """Return where the values of a local name come from, arguments included."""
        surveyed = self.survey.functions[ref]
        sources = surveyed.locals.get(name, [])
        for index, each in enumerate(surveyed.function.parameters):
            if each.name == name:
                sources = sources + self.survey.parameters.get((ref, index), [])
        return sources

    def result_shape(self, ref: Ref) -> int:
        """Return the shape of the result of a function."""
        key = (ref,)
        found = self._shapes.get(key)
        if found is None:
            self._shapes[key] = found = PLAIN
            for each in self.survey.functions[ref].returns:
                if each is not None:
                    found = max(found, self.shape(each, ref))
            self._shapes[key] = found
        return found

    # --- facts ---------------------------------------------------------------------------------

    def facts(self, node: ir.Expression, ref: Ref) -> Facts:
        """Return what is known of a plain value."""
        match node:
            case ir.Const(value):
                return constant_facts(value)
            case ir.Local(name, sort):
                if sort is Sort.NUMBER and not self.survey.functions[ref].function.parameters:
                    pass
                return self._local(name, sort, ref)
            case ir.Slot(number, sort):
                return self._slot(number, sort, ref)
            case ir.Cell(index, sort):
                return self._cell_facts(index, sort)
            case ir.Compute(operator, left, right):
                return computed(operator, self.facts(left, ref), self.facts(right, ref))
            case ir.Call(function):
                return self.result_facts(function)
            case ir.Item(ir.Table(name)):
                return self._table(name)
            case ir.Item(ir.Item(ir.Table(name))):
                return self._table(name)
            case ir.Item(many, sort=sort):
                return _of_sort(sort) if sort is not Sort.MEMBER else self.member_facts(many, ref)
            case ir.Apply():
                return self._applied_facts(node, ref)
            case ir.IfElse(_, then, otherwise):
                return joined(self.facts(then, ref), self.facts(otherwise, ref))
            case ir.Players():
                return Facts(1, self.tables.players[1])
            case ir.PileOf():
                return Facts(-1, len(self.tables.pile_contents))
            case ir.Negative(operand):
                inner = self.facts(operand, ref)
                return Facts(-inner.high, -inner.low)
            case ir.Length():
                return _COUNT
            case ir.SumOf():
                return NUMBER
            case ir.Extreme(_, many):
                return joined(self.member_facts(many, ref), Facts(0, 0))
            case ir.Best(_, many):
                return self.member_facts(many, ref)._replace(none=True)
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
                return self._all([self.facts(each, ref) for each in items])
            case ir.PileAt() | ir.Apply("top" | "bottom"):
                return Facts(0, max(self.tables.pieces - 1, 0))
            case ir.PilesOf():
                return Facts(-1, len(self.tables.pile_contents))
            case ir.Range(low, high):
                return Facts(self.facts(low, ref).low, max(self.facts(high, ref).high - 1, -MOST))
            case ir.Select():
                return self.facts(node_result(many), ref)
            case ir.Frozen(inner) | ir.Unique(inner) | ir.Picked(inner) | ir.Charged(inner):
                return self.member_facts(inner, ref)
            case ir.Sorted(inner):
                return self.member_facts(inner, ref)
            case ir.Joined(lists):
                return self._all([self.member_facts(each, ref) for each in lists])
            case ir.IfElse(_, then, otherwise):
                return joined(self.member_facts(then, ref), self.member_facts(otherwise, ref))
            case ir.Apply("union" | "joined", arguments):
                return self._all([self.member_facts(each, ref) for each in arguments])
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
        found = self._facts.get(key)
        if found is None:
            self._facts[key] = ANYTHING
            parts = [
                ANYTHING if each.member else self.member_facts(each.expression, each.ref) for each in sources
            ]
            found = self._facts[key] = self._all(parts) if parts else ANYTHING
        return found

    def _all(self, parts: list[Facts]) -> Facts:
        if not parts:
            return Facts(0, 0)
        found = parts[0]
        for each in parts[1:]:
            found = joined(found, each)
        return found

    def _table(self, name: str) -> Facts:
        found = self._facts.get(name)
        if found is None:
            found = self._facts[name] = constant_facts(self.constants[name])
        return found

    def _local(self, name: str, sort: Sort, ref: Ref) -> Facts:
        if sort is Sort.FLAG:
            return FLAG
        key = (ref, name)
        found = self._facts.get(key)
        if found is None:
            self._facts[key] = _of_sort(sort)
            parts = [self._source(each) for each in self.local_sources(name, ref)]
            if ref in self.survey.roots and any(
                each.name == name for each in self.survey.functions[ref].function.parameters
            ):
                parts.append(self._given(ref))
            found = self._facts[key] = self._bounded(sort, parts)
        return found

    def _given(self, ref: Ref) -> Facts:
        """Return what is known of an argument that the machine passes."""
        if ref.role in (Role.OFFERED, Role.PROCEDURE, Role.VALUE):
            return Facts(0, self.tables.players[1] - 1)
        return NUMBER

    def _bounded(self, sort: Sort, parts: list[Facts]) -> Facts:
        if not parts:
            return _of_sort(sort)
        found = self._all(parts)
        return found._replace(none=False) if sort is Sort.NUMBER else found

    def _source(self, source: Source) -> Facts:
        if source.member:
            return self.member_facts(source.expression, source.ref)
        return self.facts(source.expression, source.ref)

    def _slot(self, number: int, sort: Sort, ref: Ref) -> Facts:
        if sort is Sort.FLAG:
            return FLAG
        procedure = self.procedure_of(ref)
        key = (procedure, number)
        found = self._facts.get(key)
        if found is None:
            self._facts[key] = _of_sort(sort)
            parts = [self._source(each) for each in self.survey.slots.get(key, ())]
            parts += [self._answer(each) for each in self._answers.get(key, ())]
            if number == 1 and any(each.procedure == procedure for each in self.tables.actions):
                parts.append(Facts(0, self.tables.players[1] - 1))
            found = self._facts[key] = self._bounded(sort, parts) if sort is Sort.MEMBER else _of_sort(sort)
        return found

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
        found = self._facts.get(key)
        if found is None:
            self._facts[key] = ANYTHING
            surveyed = self.survey.functions[ref]
            parts = [NOTHING if each is None else self.facts(each, ref) for each in surveyed.returns]
            if not returns(surveyed.function.body):
                parts.append(NOTHING)
            found = self._facts[key] = self._all(parts)
        return found

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


def node_result(node: ir.Select) -> ir.Expression:
    """Return the result of a search."""
    return node.result


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


def constant_part(index: ir.Expression) -> int:
    """Return the sum of the constants in an index."""
    match index:
        case ir.Const(int(value)):
            return value
        case ir.Compute("+", left, right):
            return constant_part(left) + constant_part(right)
        case _:
            return 0


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
