"""Finds lists that several actions of a menu compute of the same seat, to compute them once for all of them.

Only values count that cost nothing and never fail: then it makes no difference when they are computed.
"""

from collections import Counter
from collections.abc import Iterator

from lazaretto.rules.backends.native.game_shapes import LIST
from lazaretto.rules.backends.native.idle_values import IdleValues
from lazaretto.rules.backends.native.inference import Inference
from lazaretto.rules.backends.native.survey import Survey
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role
from lazaretto.rules.lower.ir.walk import walk


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
        for ref, each in survey.functions.items():
            if ref.role is Role.OFFERED:
                self._add_menu(ref, each.function)
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
        for each in walk(function.body):
            if isinstance(each, ir.Call) and each.function.role is Role.OPEN and self._is_of_seat(each, menu):
                found = conditions[each.function] = [*self._values(each.function)]
                counts.update(found)
        shared = tuple(each for each, count in counts.items() if count > 1)
        if shared:
            self._computed[menu] = shared
        for condition, values in conditions.items():
            if not self._is_fixed(condition):
                self._wanted[condition] = tuple(each for each in dict.fromkeys(values) if each in shared)

    def _is_fixed(self, ref: Ref) -> bool:
        """Whether the arguments of a function cannot be changed, or are already."""
        surveyed = self._survey.functions[ref]
        return ref in self._wanted or ref in self._survey.roots or surveyed.function.recursive

    def _values(self, ref: Ref) -> Iterator[Ref]:
        """Yield the values of its first parameter that a function computes, as often as it does."""
        surveyed = self._survey.functions[ref]
        wanted = {each for each in surveyed.calls if each.role is Role.VALUE and self._is_idle_list(each)}
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
