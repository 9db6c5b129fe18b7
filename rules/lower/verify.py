"""Verifies that a lowered game is well-formed, so that every back end may rely on it.

Every name is defined before it is used, every slot, function, table and segment exists, calls have the right
number of arguments, terminators come last and end every path of a segment, and sorts agree.
"""

from collections.abc import Iterable, Iterator
from typing import get_args

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import Node, called, children, walk
from lazaretto.rules.lower.verify_sorts import alike, disagreements

_ENDS = (*get_args(ir.Terminator), ir.Return, ir.Break, ir.Continue)
"""Statements after which nothing follows in their block."""
_Names = dict[str, ir.Sort]
"""The defined names, each with its sort."""


def verify(lowered: ir.Lowered) -> list[str]:
    """Return the problems of a lowered game; none if the lowering is correct."""
    frames = _frames(lowered)
    found = [*_whole(lowered)]
    for function in lowered.functions.values():
        ref = function.ref
        name = f"{ref.role.value} {ref.number}.{ref.step} ({function.title})"
        problems = _Function(lowered, function, frames.get(ref)).problems()
        found += [f"{name}: {problem}" for problem in problems]
    return found


def _whole(lowered: ir.Lowered) -> Iterator[str]:
    """Yield problems of the game as a whole."""
    covered = 0
    for number, each in lowered.resumables.items():
        numbers = range(each.entry, each.entry + each.count)
        covered += each.count
        yield from (
            f"procedure {number} has no segment {segment}"
            for segment in numbers
            if ir.Ref(ir.Role.SEGMENT, segment) not in lowered.functions
        )
        if each.question is not None and each.question[0] not in numbers:
            yield f"procedure {number} goes on with a foreign segment after its first question"
        if each.parameters >= len(each.slots):
            yield f"procedure {number} has no slots for its parameters"
    if covered != lowered.segments:
        yield f"{covered} segments belong to procedures, {lowered.segments} are counted"
    for number in lowered.skippable:
        if ir.Ref(ir.Role.SKIPPABLE, number) not in lowered.functions:
            yield f"procedure {number} has no function that says whether it can be skipped"


def _frames(lowered: ir.Lowered) -> dict[ir.Ref, ir.Resumable]:
    """Return the procedure whose frame each function reads."""
    found: dict[ir.Ref, ir.Resumable] = {}
    for resumable in lowered.resumables.values():
        for number in range(resumable.entry, resumable.entry + resumable.count):
            segment = ir.Ref(ir.Role.SEGMENT, number)
            found[segment] = resumable
            body = lowered.functions[segment].body if segment in lowered.functions else []
            for node in walk(body):
                if isinstance(node, ir.Ask):
                    found |= {ir.Ref(role, node.question): resumable for role in ir.FRAMED - {segment.role}}
    return found


