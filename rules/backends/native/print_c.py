"""Prints a flat program as one C file, for gcc and clang.

Every access stays within the memory, whatever the program does. Linux reserves room for all addresses of 32
bits, which takes only the pages that are used; what lies beyond the memory counts as shared, since the system
limits how much a process may have for itself. A register holds the start of the memory if the compiler can do
that. Elsewhere memory is an array, and addresses are masked. Ranges are checked.

Calls and everything else that has an effect become statements of their own, in their order; what is left of
an expression only reads. The text has to be compiled with `-fwrapv -fno-strict-aliasing`.
"""

from collections.abc import Mapping

from lazaretto.rules.backends.native.flat.build import COMPARISONS, SMALLEST
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
from lazaretto.rules.backends.native.flat.walk import always_traps, is_seldom, nodes_of, variables_of

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


_HEAD = """\
#include <setjmp.h>
typedef long long I;
typedef unsigned long long U;
{types}
#define SIZE {size}ULL
static int trapped;
int *find_trapped(void) {{ return &trapped; }}
#if defined(__linux__) && defined(__LP64__)
#include <sys/mman.h>
#define AT(address) ((unsigned long)(unsigned int)(address))
#if defined(__aarch64__) && !defined(__clang__)
#define HOME __asm__("x28")
#elif defined(__x86_64__) && !defined(__clang__)
#define HOME __asm__("r15")
#endif
static unsigned char *start;
#ifdef HOME
register unsigned char *memory HOME;
#define ENTER unsigned char *kept = memory; memory = start;
#define LEAVE memory = kept;
#else
#define memory start
#endif
unsigned char *find_memory(void) {{
    int both = PROT_READ | PROT_WRITE, kind = MAP_ANONYMOUS | MAP_NORESERVE;
    unsigned long all = (1UL << 32) + {reach} + 9;
    void *room = mmap(0, all, both, kind | MAP_SHARED, -1, 0);
    if (room == MAP_FAILED) room = mmap(0, all, PROT_NONE, kind | MAP_PRIVATE, -1, 0);
    if (room == MAP_FAILED) return 0;
    start = mmap(room, SIZE + 65535 & -65536UL, both, kind | MAP_PRIVATE | MAP_FIXED, -1, 0);
    return start == MAP_FAILED ? 0 : start;
}}
#else
#define MASK {mask}LL
#define AT(address) ((address) & MASK)
static __attribute__((aligned(4096))) unsigned char memory[MASK + {reach} + 9];
unsigned char *find_memory(void) {{ return memory; }}
#endif
#ifndef ENTER
#define ENTER
#define LEAVE
#endif
#ifdef _WIN32
#define MARK setjmp
#else
#define MARK _setjmp
#endif
static jmp_buf *back;
static __attribute__((noreturn, cold, noinline)) I stop(void) {{ longjmp(*back, 1); }}
static inline I divide(I left, I right) {{
    if (right == 0 || (right == -1 && left == (-9223372036854775807LL - 1))) stop();
    return left / right;
}}
static inline I remainder_of(I left, I right) {{
    if (right == 0) stop();
    return right == -1 ? 0 : left % right;
}}
static inline I divide_unsigned(U left, U right) {{ return right ? (I)(left / right) : stop(); }}
static inline I remainder_unsigned(U left, U right) {{ return right ? (I)(left % right) : stop(); }}
static inline void copy(I target, I source, I size) {{
    if ((U)size > SIZE || (U)target > SIZE - (U)size || (U)source > SIZE - (U)size) stop();
    __builtin_memmove(memory + target, memory + source, size);
}}
static inline void fill(I target, I byte, I size) {{
    if ((U)size > SIZE || (U)target > SIZE - (U)size) stop();
    __builtin_memset(memory + target, (u8)byte, size);
}}
"""

_WRAPPER = """\
I export_{name}({parameters}) {{
    jmp_buf here, *before = back;
    I result = 0;
    ENTER
    back = &here;
    if (MARK(here)) trapped = 1; else {{ {call}; }}
    back = before;
    LEAVE
    return result;
}}
"""


