"""Finds values that need not be computed: those that nobody may want, and those that several actions share.

An idle value costs nothing, changes nothing and never fails. Most lines of the log are made of such values,
and games that are played in bulk have no log; what all actions of a menu ask of their seat is computed once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from lazaretto.rules.backends.native.constant_data import ConstantData
from lazaretto.rules.backends.native.infer_ranges import Inference
from lazaretto.rules.backends.native.shapes import LIST
from lazaretto.rules.backends.native.survey import Survey
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role
from lazaretto.rules.lower.ir.walk import walk
from lazaretto.rules.run.limits import LARGEST_TEXT

_ENDLESS = 1 << 32


class IdleValues:
    """Knows which values of a game are idle."""

    def __init__(self, survey: Survey, inference: Inference, data: ConstantData, cells: int) -> None:
        self._survey = survey
        self._inference = inference
        self._data = data
        self._cells = cells
        self._functions: dict[Ref, bool] = {}
        self._sizes: dict[Ref, int] = {}

    def is_idle(self, node: ir.Expression, ref: Ref) -> bool:
        """Tell whether a value of a function is idle."""
        match node:
            case ir.Local() | ir.Const() | ir.Slot() | ir.Table() | ir.Players() | ir.Veiled():
                return True
            case ir.Words(_, parts) | ir.TupleOf(parts) | ir.And(parts) | ir.Or(parts):
                return self._are_idle(parts, ref)
            case ir.Not() | ir.IsNone():
                return self.is_idle(node.operand, ref)
            case ir.Frozen():
                return self.is_idle(node.many, ref)
            case ir.IfElse():
                return self._are_idle((node.test, node.then, node.otherwise), ref)
            case ir.Compare("=" | "!="):
                return self._are_idle((node.left, node.right), ref)
            case ir.Select(_, _, tests):
                return self._are_idle((node.many, *tests, node.result), ref)
            case ir.Cell():
                return self._is_index(node.index, self._cells, ref)
            case ir.Item(ir.Table(name)):
                return self._is_index(node.index, self._data.length(name), ref)
            case ir.Call(function, arguments):
                return self._are_idle(arguments, ref) and self.is_idle_function(function)
            case ir.Apply("written", (ir.Words() as words, ir.Const())):
                return self.is_idle(words, ref) and self._size(node, ref) <= LARGEST_TEXT
            case _:
                return False

    def _are_idle(self, nodes: Iterable[ir.Expression], ref: Ref) -> bool:
        return all(self.is_idle(node, ref) for node in nodes)

    def _is_index(self, node: ir.Expression, size: int, ref: Ref) -> bool:
        """Whether a value is a sum of constants and variables, and certainly an index."""
        facts = self._inference.facts(node, ref)
        return self._is_sum(node, ref) and facts.low >= 0 and facts.high < size

    def _is_sum(self, node: ir.Expression, ref: Ref) -> bool:
        """Whether a value is a constant or a variable, or a sum of such, and never none."""
        match node:
            case ir.Compute("+"):
                return self._is_sum(node.left, ref) and self._is_sum(node.right, ref)
            case ir.Const() | ir.Local() | ir.Slot() | ir.Players():
                return not self._inference.facts(node, ref).none
            case _:
                return False

    def is_idle_function(self, ref: Ref) -> bool:
        """Tell whether a function computes an idle value."""
        if ref.role is not Role.VALUE:
            return False
        if ref not in self._functions:
            self._functions[ref] = False  # if it calls itself
            function = self._survey.functions[ref].function
            self._functions[ref] = self._is_idle_block(function.body, function)
        return self._functions[ref]

    def _is_idle_block(self, block: ir.Block, function: ir.Function) -> bool:
        return all(self._is_idle_statement(each, function) for each in block)

    def _is_idle_statement(self, node: ir.Statement, function: ir.Function) -> bool:
        match node:
            case ir.Let(_, ir.NewList()):
                return True
            case ir.Let(_, ir.Apply("settled", (_, start, ir.Local(name)))):
                return self.is_idle(start, function.ref) and _at_most_one(name, function)
            case ir.Let() | ir.Append():
                return self.is_idle(node.value, function.ref)
            case ir.Return():
                value = node.value
                return value is None or self.is_idle(value, function.ref)
            case ir.If(ir.NotEmpty(ir.Local()), then, otherwise):
                return self._is_idle_block([*then, *otherwise], function)
            case ir.If(_, then, otherwise):
                return self.is_idle(node.test, function.ref) and self._is_idle_block(
                    [*then, *otherwise], function
                )
            case _:
                return False

    def _size(self, node: ir.Expression, ref: Ref) -> int:
        """Return how many texts a text counts for at most."""
        match node:
            case ir.Const():
                return 1
            case ir.Apply("written", (ir.Words(_, gaps), ir.Const(tuple(texts)))):
                return 1 + sum(self._size(gaps[text], ref) for text in texts if isinstance(text, int))
            case ir.IfElse():
                return max(self._size(node.then, ref), self._size(node.otherwise, ref))
            case ir.Call(function):
                return self._size_of_result(function)
            case ir.Local(name):
                return self._size_of_local(name, ref)
            case _:
                return _ENDLESS

    def _size_of_result(self, ref: Ref) -> int:
        if ref not in self._sizes:
            self._sizes[ref] = _ENDLESS  # if it calls itself
            returns = self._survey.functions[ref].returns
            self._sizes[ref] = max((self._size(each, ref) for each in returns if each is not None), default=0)
        return self._sizes[ref]

    def _size_of_local(self, name: str, ref: Ref) -> int:
        found = self._survey.functions[ref]
        if any(parameter.name == name for parameter in found.function.parameters):
            return _ENDLESS
        largest = 0
        for source in found.locals.get(name, ()):
            match source.expression:
                case _ if source.member:
                    return _ENDLESS
                case ir.Apply("settled", (_, _, ir.Local(settings))):
                    given = _appended(settings, found.function)
                    largest = max(largest, *(self._size(tuple_of.items[1], ref) for tuple_of in given))
                case expression:
                    largest = max(largest, self._size(expression, ref))
        return largest


def _appended(name: str, function: ir.Function) -> list[ir.TupleOf]:
    """Return the pairs that are added to a list of settings."""
    return [
        append.value
        for append in walk(function.body)
        if isinstance(append, ir.Append)
        and append.target.name == name
        and isinstance(append.value, ir.TupleOf)
    ]


def _at_most_one(name: str, function: ir.Function) -> bool:
    """Whether a list of settings gets one member at most: all depend on different values of a parameter."""
    tested: set[tuple[str, object]] = set()
    for each in function.body:
        match each:
            case ir.If(ir.Compare("=", ir.Local(tested_name), ir.Const(value)), [ir.Append(target)], []):
                if target.name == name:
                    tested.add((tested_name, value))
            case _:
                pass
    names = {each for each, _ in tested}
    added = sum(
        isinstance(append, ir.Append) and append.target.name == name for append in walk(function.body)
    )
    return (
        len(names) == 1
        and names <= {parameter.name for parameter in function.parameters}
        and len(tested) == added
    )


class SharedValues:
    """The values that menus pass to the conditions of their actions."""

    def __init__(self, survey: Survey, inference: Inference, idle: IdleValues) -> None:
        self._survey = survey
        self._inference = inference
        self._idle = idle
        self._wanted: dict[Ref, tuple[Ref, ...]] = {}
        """The values of its seat that the condition of an action gets, in the order of its parameters."""
        self._computed: dict[Ref, tuple[Ref, ...]] = {}
        """The values that a menu computes for its seat."""
        for ref, function in survey.functions.items():
            if ref.role is Role.OFFERED:
                self._add_menu(ref, function.function)
        self._known = {ref: each for ref, each in {**self._wanted, **self._computed}.items() if each}
        """What functions need not compute, in short."""

    def wanted(self, ref: Ref) -> tuple[Ref, ...]:
        """Return the values that a function gets of its first argument, besides its own arguments."""
        return self._wanted.get(ref, ())

    def computed(self, ref: Ref) -> tuple[Ref, ...]:
        """Return the values that a function computes of its first parameter before anything else."""
        return self._computed.get(ref, ())

    def is_given(self, node: ir.Call, ref: Ref) -> bool:
        """Whether a function gets the result of a call from its callers, or has computed it already."""
        known = self._known.get(ref)
        return known is not None and node.function in known and self._is_of_seat(node, ref)

    def _add_menu(self, menu: Ref, function: ir.Function) -> None:
        counts: Counter[Ref] = Counter()
        conditions: dict[Ref, list[Ref]] = {}
        for call in walk(function.body):
            if isinstance(call, ir.Call) and call.function.role is Role.OPEN and self._is_of_seat(call, menu):
                refs = conditions[call.function] = [*self._values(call.function)]
                counts.update(refs)
        shared = tuple(ref for ref, count in counts.items() if count > 1)
        if shared:
            self._computed[menu] = shared
        for condition, values in conditions.items():
            if not self._is_fixed(condition):
                self._wanted[condition] = tuple(value for value in dict.fromkeys(values) if value in shared)

    def _is_fixed(self, ref: Ref) -> bool:
        """Whether the arguments of a function cannot be changed, or are already."""
        surveyed = self._survey.functions[ref]
        return ref in self._wanted or ref in self._survey.roots or surveyed.function.recursive

    def _values(self, ref: Ref) -> Iterator[Ref]:
        """Yield the values of its first parameter that a function computes, as often as it does."""
        surveyed = self._survey.functions[ref]
        wanted = {call for call in surveyed.calls if call.role is Role.VALUE and self._is_idle_list(call)}
        for each in walk(surveyed.function.body) if wanted else ():
            if isinstance(each, ir.Call) and each.function in wanted and self._is_of_seat(each, ref):
                yield each.function

    def _is_idle_list(self, ref: Ref) -> bool:
        return self._inference.result_shape(ref) == LIST and self._idle.is_idle_function(ref)

    def _is_of_seat(self, node: ir.Call, ref: Ref) -> bool:
        """Whether a call of a function passes its first parameter only, which it never changes."""
        surveyed = self._survey.functions[ref]
        match node.arguments, surveyed.function.parameters:
            case (ir.Local(name),), (first, *_):
                return name == first.name and name not in surveyed.locals
            case _:
                return False
