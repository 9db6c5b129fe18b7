"""Evaluates flat code in Python, slowly: what it means, without a compiler."""

from collections.abc import Callable, Mapping
from functools import partial
from mmap import mmap

from lazaretto.rules.backends.native.flat.build import calculate, wrapped
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
    Width,
)
from lazaretto.rules.backends.native.load_machine_code import Trapped

Import = Callable[..., int]


def program_of(
    functions: Mapping[str, Function],
    tables: Mapping[str, FunctionTable] | None = None,
    imports: Mapping[str, int] | None = None,
    data: tuple[tuple[int, bytes], ...] = (),
    memory: int = 65536,
) -> FlatProgram:
    """Return a program that exports all its functions."""
    return FlatProgram(functions, tables or {}, tuple(functions), imports or {}, data, memory)


class _Leaves(Exception):  # noqa: N818  (not an error)
    def __init__(self, label: str, again: bool) -> None:
        self.label = label
        self.again = again


class _Returns(Exception):  # noqa: N818  (not an error)
    def __init__(self, value: int) -> None:
        self.value = value


class EvaluatedInstance:
    """A program with its memory, evaluated node by node."""

    def __init__(self, program: FlatProgram, imports: Mapping[str, Import] | None = None) -> None:
        self._program = program
        self._imports = imports or {}
        self._bytes = mmap(-1, program.memory)  # most of it is never used
        for address, data in program.data:
            self._bytes[address : address + len(data)] = data
        self.memory = memoryview(self._bytes)

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        assert name in self._program.exports
        return self._call(name, [wrapped(argument) for argument in arguments])

    def function(self, name: str) -> Import:
        """Return an exported function."""
        return partial(self.call, name)

    def _call(self, name: str, arguments: list[int]) -> int:
        if name in self._program.imports:
            assert len(arguments) == self._program.imports[name]
            return wrapped(self._imports[name](*arguments))
        function = self._program.functions[name]
        variables = dict(zip(function.parameters, arguments, strict=True))
        try:
            self._run(function.body, variables)
        except _Returns as returned:
            return returned.value
        if function.result:
            raise Trapped
        return 0

    def _run(self, steps: list[Step], variables: dict[str, int]) -> None:
        for step in steps:
            self._step(step, variables)

    def _step(self, step: Step, variables: dict[str, int]) -> None:
        match step:
            case Set(name, value):
                variables[name] = self._value(value, variables)
            case Store(width, address, value, offset):
                start = self._value(address, variables) + offset
                number, size = self._value(value, variables), _size(width)
                self._range(start, size)[:] = (number & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            case Copy(target, source, size_value):
                to, start = self._value(target, variables), self._value(source, variables)
                size = self._value(size_value, variables)
                self._range(to, size)[:] = bytes(self._range(start, size))
            case Fill(target, byte, size_value):
                to, number = self._value(target, variables), self._value(byte, variables)
                size = self._value(size_value, variables)
                self._range(to, size)[:] = bytes([number & 255]) * size
            case If(test, then, otherwise):
                self._run(then if self._value(test, variables) else otherwise, variables)
            case Repeat(label, body):
                again = True
                while again:
                    again = self._leaves(label, body, variables)
            case Labelled(label, body):
                self._leaves(label, body, variables)
            case Exit(label):
                raise _Leaves(label, again=False)
            case Again(label):
                raise _Leaves(label, again=True)
            case Return(value_or_none):
                raise _Returns(0 if value_or_none is None else self._value(value_or_none, variables))
            case Do(value):
                self._value(value, variables)
            case Trap():
                raise Trapped

    def _leaves(self, label: str, body: list[Step], variables: dict[str, int]) -> bool:
        """Run a block; tell whether it goes on from its beginning."""
        try:
            self._run(body, variables)
        except _Leaves as leaves:
            if leaves.label != label:
                raise
            return leaves.again
        return True

    def _value(self, value: Value, variables: dict[str, int]) -> int:
        match value:
            case Number(number):
                return number
            case Get(name):
                return variables.get(name, 0)
            case Binary(word, left, right):
                first, second = self._value(left, variables), self._value(right, variables)
                try:
                    return calculate(word, first, second)
                except ZeroDivisionError:
                    raise Trapped from None
            case IsZero(operand):
                return int(self._value(operand, variables) == 0)
            case Load(width, address, offset):
                start = self._value(address, variables) + offset
                found = self._range(start, _size(width))
                return int.from_bytes(found, "little", signed=width.startswith("i"))
            case Call(name, arguments):
                return self._call(name, [self._value(argument, variables) for argument in arguments])
            case CallThrough(table, index, arguments):
                functions = self._program.tables[table].functions
                number = self._value(index, variables)
                given = [self._value(argument, variables) for argument in arguments]
                name_or_none = functions[number] if 0 <= number < len(functions) else None
                if name_or_none is None:
                    raise Trapped
                return self._call(name_or_none, given)
            case Choose(test, then, otherwise):
                return self._value(then if self._value(test, variables) else otherwise, variables)
            case After(steps, inner):
                self._run(steps, variables)
                return self._value(inner, variables)

    def _range(self, start: int, size: int) -> memoryview:
        if not 0 <= start <= start + size <= len(self._bytes):
            raise Trapped
        return self.memory[start : start + size]


def _size(width: Width) -> int:
    return int(width[1:]) // 8
