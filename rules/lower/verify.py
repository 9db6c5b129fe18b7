"""Verifies that a lowered game is well-formed, so that every back end may rely on it.

Every name is defined before it is used, every slot, function, table and segment exists, calls have the right
number of arguments, terminators come last and end every path of a segment, and every node gets values of the
sorts that it can process, as far as sorts are known.
"""

from collections.abc import Iterable, Iterator
from typing import get_args

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import Node, called, children, walk

_NUMBERS = frozenset({ir.Sort.NUMBER, ir.Sort.MEMBER, ir.Sort.VALUE})
_FLAGS = frozenset({ir.Sort.FLAG, ir.Sort.VALUE})
_LISTS = frozenset({ir.Sort.LIST, ir.Sort.ENTRIES, ir.Sort.VALUE})
_WORDS = frozenset({ir.Sort.WORDS, ir.Sort.VALUE})
_ENTRY = frozenset({ir.Sort.ENTRY, ir.Sort.VALUE})
_Need = tuple[frozenset[ir.Sort], tuple[ir.Expression, ...]]


def alike(one: ir.Sort | None, other: ir.Sort | None) -> bool:
    """Whether a value of one sort may be used where the other is expected; an unknown sort always may."""
    if one is None or other is None or one is other or ir.Sort.VALUE in (one, other):
        return True
    return {one, other} == {ir.Sort.NUMBER, ir.Sort.MEMBER}


def disagreements(node: Node) -> Iterator[str]:
    """Yield the operands of a node whose sorts it cannot process."""
    if isinstance(node, ir.Let) and not alike(node.target.sort, sort_of(node.value)):
        yield f"a {node.target.sort.value} gets the value of {type(node.value).__name__}"
    for sorts, parts in _needs(node):
        for part in parts:
            sort = sort_of(part)
            if sort is not None and sort not in sorts:
                yield f"{type(node).__name__} works on {type(part).__name__}, a {sort.value}"


def _needs(node: object) -> Iterator[_Need]:
    """Yield the sorts that a node requires of its operands."""
    match node:
        case ir.Cell() | ir.PileAt() | ir.Item() | ir.Store() | ir.Add():
            yield _NUMBERS, (node.index,)
        case ir.PileOf():
            yield _NUMBERS, (node.piece,)
        case ir.Negative():
            yield _NUMBERS, (node.operand,)
        case ir.Compute():
            yield _NUMBERS, (node.left, node.right)
        case ir.Range():
            yield _NUMBERS, (node.low, node.high)
        case ir.Cells():
            yield _NUMBERS, (node.first, node.count)
        case ir.Compare("<" | "<=" | ">" | ">="):
            yield _NUMBERS, (node.left, node.right)
        case ir.Compare("in" | "not in"):
            yield _LISTS, (node.right,)
        case ir.Between():
            yield _NUMBERS, (node.low, node.value, node.high)
        case ir.Not():
            yield _FLAGS, (node.operand,)
        case ir.IfElse() | ir.If() | ir.While():
            yield _FLAGS, (node.test,)
        case ir.And() | ir.Or():
            yield _FLAGS, node.operands
        case ir.Select():
            yield _LISTS, (node.many,)
            yield _FLAGS, node.tests
        case ir.AnyOf(select) | ir.AllOf(select):
            yield _FLAGS, (select.result,)
        case ir.SumOf() | ir.Length() | ir.NotEmpty() | ir.Frozen() | ir.Unique():
            yield _LISTS, (node.many,)
        case ir.Extreme() | ir.Best() | ir.Sorted() | ir.Charged() | ir.ForEach():
            yield _LISTS, (node.many,)
        case ir.Picked():
            yield _LISTS, (node.many, node.by)
        case ir.Joined():
            yield _LISTS, node.lists
        case ir.MoveCounted():
            yield _NUMBERS, (node.source, node.target, node.amount)
        case ir.LogPrevented():
            yield _WORDS, (node.words,)
        case ir.Act():
            yield _ENTRY, (node.entry,)
        case _:
            pass


def sort_of(node: ir.Expression) -> ir.Sort | None:
    """Return the sort of an expression; None if unknown."""
    match node:
        case ir.Const(value):
            return _sort_of_constant(value)
        case (
            ir.Local(sort=sort)
            | ir.Slot(sort=sort)
            | ir.Returned(sort)
            | ir.Cell(sort=sort)
            | ir.Item(sort=sort)
            | ir.Apply(sort=sort)
            | ir.NewList(sort)
        ):
            return sort
        case (
            ir.Players()
            | ir.PileOf()
            | ir.Compute()
            | ir.Negative()
            | ir.SumOf()
            | ir.Extreme()
            | ir.Length()
        ):
            return ir.Sort.NUMBER
        case ir.Compare() | ir.IsNone() | ir.Between() | ir.Not() | ir.And() | ir.Or() | ir.Veiled():
            return ir.Sort.FLAG
        case ir.AnyOf() | ir.AllOf() | ir.NotEmpty() | ir.MayHoldHidden():
            return ir.Sort.FLAG
        case ir.Words():
            return ir.Sort.WORDS
        case ir.Cells() | ir.PileAt() | ir.PilesOf() | ir.Select() | ir.Range() | ir.Frozen() | ir.Unique():
            return ir.Sort.LIST
        case ir.Sorted():
            return ir.Sort.LIST
        case ir.Picked() | ir.Charged():
            return sort_of(node.many)
        case ir.IfElse():
            return sort_of(node.then) or sort_of(node.otherwise)
        case _:
            return None


def _sort_of_constant(value: object) -> ir.Sort | None:
    match value:
        case bool():
            return ir.Sort.FLAG
        case int():
            return ir.Sort.NUMBER
        case _:
            return None


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
    for number, resumable in lowered.resumables.items():
        numbers = range(resumable.entry, resumable.entry + resumable.count)
        covered += resumable.count
        yield from (
            f"procedure {number} has no segment {segment}"
            for segment in numbers
            if ir.Ref(ir.Role.SEGMENT, segment) not in lowered.functions
        )
        if resumable.question is not None and resumable.question[0] not in numbers:
            yield f"procedure {number} goes on with a foreign segment after its first question"
        if resumable.parameters >= len(resumable.slots):
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
        known = {parameter.name: parameter.sort for parameter in function.parameters}
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
                ends = [way for way in ways if way is not None]
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
        for node in nodes:
            self._uses(node, known)

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
            case ir.Const(value) if not _is_constant(value):
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
    return {name: sort for name, sort in first.items() if all(other.get(name) is sort for other in others)}


def _is_constant(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_constant, value))
    return value is None or isinstance(value, int | str)


def _title(node: Node) -> str:
    return type(node).__name__
