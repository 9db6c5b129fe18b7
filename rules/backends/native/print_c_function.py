"""Prints the body of one function of flat code as C."""

from collections.abc import Mapping

from lazaretto.rules.backends.native.flat.arithmetic import COMPARISONS, SMALLEST
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
    Width,
)
from lazaretto.rules.backends.native.flat.program import Function, FunctionTable
from lazaretto.rules.backends.native.flat.variables import variables_of

MOST = (1 << 32) - 1
"""The largest address, and the largest offset."""

TYPES: Mapping[Width, str] = {
    "i8": "signed char",
    "u8": "unsigned char",
    "i16": "short",
    "u16": "unsigned short",
    "i32": "int",
    "u32": "unsigned int",
    "i64": "long long",
}


def print_body(function: Function, results: Mapping[str, bool], tables: Mapping[str, FunctionTable]) -> str:
    """Return the statements of a function, with the variables that they need.

    `results` tells which functions have a result.
    """
    printer = _Printer(results, tables)
    local = variables_of(function)
    if local:
        printer.lines.append("I " + ", ".join(f"v_{each} = 0" for each in local) + ";")
    printer.block(function.body)
    if function.result and not (function.body and isinstance(function.body[-1], Return)):
        printer.lines.append("stop();")
    return "\n".join(printer.lines)


class _Printer:
    """Prints steps as lines, and values as expressions that only read."""

    def __init__(self, results: Mapping[str, bool], tables: Mapping[str, FunctionTable]) -> None:
        self.lines: list[str] = []
        self._results = results
        self._tables = tables
        self._temporaries = 0
        self._labels: list[tuple[str, int]] = []
        self._label_count = 0

    def block(self, steps: list[Step]) -> None:
        """Print steps one after the other."""
        for step in steps:
            self._step(step)

    def _step(self, step: Step) -> None:
        match step:
            case Set(name, value):
                self.lines.append(f"v_{name} = {self._last(value)};")
            case Store(width, address, value, offset):
                to, text = self._operands(address, value)
                self.lines.append(f"{_place(width, address, to, offset)} = ({width}){text};")
            case If(test, then, otherwise):
                self._if(test, then, otherwise)
            case Return(None):
                self.lines.append("return;")
            case Return(value) if value is not None:
                self.lines.append(f"return {self._last(value)};")
            case Do(value):
                self._do(value)
            case Repeat(label, body):
                number = self._enter(label)
                self.lines.append(f"for (;;) {{ again_{number}:;")
                self._leave(body)
                self.lines.append(f"}} exit_{number}:;")
            case Labelled(label, body):
                number = self._enter(label)
                self.lines.append("{")
                self._leave(body)
                self.lines.append(f"}} exit_{number}:;")
            case Exit(label):
                self.lines.append(f"goto exit_{self._number_of(label)};")
            case Again(label):
                self.lines.append(f"goto again_{self._number_of(label)};")
            case Copy(target, source, size_value):
                to, start, size = self._operands(target, source, size_value)
                self.lines.append(f"copy({to}, {start}, {size});")
            case Fill(target, byte, size_value):
                to, text, size = self._operands(target, byte, size_value)
                self.lines.append(f"fill({to}, {text}, {size});")
            case Trap():
                self.lines.append("stop();")
            case _:
                raise TypeError(step)

    def _if(self, test: Value, then: list[Step], otherwise: list[Step]) -> None:
        self.lines.append(f"if ({self._condition(test)}) {{")
        self.block(then)
        if otherwise:
            self.lines.append("} else {")
            self.block(otherwise)
        self.lines.append("}")

    def _enter(self, label: str) -> int:
        self._label_count += 1
        self._labels.append((label, self._label_count))
        return self._label_count

    def _leave(self, body: list[Step]) -> None:
        self.block(body)
        self._labels.pop()

    def _number_of(self, label: str) -> int:
        return next(number for name, number in reversed(self._labels) if name == label)

    def _last(self, value: Value) -> str:
        """Print a value that is used at once, so that it may be a call."""
        if isinstance(value, Call) and self._results[value.function]:
            return self._called(value)
        if isinstance(value, CallThrough):
            return self._called_through(value)
        return self._value(value)

    def _do(self, value: Value) -> None:
        text = self._called(value) if isinstance(value, Call) else self._last(value)
        self.lines.append(f"{text};")

    def _called(self, call: Call) -> str:
        return f"f_{call.function}({', '.join(self._operands(*call.arguments))})"

    def _called_through(self, call: CallThrough) -> str:
        index, *arguments = self._operands(call.index, *call.arguments)
        chosen = self._temporary(index)
        self.lines.append(f"if ((U){chosen} >= {max(len(self._tables[call.table].functions), 1)}) stop();")
        return f"table_{call.table}[{chosen}]({', '.join(arguments)})"

    def _operands(self, *values: Value) -> list[str]:
        """Print values that are evaluated one after the other and used together."""
        texts: list[str] = []
        ends: list[int] = []
        for value in values:
            texts.append(self._value(value))
            ends.append(len(self.lines))
        for number in range(len(values) - 2, -1, -1):
            if ends[number] < len(self.lines) and not isinstance(values[number], Number | Call | CallThrough):
                self._temporaries += 1
                name = f"t{self._temporaries}"
                self.lines.insert(ends[number], f"I {name} = {texts[number]};")
                texts[number] = name
        return texts

    def _temporary(self, text: str) -> str:
        self._temporaries += 1
        self.lines.append(f"I t{self._temporaries} = {text};")
        return f"t{self._temporaries}"

    def _condition(self, value: Value) -> str:
        """Print a value of which only counts whether it is 0."""
        match value:
            case Binary(word, left, right) if word in COMPARISONS:
                first, second = self._operands(left, right)
                return _binary(word, first, second)
            case IsZero(operand):
                return f"!{self._condition(operand)}"
            case Choose(test, then, otherwise):
                return self._choose(test, then, otherwise, flag=True)
            case _:
                return self._value(value)

    def _value(self, value: Value) -> str:
        match value:
            case Get(name):
                return f"v_{name}"
            case Number(number):
                return _number(number)
            case Binary(word, left, right):
                first, second = self._operands(left, right)
                text = _binary(word, first, second)
                return f"(I){text}" if word in COMPARISONS else text
            case Load(width, address, offset):
                return f"(I){_place(width, address, self._value(address), offset)}"
            case Call(name):
                if not self._results[name]:
                    self._do(value)
                    return "0LL"
                return self._temporary(self._called(value))
            case CallThrough():
                return self._temporary(self._called_through(value))
            case IsZero(operand):
                return f"(I)!{self._condition(operand)}"
            case Choose(test, then, otherwise):
                return self._choose(test, then, otherwise, flag=False)
            case After(steps, inner):
                self.block(steps)
                return self._value(inner)

    def _choose(self, test: Value, then: Value, otherwise: Value, flag: bool) -> str:
        condition = self._condition(test)
        part = self._condition if flag else self._value
        outside, self.lines = self.lines, []
        first, steps = part(then), self.lines
        self.lines = []
        second, other_steps = part(otherwise), self.lines
        self.lines = outside
        if not steps and not other_steps:
            if flag and isinstance(otherwise, Number) and otherwise.value == 0:
                return f"({condition} && {first})"
            if flag and isinstance(then, Number) and then.value:
                return f"({condition} || {second})"
            return f"({condition} ? {first} : {second})"
        self._temporaries += 1
        name = f"t{self._temporaries}"
        self.lines.append(f"I {name}; if ({condition}) {{")
        self.lines += [*steps, f"{name} = {first};", "} else {", *other_steps, f"{name} = {second};", "}"]
        return name


