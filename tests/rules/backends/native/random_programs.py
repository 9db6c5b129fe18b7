"""Draws random programs of flat code that end and stay within their memory."""

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

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

MEMORY = 65536
CELLS = 4096
"""Where loops count; everything that random code writes lies below."""

EDGES = (0, 1, -1, 2, 63, 64, 65, 255, -128, 2**31, -(2**31), 2**32 - 1, 2**63 - 1, -(2**63), -(2**63) + 1)
PLAIN: tuple[BinaryWord, ...] = (
    *("+", "-", "*", "&", "|", "^", "<<", ">>s", ">>u"),
    *("==", "!=", "<s", "<=s", ">s", ">=s", "<u", "<=u", ">u", ">=u"),
)
DIVISIONS: tuple[BinaryWord, ...] = ("/s", "%s", "/u", "%u")
WIDTHS: tuple[Width, ...] = ("i8", "u8", "i16", "u16", "i32", "u32", "i64")
NAMES = ("a", "b", "c", "d")
numbers: SearchStrategy[int] = st.sampled_from(EDGES) | st.integers(-(2**63), 2**63 - 1) | st.integers(-9, 9)


class _Drawer:
    def __init__(self, draw: DrawFn, number: int) -> None:
        self._draw = draw
        self._number = number
        """Only functions with a smaller number are called, so that every call ends."""
        self._loops = 0
        self._labels: list[tuple[str, bool]] = []

    def value(self, depth: int) -> Value:
        kind = self._draw(st.integers(0, 13)) if depth else self._draw(st.integers(0, 2))
        match kind:
            case 0:
                return Number(self._draw(numbers))
            case 1 | 2:
                return Get(self._draw(st.sampled_from(NAMES)))
            case 3 | 4 | 5:
                word = self._draw(st.sampled_from(PLAIN))
                return Binary(word, self.value(depth - 1), self.value(depth - 1))
            case 6:
                divided, divisor = self.value(depth - 1), self.value(depth - 1)
                if self._draw(st.integers(0, 3)):  # otherwise most programs would soon divide by 0
                    divisor = Binary("|", Binary("&", divisor, Number(2**40 - 1)), Number(1))
                return Binary(self._draw(st.sampled_from(DIVISIONS)), divided, divisor)
            case 7:
                return IsZero(self.value(depth - 1))
            case 8:
                return Load(self._width(), self.address(depth - 1), self._draw(st.integers(0, 9)))
            case 9 if self._number:
                called = self._draw(st.integers(0, self._number - 1))
                return Call(f"f{called}", (self.value(depth - 1), self.value(depth - 1)))
            case 10 if self._number > 2:
                index = Binary("&", self.value(depth - 1), Number(1))
                return CallThrough("first", index, (self.value(depth - 1), self.value(depth - 1)))
            case 11:
                return Call("python", (self.value(depth - 1),))
            case 12:
                return After(self.block(depth - 1), self.value(depth - 1))
            case _:
                return Choose(self.value(depth - 1), self.value(depth - 1), self.value(depth - 1))

    def address(self, depth: int) -> Value:
        """Draw an address far enough from both ends of the cells."""
        if self._draw(st.booleans()):
            return Number(self._draw(st.integers(0, 60)))
        scaled = Binary(
            "<<", Binary("&", self.value(depth), Number(31)), Number(self._draw(st.integers(0, 3)))
        )
        return (
            scaled
            if self._draw(st.booleans())
            else Binary("+", scaled, Number(self._draw(st.integers(0, 60))))
        )

    def block(self, depth: int) -> list[Step]:
        return [self.step(depth) for _ in range(self._draw(st.integers(0, 3)))]

    def step(self, depth: int) -> Step:
        kind = self._draw(st.integers(0, 12)) if depth > 0 else 0
        match kind:
            case 2 | 3:
                place = self.address(depth - 1)
                return Store(self._width(), place, self.value(depth - 1), self._draw(st.integers(0, 9)))
            case 4 | 5:
                return If(self.value(depth - 1), self.block(depth - 1), self.block(depth - 1))
            case 6:
                return self._loop(depth)
            case 7:
                label = f"l{len(self._labels)}"
                self._labels.append((label, False))
                body = self.block(depth - 1)
                self._labels.pop()
                return Labelled(label, body)
            case 8 if self._labels:
                label, repeats = self._draw(st.sampled_from(self._labels))
                leave: Step = Again(label) if repeats and self._draw(st.booleans()) else Exit(label)
                return If(self.value(depth - 1), [leave], []) if self._draw(st.booleans()) else leave
            case 9:
                size = Binary("&", self.value(depth - 1), Number(63))
                return Copy(self.address(depth - 1), self.address(depth - 1), size)
            case 10:
                size = Binary("&", self.value(depth - 1), Number(63))
                return Fill(self.address(depth - 1), self.value(depth - 1), size)
            case 11:
                return Do(self.value(depth))
            case 12:
                rare = self._draw(st.integers(0, 9))
                return Trap() if rare == 9 else Return(self.value(depth - 1))
            case _:
                return Set(self._draw(st.sampled_from(NAMES)), self.value(depth))

    def _loop(self, depth: int) -> Step:
        """Draw a loop that counts its rounds in memory and ends after a few."""
        cell = Number(CELLS + 64 * self._number + 8 * self._loops)
        self._loops += 1
        label = f"l{len(self._labels)}"
        self._labels.append((label, True))
        rounds = Binary("&", Binary("+", Load("i64", cell), Number(1)), Number(3))
        body = [
            Store("i64", cell, rounds),
            If(IsZero(Load("i64", cell)), [Exit(label)], []),
            *self.block(depth - 1),
        ]
        self._labels.pop()
        return Repeat(label, body)

    def _width(self) -> Width:
        return self._draw(st.sampled_from(WIDTHS))


@st.composite
def flat_programs(draw: DrawFn) -> FlatProgram:
    """Draw a program; its last function calls the others."""
    functions: dict[str, Function] = {}
    for number in range(draw(st.integers(1, 4))):
        drawer = _Drawer(draw, number)
        declared = [Set(name, Number(0)) for name in NAMES[2:]]
        body = [*declared, *drawer.block(4), *drawer.block(4), Return(drawer.value(4))]
        functions[f"f{number}"] = Function(f"f{number}", ("a", "b"), body, result=True)
    tables = {"first": FunctionTable(2, ("f0", "f1" if len(functions) > 1 else None))}
    data = ((0, draw(st.binary(min_size=0, max_size=40))),)
    return FlatProgram(functions, tables, tuple(functions), {"python": 1}, data, MEMORY)