SHORT_IN_C: Mapping[str, str] = {
    "product_high": "return (I)((unsigned __int128)(U)v_left * (U)v_right >> 64);",
}
"""Functions for which most compilers have a shorter body."""


def print_c(program: FlatProgram) -> str:
    """Return the text of a C file that exports `export_NAME` for each function that the program exports.

    Functions tell where its memory and its mark of a trap are: what is not visible outside is reached faster.
    """
    results = dict.fromkeys(program.imports, True)
    results |= {name: function.result for name, function in program.functions.items()}
    types = "\n".join(
        f"typedef {kind} {width} __attribute__((aligned(1), may_alias));" for width, kind in TYPES.items()
    )
    mask = (1 << max(program.memory - 1, 1).bit_length()) - 1
    head = _HEAD.format(types=types, size=program.memory, mask=mask, reach=_reach(program))
    found = [head]
    found += [_import(name, count) for name, count in program.imports.items()]
    found += [f"{_signature(each)};" for each in program.functions.values()]
    found += [_table(name, table) for name, table in program.tables.items()]
    for function in program.functions.values():
        found.append(_function(function, results, program.tables))
    found += [_wrapper(program.functions[name]) for name in program.exports]
    return "\n".join(found) + "\n"


def _reach(program: FlatProgram) -> int:
    """Return how far beyond an address the program reaches: its largest offset or constant address."""
    reach = 0
    for function in program.functions.values():
        for node in nodes_of(function.body):
            if isinstance(node, Load | Store):
                address = node.address
                constant = address.value & MOST if isinstance(address, Number) else 0
                reach = max(reach, constant + node.offset)
    return reach


def _signature(function: Function) -> str:
    parameters = ", ".join(f"I v_{parameter}" for parameter in function.parameters) or "void"
    kind = "I" if function.result else "void"
    hint = "inline " if function.inline else ""
    if is_seldom(function):
        hint = f"__attribute__(({'noreturn, ' if always_traps(function) else ''}cold, noinline)) "
    return f"static {hint}{kind} f_{function.name}({parameters})"


def _function(function: Function, results: Mapping[str, bool], tables: Mapping[str, FunctionTable]) -> str:
    body = print_body(function, results, tables)
    short = SHORT_IN_C.get(function.name)
    if short is not None:
        body = f"#ifdef __SIZEOF_INT128__\n{short}\n#else\n{body}\n#endif"
    return f"{_signature(function)} {{\n{body}\n}}"


def _import(name: str, count: int) -> str:
    """Return a pointer for Python to set, and a function that calls it and stops if Python has failed."""
    kinds, names = _kinds(count), [f"a{each}" for each in range(count)]
    parameters = ", ".join(f"I {each}" for each in names) or "void"
    return (
        f"I (*import_{name})({kinds});\n"
        f"static I f_{name}({parameters}) {{\n"
        f"    I result = import_{name}({', '.join(names)});\n"
        f"    if (__builtin_expect(trapped, 0)) stop();\n"
        f"    return result;\n}}"
    )


def _table(name: str, table: FunctionTable) -> str:
    """Return a table, whose gaps stop the program."""
    parameters = _kinds(table.parameters)
    entries = ", ".join(
        f"gap_{name}" if function is None else f"f_{function}" for function in table.functions
    )
    return (
        f"static I gap_{name}({parameters}) {{ return stop(); }}\n"
        f"static I (*const table_{name}[])({parameters}) = {{ {entries or f'gap_{name}'} }};"
    )


def _wrapper(function: Function) -> str:
    parameters = ", ".join(f"I v_{parameter}" for parameter in function.parameters) or "void"
    call = f"f_{function.name}({', '.join(f'v_{parameter}' for parameter in function.parameters)})"
    if function.result:
        call = f"result = {call}"
    return _WRAPPER.format(name=function.name, parameters=parameters, call=call)


def _kinds(count: int) -> str:
    return ", ".join(["I"] * count) or "void"
