"""Encodes a flat program as a WebAssembly module, which exports its memory as `memory`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set as AbstractSet

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.flat.build import COMPARISONS, OPPOSITES
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Again,
    Binary,
    Call,
    CallThrough,
    Choose,
    Copy,
    Do,
    Exit,
    Fill,
    FlatProgram,
    Function,
    FunctionTable,
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
)
from lazaretto.rules.backends.native.flat.walk import is_flag
from lazaretto.rules.backends.native.wasm import binary_format as wasm


class Emitter:
    """The code of a function, as far as it is written."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self.code = bytearray()
        self._variables = {name: wasm.number(index) for index, name in enumerate(parameters)}
        self._reading: dict[str, bytes] = {}
        self._writing: dict[str, bytes] = {}
        self._labels: list[str | None] = []
        """What each block around is: the way out of a label, `again LABEL`, or nothing that has a name."""
        self._fresh = 0
        self.branches = 0
        """How many blocks there are, and branches to them."""

    @property
    def variables(self) -> int:
        """How many parameters and variables there are."""
        return len(self._variables)

    def reading(self, name: str) -> bytes:
        """Return the instruction that reads a variable."""
        found = self._reading.get(name)
        if found is None:
            found = self._reading[name] = wasm.GET_LOCAL + self._index(name)
        return found

    def writing(self, name: str) -> bytes:
        """Return the instruction that assigns to a variable."""
        found = self._writing.get(name)
        if found is None:
            found = self._writing[name] = wasm.SET_LOCAL + self._index(name)
        return found

    def _index(self, name: str) -> bytes:
        found = self._variables.get(name)
        if found is None:
            found = self._variables[name] = wasm.number(len(self._variables))
        return found

    def new_variable(self) -> str:
        """Return a variable that nothing else uses."""
        return f" {len(self._variables)}"

    def new_label(self) -> str:
        """Return a label that nothing else uses."""
        self._fresh += 1
        return f" {self._fresh}"

    def enter(self, kind: bytes, result: bytes, label: str | None) -> None:
        """Begin a block."""
        self.branches += 1
        self.code += kind + result
        self._labels.append(label)

    def leave(self) -> None:
        """End a block."""
        self.code += wasm.END
        self._labels.pop()

    def branch(self, kind: bytes, label: str) -> None:
        """Leave the innermost block of a label, or go back to its beginning if it is a loop."""
        self.branches += 1
        depth = 0
        while self._labels[-1 - depth] != label:
            depth += 1
        self.code += kind
        self.code += wasm.number(depth)


def is_short(value: Value) -> bool:
    """Tell whether a condition is made without 64 bits that have to be compared with 0."""
    match value:
        case Binary():
            return is_flag(value)
        case IsZero() | Choose():
            return True
        case Load(width):
            return width != "i64"
        case _:
            return False


def is_compound(test: Value) -> bool:
    """Tell whether a test consists of several that are joined by `and` and `or`."""
    match test:
        case Choose(_, then, otherwise):
            return isinstance(then, Number) or isinstance(otherwise, Number)
        case IsZero(operand) | After(_, operand):
            return is_compound(operand)
        case _:
            return False


def only_reads(value: Value) -> bool:
    """Tell whether a condition is small and changes nothing."""
    match value:
        case Get() | Number():
            return True
        case Binary(_, left, right):
            return only_reads(left) and only_reads(right)
        case IsZero(operand) | Load(_, operand):
            return only_reads(operand)
        case _:
            return False


_LOW = (1 << 32) - 1
_ZERO = wasm.I32_CONST + b"\0"
_JOINING = ("&", "|")
_SHORT: Mapping[str, bytes] = {"+": wasm.I32_ADD, "-": wasm.I32_SUBTRACT, "&": wasm.I32_AND, "|": wasm.I32_OR}


@value
class Numbers:
    """By which number WebAssembly knows what flat code knows by its name."""

    functions: Mapping[str, int]
    results: AbstractSet[str]
    """The functions that have a result."""
    tables: Mapping[str, int]
    """The function that stands for each table."""


