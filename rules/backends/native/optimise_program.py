"""Makes flat programs smaller and faster: calls are replaced, constants folded, unused functions dropped.

This is for WebAssembly: wasmtime hardly looks beyond one function. A `Folder` copies code in its simplest
form; an `Inliner` is one that puts the bodies of functions in the place of their calls.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from lazaretto.rules.backends.native.flat.build import COMPARISONS, OPPOSITES, calculate
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Again,
    Binary,
    BinaryWord,
    Call,
    CallThrough,
    Choose,
    Copy,
    Do,
    Exit,
    Fill,
    FlatProgram,
    Function,
    Get,
    If,
    IsZero,
    Labelled,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Trap,
    Value,
    Width,
)
from lazaretto.rules.backends.native.flat.walk import (
    Node,
    few_nodes_of,
    is_flag,
    is_seldom,
    maybe_unset,
    nodes_of,
)

_EITHER_WAY: frozenset[BinaryWord] = frozenset(("+", "*", "&", "|", "^", "==", "!="))
_NOTHING_TO_DO: frozenset[tuple[BinaryWord, int]] = frozenset(
    (
        ("+", 0),
        ("-", 0),
        ("|", 0),
        ("^", 0),
        ("<<", 0),
        (">>s", 0),
        (">>u", 0),
        ("*", 1),
        ("/s", 1),
        ("/u", 1),
        ("&", -1),
    )
)
_DIVISIONS: frozenset[BinaryWord] = frozenset(("/s", "%s", "/u", "%u"))
_UNSIGNED: dict[Width, int] = {"u8": 255, "u16": 65535, "u32": 0xFFFFFFFF}
_MOST = 0xFFFFFFFF


def binary(word: BinaryWord, left: Value, right: Value) -> Value:
    """Return an operation in its simplest form."""
    if type(left) is Number:
        if type(right) is Number:
            if word in _DIVISIONS and right.value in (0, -1):
                return Binary(word, left, right)
            return Number(calculate(word, left.value, right.value))
        if word in _EITHER_WAY:
            left, right = right, left
    if type(right) is not Number:
        return Binary(word, left, right)
    if (word, right.value) in _NOTHING_TO_DO:
        return left
    if word == "-":
        word, right = "+", Number(calculate("-", 0, right.value))
    if word == "+" and isinstance(left, Binary) and left.word == "+" and isinstance(left.right, Number):
        return binary("+", left.left, Number(calculate("+", left.right.value, right.value)))
    if right.value == 0:
        if word == "==":
            return is_zero(left)
        if word == "!=" and is_flag(left):
            return left
    return Binary(word, left, right)


def is_zero(operand: Value) -> Value:
    """Return whether a value is 0, in its simplest form."""
    match operand:
        case Number(number):
            return Number(int(number == 0))
        case Binary(word, left, right) if word in COMPARISONS:
            return Binary(OPPOSITES[word], left, right)
        case IsZero(inner):
            return inner if is_flag(inner) else Binary("!=", inner, Number(0))
        case After(steps, inner):
            return After(steps, is_zero(inner))
        case _:
            return IsZero(operand)


def place(address: Value, offset: int) -> tuple[Value, int]:
    """Move what is constant in an address to its offset, if the rest cannot be negative."""
    if type(address) is Binary and address.word == "+" and type(address.right) is Number:
        number = address.right.value
        if number >= 0 and number + offset <= _MOST and most(address.left) <= _MOST:
            return address.left, number + offset
    return address, offset


def most(value: Value) -> int:
    """Return the largest number that a value can be if it cannot be negative; otherwise a huge one."""
    match value:
        case Number(number) if number >= 0:
            return number
        case Load(width):
            return _UNSIGNED.get(width, 1 << 64)
        case Binary("&", left, right):
            return min(most(left), most(right))
        case Binary("+", left, right):
            return most(left) + most(right)
        case Binary("<<", left, Number(bits)) if 0 <= bits < 32:
            found = most(left)
            return found << bits if found <= _MOST else 1 << 64
        case Choose(_, then, otherwise):
            return max(most(then), most(otherwise))
        case _:
            return 1 if is_flag(value) else 1 << 64


def condition(value: Value) -> Value:
    """Return a value that is 0 if and only if another is, in its simplest form."""
    kind = type(value)
    if kind is not Binary and kind is not IsZero:  # most values
        return value
    match value:
        case Binary("!=", left, Number(0)):
            return condition(left)
        case IsZero(IsZero(inner)):
            return condition(inner)
        case _:
            return value


def is_idle(value: Value) -> bool:
    """Tell whether evaluating a value changes nothing and never stops."""
    match value:
        case Number() | Get():
            return True
        case Binary(word, left, right):
            return word not in _DIVISIONS and is_idle(left) and is_idle(right)
        case IsZero(operand):
            return is_idle(operand)
        case Choose(test, then, otherwise):
            return is_idle(test) and is_idle(then) and is_idle(otherwise)
        case Load() | Call() | CallThrough() | After():
            return False


class Folder:
    """Copies code; those who inherit from it replace some of it."""

    known: Mapping[str, Value] = {}
    """What stands in the copy for the variables of the code; others stay as they are."""
    folded = False
    """Whether the code is a copy already, so that what stays the same is as simple as it can be."""

    def value(self, value: Value) -> Value:
        """Return the copy of a value."""
        return _VALUES[type(value)](self, value)

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Return the copy of a call, whose arguments are copied already."""
        return Call(name, tuple(arguments))

    def returned(self, value: Value | None) -> list[Step]:
        """Return the copy of a return, whose value is copied already."""
        return [Return(value)]

    def steps(self, steps: list[Step]) -> list[Step]:
        """Return the copy of steps; nothing follows a step that leaves."""
        found: list[Step] = []
        for step in steps:
            kind = type(step)
            _STEPS[kind](self, step, found)
            if kind not in _GOING_ON and found and type(found[-1]) in _LEAVING:
                break
        return found


