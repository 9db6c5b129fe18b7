"""Encodes one function of flat code as WebAssembly.

A value is 64 bits wide; an address and a condition are 32 bits wide, and are computed so from the start where
that saves a conversion.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.flat.arithmetic import COMPARISONS, OPPOSITES
from lazaretto.rules.backends.native.flat.flags import is_flag
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
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.wasm import binary_format as wasm
from lazaretto.rules.backends.native.wasm.emitter import Emitter
from lazaretto.rules.backends.native.wasm.value_kinds import is_compound, is_short, only_reads

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
        for each in value.arguments:
            self._value(each)
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
        for each in call.arguments:
            self._value(each)
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