@value
class Encoded:
    """A function in WebAssembly."""

    entry: bytes
    """What stands in the section of code."""
    cells: int
    """Its variables times its branches: wasmtime has a cell for each variable in each block."""


def encode_function(function: Function, numbers: Numbers) -> Encoded:
    """Encode a function."""
    encoder = _Encoder(function, numbers)
    encoder.block(function.body)
    if function.result and not (function.body and isinstance(function.body[-1], Return)):
        encoder.code += wasm.UNREACHABLE
    variables = encoder.variables - len(function.parameters)
    groups = wasm.vector([wasm.number(variables) + wasm.I64] if variables else [])
    entry = wasm.sized(groups + bytes(encoder.code) + wasm.END)
    return Encoded(entry, encoder.variables * encoder.branches)


class _Encoder(Emitter):
    def __init__(self, function: Function, numbers: Numbers) -> None:
        super().__init__(function.parameters)
        self._numbers = numbers

    def block(self, steps: list[Step]) -> None:
        """Encode steps one after the other."""
        for step in steps:
            _STEPS[type(step)](self, step)

    def _set(self, step: Set) -> None:
        value = step.value
        _VALUES[type(value)](self, value)
        self.code += self.writing(step.name)

    def _store(self, step: Store) -> None:
        value = step.value
        place = self._address(step.address, step.offset)
        _VALUES[type(value)](self, value)
        self.code += wasm.store(step.width, place)

    def _return(self, step: Return) -> None:
        if step.value is not None:
            self._value(step.value)
        self.code += wasm.RETURN

    def _do(self, step: Do) -> None:
        value = step.value
        if isinstance(value, Call) and value.function not in self._numbers.results:
            self._plain_call(value)
        else:
            self._value(value)
            self.code += wasm.DROP

    def _exit(self, step: Exit) -> None:
        self.branch(wasm.BRANCH, step.label)

    def _again(self, step: Again) -> None:
        self.branch(wasm.BRANCH, f"again {step.label}")

    def _repeat(self, step: Repeat) -> None:
        self.enter(wasm.BLOCK, wasm.NOTHING, step.label)
        self.enter(wasm.LOOP, wasm.NOTHING, f"again {step.label}")
        self.block(step.body)
        self.branch(wasm.BRANCH, f"again {step.label}")
        self.leave()
        self.leave()

    def _labelled(self, step: Labelled) -> None:
        self.enter(wasm.BLOCK, wasm.NOTHING, step.label)
        self.block(step.body)
        self.leave()

    def _copy(self, step: Copy) -> None:
        for each in (step.target, step.source, step.size):
            self._short(each)
        self.code += wasm.MEMORY_COPY

    def _fill(self, step: Fill) -> None:
        for each in (step.target, step.byte, step.size):
            self._short(each)
        self.code += wasm.MEMORY_FILL

    def _trap(self, _: Trap) -> None:
        self.code += wasm.UNREACHABLE

    def _if(self, step: If) -> None:
        test, then, otherwise = step.test, step.then, step.otherwise
        if not otherwise and len(then) == 1 and isinstance(then[0], Exit | Again):
            label = then[0].label if isinstance(then[0], Exit) else f"again {then[0].label}"
            self._branch_if(test, True, label)
            return
        if isinstance(test, IsZero) and otherwise:
            test, then, otherwise = test.operand, otherwise, then
        if is_compound(test):
            self._if_compound(test, then, otherwise)
            return
        self._condition(test)
        self.enter(wasm.IF, wasm.NOTHING, None)
        self.block(then)
        if otherwise:
            self.code += wasm.ELSE
            self.block(otherwise)
        self.leave()

    def _if_compound(self, test: Value, then: list[Step], otherwise: list[Step]) -> None:
        """Encode an `If` whose parts of the test each jump to where it goes on."""
        end, skipped = self.new_label(), self.new_label()
        if otherwise:
            self.enter(wasm.BLOCK, wasm.NOTHING, end)
        self.enter(wasm.BLOCK, wasm.NOTHING, skipped)
        self._branch_if(test, False, skipped)
        self.block(then)
        if otherwise:
            self.branch(wasm.BRANCH, end)
            self.leave()
            self.block(otherwise)
        self.leave()

    def _branch_if(self, test: Value, wanted: bool, label: str) -> None:
        """Branch if a test holds or, if that is not wanted, if it does not hold."""
        match test:
            case IsZero(operand):
                self._branch_if(operand, not wanted, label)
            case After(steps, inner):
                self.block(steps)
                self._branch_if(inner, wanted, label)
            case Choose(first, then, Number(0)):
                self._branch_if_both(first, True, then, wanted, label)
            case Choose(first, Number(0), otherwise):
                self._branch_if_both(first, False, otherwise, wanted, label)
            case Choose(first, Number(), otherwise):
                self._branch_if_both(first, False, IsZero(otherwise), not wanted, label)
            case Choose(first, then, Number()):
                self._branch_if_both(first, True, IsZero(then), not wanted, label)
            case Binary(word, left, right) if word in COMPARISONS and not wanted:
                self._condition(Binary(OPPOSITES[word], left, right))
                self.branch(wasm.BRANCH_IF, label)
            case _ if wanted:
                self._condition(test)
                self.branch(wasm.BRANCH_IF, label)
            case _:
                self._condition(IsZero(test))
                self.branch(wasm.BRANCH_IF, label)

    def _branch_if_both(self, first: Value, holds: bool, second: Value, wanted: bool, label: str) -> None:
        """Branch if one test holds, or does not if so said, and a second one holds; or if not both is so."""
        if not wanted:
            self._branch_if(first, not holds, label)
            self._branch_if(second, False, label)
            return
        skipped = self.new_label()
        self.enter(wasm.BLOCK, wasm.NOTHING, skipped)
        self._branch_if(first, not holds, skipped)
        self._branch_if(second, True, label)
        self.leave()

    def _value(self, value: Value) -> None:
        """Put a value on the stack."""
        _VALUES[type(value)](self, value)

    def _get(self, value: Get) -> None:
        self.code += self.reading(value.name)

    def _number(self, value: Number) -> None:
        self.code += wasm.constant(value.value)

    def _load(self, value: Load) -> None:
        place = self._address(value.address, value.offset)
        self.code += wasm.load(value.width, place)

    def _binary(self, value: Binary) -> None:
        word = value.word
        if word in _JOINING and is_flag(value):
            self._flag(value)
            return
        left, right = value.left, value.right
        _VALUES[type(left)](self, left)
        _VALUES[type(right)](self, right)
        self.code += wasm.BINARY[word]
        if word in COMPARISONS:
            self.code += wasm.EXTEND

    def _flag(self, value: Value) -> None:
        self._condition(value)
        self.code += wasm.EXTEND

    def _call(self, value: Call) -> None:
        self._plain_call(value)
        if value.function not in self._numbers.results:
            self.code += wasm.constant(0)

    def _plain_call(self, value: Call) -> None:
        for argument in value.arguments:
            self._value(argument)
        self.code += wasm.CALL
        self.code += wasm.number(self._numbers.functions[value.function])

    def _after(self, value: After) -> None:
        self.block(value.statements)
        self._value(value.value)

    def _choose(self, value: Choose) -> None:
        test, then, otherwise = value.test, value.then, value.otherwise
        if isinstance(then, Get | Number) and isinstance(otherwise, Get | Number) and only_reads(test):
            self._value(then)
            self._value(otherwise)
            self._condition(test)
            self.code += wasm.SELECT
        elif is_compound(test):
            end, skipped = self.new_label(), self.new_label()
            self.enter(wasm.BLOCK, wasm.I64, end)
            self.enter(wasm.BLOCK, wasm.NOTHING, skipped)
            self._branch_if(test, False, skipped)
            self._value(then)
            self.branch(wasm.BRANCH, end)
            self.leave()
            self._value(otherwise)
            self.leave()
        else:
            self._condition(test)
            self.enter(wasm.IF, wasm.I64, None)
            self._value(then)
            self.code += wasm.ELSE
            self._value(otherwise)
            self.leave()

    def _call_through(self, call: CallThrough) -> None:
        self._value(call.index)
        for argument in call.arguments:
            self._value(argument)
        self.code += wasm.CALL
        self.code += wasm.number(self._numbers.tables[call.table])

    def _condition(self, value: Value) -> None:
        """Put 32 bits on the stack that are 0 if and only if the value is 0."""
        match value:
            case Binary(word, left, right) if word in COMPARISONS:
                _VALUES[type(left)](self, left)
                _VALUES[type(right)](self, right)
                self.code += wasm.BINARY[word]
            case Binary("&" | "|" as word, left, right) if is_flag(value):
                self._condition(left)
                self._condition(right)
                self.code += _SHORT[word]
            case IsZero(operand):
                if is_short(operand):
                    self._condition(operand)
                    self.code += wasm.I32_IS_ZERO
                else:
                    self._value(operand)
                    self.code += wasm.I64_IS_ZERO
            case Load(width, address, offset) if width != "i64":
                place = self._address(address, offset)
                self.code += wasm.load_short(width, place)
            case Number(number):
                self.code += wasm.I32_CONST
                self.code += b"\x01" if number else b"\0"
            case Choose(test, then, otherwise):
                self._condition(test)
                self.enter(wasm.IF, wasm.I32, None)
                self._condition(then)
                self.code += wasm.ELSE
                self._condition(otherwise)
                self.leave()
            case After(steps, inner):
                self.block(steps)
                self._condition(inner)
            case _:
                self._value(value)
                self.code += wasm.I64_CONST + b"\0" + wasm.I64_NOT_EQUAL

    def _address(self, value: Value, offset: int) -> int:
        """Put an address on the stack and return the offset that is left to add to it."""
        if type(value) is Number:
            self.code += _ZERO
            return (value.value & _LOW) + offset
        self._short(value)
        return offset

    def _short(self, value: Value) -> None:
        """Put the lower 32 bits of a value on the stack."""
        if type(value) is Get:  # most values
            self.code += self.reading(value.name)
            self.code += wasm.WRAP
            return
        match value:
            case Number(number):
                low = number & _LOW
                self.code += wasm.I32_CONST
                self.code += wasm.signed(low - (1 << 32) if low >> 31 else low)
            case Binary("+" | "-" | "&" | "|" as word, left, right):
                self._short(left)
                self._short(right)
                self.code += _SHORT[word]
            case Binary("<<", left, Number(bits)) if 0 <= bits < 32:
                self._short(left)
                self.code += wasm.I32_CONST
                self.code += wasm.signed(bits)
                self.code += wasm.I32_SHIFT_LEFT
            case Load(width, address, offset):
                place = self._address(address, offset)
                self.code += wasm.load_short(width, place)
            case After(steps, inner):
                self.block(steps)
                self._short(inner)
            case _:
                self._value(value)
                self.code += wasm.WRAP