def _number(_: Folder, value: Number) -> Value:
    return value


def _get(folder: Folder, value: Get) -> Value:
    return folder.known.get(value.name, value)


def _load(folder: Folder, value: Load) -> Value:
    old = value.address
    if type(old) is Number:
        return value
    address = _VALUES[type(old)](folder, old)
    if type(address) is Binary:
        address, offset = place(address, value.offset)
        return Load(value.width, address, offset)
    return value if address is old else Load(value.width, address, value.offset)


def _binary(folder: Folder, value: Binary) -> Value:
    old_left, old_right = value.left, value.right
    left = _VALUES[type(old_left)](folder, old_left)
    right = old_right if type(old_right) is Number else _VALUES[type(old_right)](folder, old_right)
    if left is old_left and right is old_right:
        if folder.folded:
            return value
        if type(left) is not Number and type(right) is not Number:
            return value
    if type(left) is Number or type(right) is Number:
        return binary(value.word, left, right)
    return Binary(value.word, left, right)


def _is_zero(folder: Folder, value: IsZero) -> Value:
    operand = value.operand
    return is_zero(condition(_VALUES[type(operand)](folder, operand)))


def _call(folder: Folder, value: Call) -> Value:
    return folder.call(
        value.function, [_VALUES[type(argument)](folder, argument) for argument in value.arguments]
    )


def _call_through(folder: Folder, value: CallThrough) -> Value:
    index = folder.value(value.index)
    return CallThrough(value.table, index, tuple([folder.value(argument) for argument in value.arguments]))


def _choose(folder: Folder, value: Choose) -> Value:
    test, then, otherwise = condition(folder.value(value.test)), value.then, value.otherwise
    if isinstance(test, Number):
        return folder.value(then if test.value else otherwise)
    if isinstance(test, IsZero):
        test, then, otherwise = test.operand, otherwise, then
    return Choose(test, folder.value(then), folder.value(otherwise))


def _after(folder: Folder, value: After) -> Value:
    before = folder.steps(value.statements)
    found = folder.value(value.value)
    return After(before, found) if before else found


def _set(folder: Folder, step: Set, found: list[Step]) -> None:
    old, name = step.value, step.name
    value = _VALUES[type(old)](folder, old)
    if type(value) is After:
        value = _flat(value, found)
    other = folder.known.get(name)
    if other is not None:
        assert type(other) is Get
        name = other.name
    elif value is old:
        found.append(step)
        return
    if not (type(value) is Get and value.name == name):
        found.append(Set(name, value))


def _store(folder: Folder, step: Store, found: list[Step]) -> None:
    old_address, old, offset = step.address, step.value, step.offset
    address = old_address
    if type(old_address) is not Number:
        address = _VALUES[type(old_address)](folder, old_address)
        if type(address) is Binary:
            address, offset = place(address, offset)
    value = _VALUES[type(old)](folder, old)
    if value is not old or address is not old_address:
        step = Store(step.width, address, value, offset)
    found.append(step)


def _if(folder: Folder, step: If, found: list[Step]) -> None:
    test = step.test
    test = condition(_flat(_VALUES[type(test)](folder, test), found))
    if type(test) is Number:
        found += folder.steps(step.then if test.value else step.otherwise)
        return
    then, otherwise = folder.steps(step.then), folder.steps(step.otherwise) if step.otherwise else []
    if then:
        found.append(If(test, then, otherwise))
    elif otherwise:
        found.append(If(is_zero(test), otherwise, then))
    elif not is_idle(test):
        found.append(Do(test))