class _Function:
    """Checks one function."""

    def __init__(self, lowered: ir.Lowered, function: ir.Function, owner: ir.Resumable | None) -> None:
        self.lowered = lowered
        self.function = function
        self.owner = owner
        self.found: list[str] = []

    def problems(self) -> list[str]:
        """Return all problems of the function."""
        function = self.function
        segment = function.ref.role is ir.Role.SEGMENT
        if function.ref.role in ir.FRAMED and self.owner is None:
            self.found.append("reads the frame of no procedure")
        known = {each.name: each.sort for each in function.parameters}
        if self._block(function.body, known, 0) is not None and segment:
            self.found.append("a path does not end in a terminator")
        for node in walk(function.body):
            self._node(node, segment)
            self.found += disagreements(node)
        return self.found

    # --- names ---------------------------------------------------------------------------------

    def _block(self, body: ir.Block, known: _Names, loops: int) -> _Names | None:
        """Return the names defined after a block; None if control never reaches its end."""
        names: _Names | None = known
        for node in body:
            if names is None:
                self.found.append(f"{_title(node)} can never be reached")
                return None
            names = self._statement(node, names, loops)
        return names

    def _statement(self, node: ir.Statement, known: _Names, loops: int) -> _Names | None:
        match node:
            case ir.If():
                self._uses(node.test, known)
                ways = self._block(node.then, known, loops), self._block(node.otherwise, known, loops)
                ends = [each for each in ways if each is not None]
                return _in_all(ends) if ends else None
            case ir.ForEach():
                self._uses(node.many, known)
                self._block(node.body, known | _named(node.target), loops + 1)
                return known
            case ir.While():
                self._uses(node.test, known)
                self._block(node.body, known, loops + 1)
                return known
            case ir.Leave():
                if node.value is not None:
                    self._uses(node.value, known)
                self._block(node.after, known, 0)
            case ir.Let():
                self._uses(node.value, known)
                return known | _named(node.target)
            case _:
                self._all(children(node), known)
        if isinstance(node, ir.Break | ir.Continue) and not loops:
            self.found.append(f"{_title(node)} stands in no loop")
        return None if isinstance(node, _ENDS) else known

    def _all(self, nodes: Iterable[Node], known: _Names) -> None:
        for each in nodes:
            self._uses(each, known)

    def _uses(self, node: Node, known: _Names) -> None:
        """Check that all names an expression uses are defined; its own variables are defined within it."""
        match node:
            case ir.Local(name, sort):
                if name not in known:
                    self.found.append(f"`{name}` is used before it has a value")
                elif not alike(sort, known[name]):
                    self.found.append(f"`{name}` is a {known[name].value}, not a {sort.value}")
            case ir.Select():
                self._uses(node.many, known)
                self._all((*node.tests, node.result), known | _named(node.variable))
            case ir.Best() | ir.Sorted():
                self._uses(node.many, known)
                self._uses(node.key, known | _named(node.variable))
            case ir.Condition():
                self._uses(node.body, known | _named(node.variable))
            case _:
                self._all(children(node), known)

    # --- references -----------------------------------------------------------------------------

    def _node(self, node: Node, segment: bool) -> None:
        for ref in (*called(node), *_ending(node)):
            self._ref(node, ref)
        self._numbers(node, segment)
        if isinstance(node, ir.Enter):
            self._entered(node)

    def _numbers(self, node: object, segment: bool) -> None:
        """Check the numbers of slots, tables, segments and streams."""
        match node:
            case ir.Slot(number, sort):
                self._slot(number, sort)
            case ir.AddToSlot(number):
                self._slot(number, ir.Sort.NUMBER)
            case ir.Table(name) | ir.Reset(table=name) if name not in self.lowered.constants:
                self.found.append(f"there is no table {name}")
            case ir.Goto(target) | ir.Ask(then=target) | ir.Enter(then=target) | ir.Act(then=target):
                self._target(node, target, segment)
            case ir.Leave() if not segment:
                self.found.append("a plain function leaves a frame")
            case ir.Return() if segment:
                self.found.append("a segment returns without a terminator")
            case ir.Const(value) if not _constant(value):
                self.found.append(f"{value!r} is no constant")
            case ir.Apply("pick", (ir.Const(int(stream)), _)) if stream >= len(self.lowered.streams):
                self.found.append(f"there is no stream {stream}")
            case _:
                pass

    def _ref(self, node: Node, ref: ir.Ref) -> None:
        function = self.lowered.functions.get(ref)
        if function is None:
            self.found.append(f"there is no function {ref.role.value} {ref.number}.{ref.step}")
            return
        if isinstance(node, ir.Call) and len(node.arguments) != len(function.parameters):
            self.found.append(f"a call of {ref.role.value} {ref.number} has the wrong number of arguments")
        if ref.role in ir.FRAMED and self.owner is None:
            self.found.append(f"{ref.role.value} {ref.number} is called where there is no frame")

    def _slot(self, number: int, sort: ir.Sort) -> None:
        if self.function.ref.role not in ir.FRAMED or self.owner is None:
            self.found.append(f"slot {number} is used where there is no frame")
        elif not 0 < number < len(self.owner.slots):
            self.found.append(f"the frame has no slot {number} to use")
        elif not alike(sort, self.owner.slots[number].sort):
            self.found.append(f"slot {number} is a {self.owner.slots[number].sort.value}, not a {sort.value}")

    def _target(self, node: Node, target: int, segment: bool) -> None:
        owner = self.owner
        if not segment or owner is None:
            self.found.append(f"{_title(node)} stands in a plain function")
        elif not owner.entry <= target < owner.entry + owner.count:
            self.found.append(f"{_title(node)} goes to segment {target} of another procedure")

    def _entered(self, node: ir.Enter) -> None:
        resumable = self.lowered.resumables.get(node.procedure)
        if resumable is None:
            self.found.append(f"procedure {node.procedure} cannot be entered")
        elif len(node.arguments) != resumable.parameters:
            self.found.append(f"procedure {node.procedure} is entered with the wrong number of arguments")


def _ending(node: Node) -> tuple[ir.Ref, ...]:
    return (node.ending,) if isinstance(node, ir.Finish) and node.ending is not None else ()


def _named(target: ir.Local | ir.Slot) -> _Names:
    return {target.name: target.sort} if isinstance(target, ir.Local) else {}


def _in_all(ways: list[_Names]) -> _Names:
    """Return the names that are defined with the same sort on all paths."""
    first, *others = ways
    return {name: sort for name, sort in first.items() if all(each.get(name) is sort for each in others)}


def _constant(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_constant, value))
    return value is None or isinstance(value, int | str)


def _title(node: Node) -> str:
    return type(node).__name__