_VALUES: Mapping[type[Value], Callable[..., None]] = {
    Get: _Encoder._get,
    Number: _Encoder._number,
    Load: _Encoder._load,
    Binary: _Encoder._binary,
    IsZero: _Encoder._flag,
    Call: _Encoder._call,
    CallThrough: _Encoder._call_through,
    Choose: _Encoder._choose,
    After: _Encoder._after,
}
_STEPS: Mapping[type[Step], Callable[..., None]] = {
    Set: _Encoder._set,
    Store: _Encoder._store,
    If: _Encoder._if,
    Return: _Encoder._return,
    Do: _Encoder._do,
    Exit: _Encoder._exit,
    Again: _Encoder._again,
    Repeat: _Encoder._repeat,
    Labelled: _Encoder._labelled,
    Copy: _Encoder._copy,
    Fill: _Encoder._fill,
    Trap: _Encoder._trap,
}
"""Tables, because whole programs are encoded: looking a type up takes less time than a `match`. For the same
reason, those methods that encode most nodes look up the types of their parts themselves."""


def encode_table(table: FunctionTable, numbers: Mapping[str, int]) -> bytes:
    """Return the entry of a table in the section of code: its first parameter is the index."""
    called = [function for function in table.functions if function is not None]
    labels = {name: number for number, name in enumerate(called)}
    nowhere = len(called)
    targets = [nowhere if function is None else labels[function] for function in table.functions]
    given = b"".join(wasm.GET_LOCAL + wasm.number(each) for each in range(1, table.parameters + 1))
    code = [(wasm.BLOCK + wasm.NOTHING) * (nowhere + 1), wasm.GET_LOCAL + wasm.number(0) + wasm.WRAP]
    code += [wasm.BRANCH_TABLE, wasm.vector(map(wasm.number, targets)), wasm.number(nowhere)]
    for each in called:
        code += [wasm.END, given, wasm.CALL, wasm.number(numbers[each]), wasm.RETURN]
    code += [wasm.END, wasm.UNREACHABLE, wasm.END]
    return wasm.sized(wasm.number(0) + b"".join(code))