def _return(folder: Folder, step: Return, found: list[Step]) -> None:
    found += folder.returned(None if step.value is None else _flat(folder.value(step.value), found))


def _do(folder: Folder, step: Do, found: list[Step]) -> None:
    value = _flat(folder.value(step.value), found)
    if not is_idle(value):
        found.append(Do(value))


def _repeat(folder: Folder, step: Repeat, found: list[Step]) -> None:
    found.append(Repeat(step.label, folder.steps(step.body)))


def _labelled(folder: Folder, step: Labelled, found: list[Step]) -> None:
    found.append(Labelled(step.label, folder.steps(step.body)))


def _copy(folder: Folder, step: Copy, found: list[Step]) -> None:
    target, source = folder.value(step.target), folder.value(step.source)
    found.append(Copy(target, source, folder.value(step.size)))


def _fill(folder: Folder, step: Fill, found: list[Step]) -> None:
    target, byte = folder.value(step.target), folder.value(step.byte)
    found.append(Fill(target, byte, folder.value(step.size)))


def _leave(_: Folder, step: Exit | Again | Trap, found: list[Step]) -> None:
    found.append(step)


def _flat(value: Value, found: list[Step]) -> Value:
    """Put the steps before a value in front of the step that it is part of."""
    while isinstance(value, After):
        found += value.statements
        value = value.value
    return value


_VALUES: Mapping[type[Value], Callable[..., Value]] = {
    Get: _get,
    Number: _number,
    Load: _load,
    Binary: _binary,
    IsZero: _is_zero,
    Call: _call,
    CallThrough: _call_through,
    Choose: _choose,
    After: _after,
}
_STEPS: Mapping[type[Step], Callable[..., None]] = {
    Set: _set,
    Store: _store,
    If: _if,
    Return: _return,
    Do: _do,
    Repeat: _repeat,
    Labelled: _labelled,
    Copy: _copy,
    Fill: _fill,
    Exit: _leave,
    Again: _leave,
    Trap: _leave,
}
"""Tables, because whole programs are copied: looking a type up takes less time than a `match`. For the same
reason, those functions that copy most nodes look up the types of their parts themselves."""

_LEAVING: frozenset[type[Step]] = frozenset((Return, Exit, Again, Trap))
_GOING_ON: frozenset[type[Step]] = frozenset((Store, Copy, Fill, Repeat, Labelled))
"""Steps whose copies never leave."""


SMALL = 60
"""The size of a function, in nodes, up to which every call of it is replaced."""

TINY = 20
"""The same for calls in functions that stay small."""

ONCE = 400
"""The size up to which the only call of a function is replaced."""

LARGEST = 3000
"""The size that a function may grow to."""


class Body:
    """A function that is finished, and whose calls may be replaced by it."""

    def __init__(self, function: Function, nodes: list[Node]) -> None:
        self.function = function
        self.size = len(nodes)
        self._nodes = nodes

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The parameters and variables that it assigns."""
        return frozenset([node.name for node in self._nodes if type(node) is Set])

    @cached_property
    def unset(self) -> list[str]:
        """The variables that it might read before it assigns them."""
        read = {node.name for node in self._nodes if type(node) is Get}
        return [] if read.issubset(self.function.parameters) else sorted(maybe_unset(self.function))


def body_of(function: Function, most: int) -> Body | None:
    """Return a function ready to replace calls, if it is marked or has few nodes; otherwise None."""
    if is_seldom(function):
        return None
    nodes = nodes_of(function.body) if function.inline else few_nodes_of(function.body, most)
    return None if nodes is None else Body(function, nodes)


class Inliner(Folder):
    """Copies one function and replaces calls in it."""

    def __init__(self, bodies: Mapping[str, Body], size: int, sparing: range) -> None:
        """Make it; calls of functions whose size lies in the range `sparing` stay, unless they are marked."""
        self._bodies = bodies
        self._size = size
        self._sparing = sparing
        self._copies = 0
        self.calls: list[str] = []
        """The functions that the copy calls."""

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Return the body of a function in the place of its call."""
        body = self._bodies.get(name)
        if body is None or self._size + body.size > LARGEST or self._stays(body):
            self.calls.append(name)
            return Call(name, tuple(arguments))
        self._size += body.size
        self._copies += 1
        return _Copier(body, self._copies, self.calls).replaced(arguments)

    def _stays(self, body: Body) -> bool:
        return body.size in self._sparing and not body.function.inline


