"""Infers the shapes of values, which untyped memory does not tell.

A shape is a number: 0 for a plain value (a number, a flag, a member, an entry, none), 1 for a text, and 2
more than the shape of its members for a list. Of two possible shapes the larger one is
right: none has shape 0.
"""

from collections.abc import Mapping

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.survey import Source, Survey
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role, Sort
from lazaretto.rules.run.compiled_game import Tag
from lazaretto.rules.run.questions.question_forms import takes_several

PLAIN, TEXT, LIST = 0, 1, 2
"""Shapes: a plain number, a text; a list has 2 more than its members."""


@value
class Meaning:
    """The shape of a value; entries are a seat and an action in one number."""

    shape: int = PLAIN
    entry: bool = False


@value
class GameShapes:
    """What the values of one game are; plain data that can be pickled."""

    cells: Mapping[int, Meaning]
    """The cells that hold more than plain values."""
    slots: Mapping[int, tuple[Meaning, ...]]
    """The slots of the frames of each procedure, slot 0 included."""
    procedure_of: tuple[int, ...]
    """The procedure of each segment."""
    result: Meaning
    """The result of the last resumable procedure."""
    gaps: tuple[tuple[Meaning, ...], ...]
    """The placeholders of each template."""
    texts: tuple[str, ...]
    """Constant texts, by their number."""
    text_addresses: tuple[int, ...]


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


class Shapes:
    """Shapes of the expressions of one game."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.tables = survey.tables
        self.constants = survey.lowered.constants
        self.cell_shapes = self._cell_shapes()
        self._list_shapes = {shape for shape in self.cell_shapes.values() if shape >= LIST}
        self._shapes: dict[object, int] = {}
        self.answers = self._answer_slots()

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
        for number, resumable in self.survey.lowered.resumables.items():
            if resumable.question is not None:
                question = resumable.question[1]
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
            case ir.Item():
                return PLAIN if node.sort is Sort.ENTRY else max(PLAIN, self.shape(node.many, ref) - LIST)
            case ir.Table(name):
                return self._remembered(name, self.constants[name])
            case ir.IfElse():
                return max(self.shape(node.then, ref), self.shape(node.otherwise, ref))
            case ir.TupleOf(items):
                return LIST + max((self.shape(item, ref) for item in items), default=PLAIN)
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
                return max(self.shape(argument, ref) for argument in arguments)
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
            case ir.Cell():
                return self._cell(node.index)

    def slot_shape(self, procedure: int, number: int) -> int:
        """Return the shape of a slot of a frame."""
        key = (procedure, number)
        shapes = [self._of_sources(key, self.survey.slots.get(key, []))]
        for question in self.answers.get(key, ()):
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
            for source in sources:
                shape = self.shape(source.expression, source.ref)
                found = max(found, shape - LIST if source.member else shape)
            self._shapes[key] = found
        return found

    def local_sources(self, name: str, ref: Ref) -> list[Source]:
        """Return where the values of a local name come from, arguments included."""
        surveyed = self.survey.functions[ref]
        sources = surveyed.locals.get(name, [])
        for index, parameter in enumerate(surveyed.function.parameters):
            if parameter.name == name:
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


def constant_part(index: ir.Expression) -> int:
    """Return the sum of the constants in an index."""
    match index:
        case ir.Const(int(value)):
            return value
        case ir.Compute("+"):
            return constant_part(index.left) + constant_part(index.right)
        case _:
            return 0