_PLAIN = {"<s": "<", "<=s": "<=", ">s": ">", ">=s": ">="}
_DIVISIONS = {"/s": "divide", "%s": "remainder_of", "/u": "divide_unsigned", "%u": "remainder_unsigned"}


def _binary(word: str, left: str, right: str) -> str:
    if word in _DIVISIONS:
        return f"{_DIVISIONS[word]}({left}, {right})"
    if word in ("<<", ">>s", ">>u"):
        bits = f"({right} & 63)"
        if word == ">>s":
            return f"({left} >> {bits})"
        return f"(I)((U){left} {word[:2]} {bits})"
    if word.endswith("u"):
        return f"((U){left} {word[:-1]} (U){right})"
    return f"({left} {_PLAIN.get(word, word)} {right})"


def _place(width: Width, address: Value, text: str, offset: int) -> str:
    """Print a place in memory; one that is not constant is kept within it, whatever the program does."""
    if isinstance(address, Number):
        return f"(*({width} *)(memory + {(address.value & MOST) + offset}))"
    start = f"memory + {offset}" if offset else "memory"
    return f"(*({width} *)({start} + AT({text})))"


def _number(number: int) -> str:
    if number == SMALLEST:
        return "(-9223372036854775807LL - 1)"
    return f"{number}LL" if number >= 0 else f"({number}LL)"
