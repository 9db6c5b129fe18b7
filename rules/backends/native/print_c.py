"""Prints a flat program as one C file, for gcc and clang.

Every access stays within the memory, whatever the program does. Linux reserves room for all addresses of 32
bits, which takes only the pages that are used; what lies beyond the memory counts as shared, since the system
limits how much a process may have for itself. A register holds the start of the memory if the compiler can do
that. Elsewhere memory is an array, and addresses are masked. Ranges are checked.

Calls and everything else that has an effect become statements of their own, in their order; what is left of
an expression only reads. The text has to be compiled with `-fwrapv -fno-strict-aliasing`.
"""

from collections.abc import Mapping

from lazaretto.rules.backends.native.flat.nodes import Load, Number, Store
from lazaretto.rules.backends.native.flat.program import FlatProgram, Function, FunctionTable
from lazaretto.rules.backends.native.flat.seldom import always_traps, is_seldom
from lazaretto.rules.backends.native.flat.walk import nodes_of
from lazaretto.rules.backends.native.print_c_function import MOST, TYPES, print_body

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
    found += [_table(name, each) for name, each in program.tables.items()]
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
    parameters = ", ".join(f"I v_{each}" for each in function.parameters) or "void"
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
    entries = ", ".join(f"gap_{name}" if each is None else f"f_{each}" for each in table.functions)
    return (
        f"static I gap_{name}({parameters}) {{ return stop(); }}\n"
        f"static I (*const table_{name}[])({parameters}) = {{ {entries or f'gap_{name}'} }};"
    )


def _wrapper(function: Function) -> str:
    parameters = ", ".join(f"I v_{each}" for each in function.parameters) or "void"
    call = f"f_{function.name}({', '.join(f'v_{each}' for each in function.parameters)})"
    if function.result:
        call = f"result = {call}"
    return _WRAPPER.format(name=function.name, parameters=parameters, call=call)


def _kinds(count: int) -> str:
    return ", ".join(["I"] * count) or "void"