class _Copier(Folder):
    """Copies a body with variables of its own."""

    folded = True

    def __init__(self, body: Body, number: int, calls: list[str]) -> None:
        self._body = body
        self._number = number
        self._calls = calls
        names = (*body.function.parameters, *body.assigned)
        self.known: dict[str, Value] = {name: Get(self._own(name)) for name in names}
        self._label = f"return_{number}"
        self._result = f"_result_{number}"
        self._exits = 0
        self._results = False

    def replaced(self, arguments: list[Value]) -> Value:
        """Return what stands for a call."""
        body, function = self._body, self._body.function
        plain = all(isinstance(argument, Number | Get) for argument in arguments)
        before: list[Step] = []
        for name, value in zip(function.parameters, arguments, strict=True):
            fixed = isinstance(value, Number) or (plain and isinstance(value, Get))
            if fixed and name not in body.assigned:
                self.known[name] = value
            else:
                before.append(Set(self._own(name), value))
        before += [Set(self._own(each), Number(0)) for each in body.unset]
        inside, result = self._copied(function)
        return After([*before, *inside], result) if before or inside else result

    def _copied(self, function: Function) -> tuple[list[Step], Value]:
        """Return the copy of all steps of the body, and its result after them."""
        last = function.body[-1] if function.body else None
        if isinstance(last, Return):
            inside = self.steps(function.body[:-1])
            result = Number(0) if last.value is None else self.value(last.value)
        else:
            inside, result = self.steps(function.body), Number(0)
            if function.result:
                inside.append(Trap())
        at_the_end = inside[-1] if inside else None
        if isinstance(at_the_end, Exit) and at_the_end.label == self._label:  # nothing follows
            inside.pop()
            self._exits -= 1
        elif self._results and not isinstance(at_the_end, Trap):
            inside.append(Set(self._result, result))
        if self._exits:
            inside = [Labelled(self._label, inside)]
        return inside, Get(self._result) if self._results else result

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Note a call that stays."""
        self._calls.append(name)
        return Call(name, tuple(arguments))

    def _own(self, name: str) -> str:
        """Return a name that nothing else in the calling function has."""
        return f"{name}_{self._number}_"

    def returned(self, value: Value | None) -> list[Step]:
        """Leave the copy with its result."""
        self._exits += 1
        if value is None:
            return [Exit(self._label)]
        self._results = True
        return [Set(self._result, value), Exit(self._label)]


def optimise_program(program: FlatProgram, apart: Container[str] = (), small: int = SMALL) -> FlatProgram:
    """Return a program that does the same: calls are replaced, constants folded, unused functions dropped.

    Calls of functions that are kept apart stay calls, and most of those that have more than `small` nodes.
    """
    roots = frozenset(_roots(program))
    nodes, calls = _used(program, roots)
    counts = Counter(each for called in calls.values() for each in called)
    bodies: dict[str, Body] = {}
    functions: dict[str, Function] = {}
    left: dict[str, list[str]] = {}
    none, some = range(0), range(TINY + 1, small + 1)
    for name in _inner_first(calls):
        function = program.functions[name]
        inliner = Inliner(bodies, nodes[name], some if function.small else none)
        functions[name] = function.with_body(inliner.steps(function.body))
        left[name] = inliner.calls
        if counts[name] and name not in calls[name] and name not in apart:
            body = body_of(functions[name], ONCE if counts[name] == 1 and name not in roots else small)
            if body is not None:
                bodies[name] = body
    reached = _reachable(roots, left)
    return replace(program, functions={name: each for name, each in functions.items() if name in reached})


def _used(program: FlatProgram, roots: Iterable[str]) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the functions that can be reached: how many nodes each one has, and what it calls."""
    sizes: dict[str, int] = {}
    calls: dict[str, list[str]] = {}
    waiting = [*roots]
    while waiting:
        name = waiting.pop()
        if name not in calls and name in program.functions:
            nodes = nodes_of(program.functions[name].body)
            sizes[name] = len(nodes)
            calls[name] = [node.function for node in nodes if type(node) is Call]
            waiting += calls[name]
    return sizes, {name: calls[name] for name in program.functions if name in calls}


def _roots(program: FlatProgram) -> Iterator[str]:
    """Yield what is called from outside, or by its index."""
    yield from program.exports
    for table in program.tables.values():
        yield from (function for function in table.functions if function is not None)


def _inner_first(calls: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield all functions, after those that they call where that is possible."""
    seen: set[str] = set()
    for start in calls:
        if start in seen:
            continue
        seen.add(start)
        waiting = [(start, iter(calls[start]))]
        while waiting:
            name, rest = waiting[-1]
            for each in rest:
                if each in calls and each not in seen:
                    seen.add(each)
                    waiting.append((each, iter(calls[each])))
                    break
            else:
                waiting.pop()
                yield name


def _reachable(roots: Iterable[str], calls: Mapping[str, list[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in seen and name in calls:
            seen.add(name)
            waiting += calls[name]
    return seen
