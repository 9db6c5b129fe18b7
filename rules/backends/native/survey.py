"""Surveys the lowered functions that a native game needs: what they assign, call and return."""

from collections.abc import Iterable
from dataclasses import field

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role
from lazaretto.rules.lower.ir.walk import called, walk
from lazaretto.rules.run.compiled_game import CompiledGame

ROOTS = frozenset(
    {
        Role.SEGMENT,
        Role.OFFERED,
        Role.PLAYABLE,
        Role.CANDIDATES,
        Role.BOUNDS,
        Role.DECLINED,
        Role.JUDGE,
        Role.SKIPPABLE,
        Role.VISIBLE,
    }
)
"""The roles whose functions the machine calls; others are translated if these call them."""


@changing_node
class Source:
    """Where a value comes from: an expression of a function, or a member of a list there."""

    ref: Ref
    expression: ir.Expression
    member: bool = False


@changing_node
class Surveyed:
    """What is known of one function."""

    function: ir.Function
    locals: dict[str, list[Source]] = field(default_factory=dict)
    """The values of each local name."""
    returns: list[ir.Expression | None] = field(default_factory=list)
    calls: dict[Ref, None] = field(default_factory=dict)
    """What it calls, in order: the same game always becomes the same program."""
    stops: bool = False
    """Whether it may end the game, or reveal something."""
    makes_lists: bool = False


_STOPPING = (ir.Perform, ir.Barrier, ir.Finish)
_LISTS = (
    ir.Select,
    ir.TupleOf,
    ir.Cells,
    ir.PileAt,
    ir.PilesOf,
    ir.NewList,
    ir.Words,
    ir.Sorted,
    ir.Frozen,
    ir.Unique,
    ir.Joined,
    ir.Range,
    ir.Apply,
)


_SILENT = frozenset(
    {
        ir.Local,
        ir.Const,
        ir.Slot,
        ir.Compute,
        ir.Compare,
        ir.Cell,
        ir.Item,
        ir.Table,
        ir.If,
        ir.Goto,
        ir.Not,
        ir.Pay,
        ir.Length,
        ir.IsNone,
        ir.Evaluate,
    }
)
"""Frequent nodes that tell nothing."""


class Survey:
    """The functions that a native game needs, from the roots on."""

    def __init__(self, tables: CompiledGame, lowered: ir.Lowered, further: Iterable[Ref] = ()) -> None:
        self.tables = tables
        self.lowered = lowered
        self.functions: dict[Ref, Surveyed] = {}
        self.parameters: dict[tuple[Ref, int], list[Source]] = {}
        """The arguments of each parameter."""
        self.slots: dict[tuple[int, int], list[Source]] = {}
        """The values of each slot of a procedure's frame."""
        self.returned: list[Source] = []
        """The results of resumable procedures."""
        self.procedure_of: dict[int, int] = {
            segment: number
            for number, resumable in lowered.resumables.items()
            for segment in range(resumable.entry, resumable.entry + resumable.count)
        }
        """The procedure of each segment."""
        self.asked_by: dict[int, int] = {}
        """The procedure that asks each question."""
        self.named = frozenset(self._named())
        """The functions that the machine calls by a number in the tables."""
        waiting = [ref for ref in lowered.functions if ref.role in ROOTS] + [*self._named(), *further]
        self.roots = frozenset(waiting)
        while waiting:
            ref = waiting.pop()
            if ref not in self.functions:
                waiting += self._add(ref)
        self._spread_stops()

    def _named(self) -> list[Ref]:
        """Return the functions that the machine calls by a number in the tables, if they exist."""
        tables = self.tables
        points = None if tables.points is None else tables.points.number
        numbers = [tables.score, tables.rank, tables.team, tables.campaign_over, points]
        named = [Ref(Role.VALUE, number) for number in numbers if number is not None]
        named += [Ref(Role.PROCEDURE, action.procedure) for action in tables.actions]
        named.append(Ref(Role.PROCEDURE, tables.entry))
        if tables.settle is not None:
            named.append(Ref(Role.PROCEDURE, tables.settle))
        return [ref for ref in named if ref in self.lowered.functions]

    def _add(self, ref: Ref) -> list[Ref]:
        """Survey one function; return what it calls."""
        function = self.lowered.functions[ref]
        made = self.functions[ref] = Surveyed(function)
        procedure = self.procedure_of.get(ref.number, -1) if ref.role is Role.SEGMENT else -1
        for node in walk(function.body):
            if node.__class__ in _SILENT:
                continue
            match node:
                case ir.Call(target, arguments):
                    made.calls[target] = None
                    for index, argument in enumerate(arguments):
                        self._parameter(target, index, Source(ref, argument))
                case ir.Let(target):
                    self._bound(made, procedure, target, Source(ref, node.value))
                case ir.ForEach(target):
                    self._bound(made, procedure, target, Source(ref, node.many, member=True))
                case ir.Select(variable) | ir.Best(_, _, variable) | ir.Sorted(_, variable):
                    made.locals.setdefault(variable.name, []).append(Source(ref, node.many, member=True))
                    made.makes_lists = True
                case ir.Return():
                    made.returns.append(node.value)
                case ir.Enter(number, arguments):
                    for index, argument in enumerate(arguments):
                        self.slots.setdefault((number, index + 1), []).append(Source(ref, argument))
                case ir.Leave(_, True):
                    value = node.value
                    if value is not None:
                        self.returned.append(Source(ref, value))
                case ir.Ask(question):
                    self.asked_by[question] = procedure
                case ir.CheckOutcome() | ir.MoveCounted() | ir.Finish():
                    made.calls.update(dict.fromkeys(called(node)))
                    if isinstance(node, ir.Finish) and node.ending is not None:
                        made.calls[node.ending] = None
                    if isinstance(node, ir.MoveCounted):
                        for shortage in node.shortages:
                            self._parameter(shortage, 0, Source(ref, node.owner))
                case ir.Apply("pick"):
                    made.stops = True
                case _:
                    pass
            if isinstance(node, _STOPPING):
                made.stops = True
            elif isinstance(node, _LISTS):
                made.makes_lists = True
        return [call for call in made.calls if call in self.lowered.functions]

    def _parameter(self, ref: Ref, index: int, source: Source) -> None:
        self.parameters.setdefault((ref, index), []).append(source)

    def _bound(self, made: Surveyed, procedure: int, target: ir.Local | ir.Slot, source: Source) -> None:
        if isinstance(target, ir.Local):
            made.locals.setdefault(target.name, []).append(source)
        else:
            self.slots.setdefault((procedure, target.number), []).append(source)

    def _spread_stops(self) -> None:
        """A function that calls one that may stop may stop, too; pure ones never do."""
        callers: dict[Ref, list[Ref]] = {}
        for ref, function in self.functions.items():
            for target in function.calls:
                callers.setdefault(target, []).append(ref)
        waiting = [ref for ref, function in self.functions.items() if function.stops]
        while waiting:
            for caller in callers.get(waiting.pop(), ()):
                if not self.functions[caller].stops:
                    self.functions[caller].stops = True
                    waiting.append(caller)

    def recursive(self) -> frozenset[Ref]:
        """Return the functions that may call themselves, directly or indirectly."""
        return frozenset(ref for ref, function in self.functions.items() if function.function.recursive)