MOST_CELLS = 40_000_000
"""The most variables times branches, summed over all functions: wasmtime takes four bytes for each, and may
compile all functions at the same time. The largest known game has fewer than a million."""


class LongRuleError(Exception):
    """Compiling the module would take too much memory."""


def encode_wasm(program: FlatProgram) -> bytes:
    """Return the bytes of a module; imports come from the module `python`.

    Raises:
        LongRuleError: if a rule is too long.
    """
    shapes: dict[tuple[int, bool], int] = {}

    def shape(parameters: int, result: bool) -> int:
        return shapes.setdefault((parameters, result), len(shapes))

    imports = [
        wasm.named("python") + wasm.named(name) + wasm.FUNCTION + wasm.number(shape(count, True))
        for name, count in program.imports.items()
    ]
    functions, tables = program.functions.values(), program.tables.values()
    kinds = [wasm.number(shape(len(function.parameters), function.result)) for function in functions]
    kinds += [wasm.number(shape(1 + table.parameters, True)) for table in tables]
    names = (*program.imports, *program.functions)
    numbers = Numbers(
        {name: number for number, name in enumerate(names)},
        {name for name, function in program.functions.items() if function.result} | set(program.imports),
        {name: number for number, name in enumerate(program.tables, len(names))},
    )
    encoded = [encode_function(function, numbers) for function in functions]
    if sum(each.cells for each in encoded) > MOST_CELLS:
        raise LongRuleError
    code = [each.entry for each in encoded]
    code += [encode_table(table, numbers.functions) for table in tables]
    exports = [
        wasm.named(name) + wasm.FUNCTION + wasm.number(numbers.functions[name]) for name in program.exports
    ]
    pages = wasm.number(-(-program.memory // wasm.PAGE))
    return b"".join(
        (
            wasm.HEADER,
            wasm.section(wasm.TYPES, wasm.vector(_shape(*each) for each in shapes)),
            wasm.section(wasm.IMPORTS, wasm.vector(imports)),
            wasm.section(wasm.FUNCTIONS, wasm.vector(kinds)),
            wasm.section(wasm.MEMORIES, wasm.vector([b"\x01" + pages + pages])),
            wasm.section(
                wasm.EXPORTS, wasm.vector([wasm.named("memory") + wasm.MEMORY + wasm.number(0), *exports])
            ),
            wasm.section(wasm.CODE, wasm.vector(code)),
            wasm.section(wasm.DATA, wasm.vector(_data(program))),
        )
    )


def _shape(parameters: int, result: bool) -> bytes:
    results = wasm.vector([wasm.I64] if result else [])
    return wasm.FUNCTION_TYPE + wasm.vector([wasm.I64] * parameters) + results


def _data(program: FlatProgram) -> Iterator[bytes]:
    for address, content in program.data:
        yield wasm.number(0) + _constant(address) + wasm.sized(content)


def _constant(value: int) -> bytes:
    return wasm.I32_CONST + wasm.signed(value) + wasm.END
