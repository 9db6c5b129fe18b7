"""Defines flat code: functions over 64-bit integers and one linear memory, and whole programs of them.

Every value is a signed 64-bit integer that wraps around; an address is such a number below the size of the
memory. Control flow is structured. Nothing here knows games, rules or lists.
"""

from collections.abc import Mapping
from typing import Literal

from lazaretto.grammar.node_dataclass import changing_node, node, value

BinaryWord = Literal[
    "+", "-", "*", "/s", "%s", "/u", "%u", "&", "|", "^", "<<", ">>s", ">>u",
    "==", "!=", "<s", "<=s", ">s", ">=s", "<u", "<=u", ">u", ">=u",
]  # fmt: skip
"""Arithmetic and comparisons; `s` and `u` say whether operands are signed. Division rounds towards zero.

A comparison gives 1 or 0. Shifts use the lower 6 bits of their right operand. A division by 0 traps, and so
does one of the smallest number by -1, whose remainder is 0.
"""

Width = Literal["i8", "u8", "i16", "u16", "i32", "u32", "i64"]
"""How a number is kept in memory; a load widens it to 64 bits, a store keeps its lower bits."""

OF_THE_LAYOUT = "at."
"""What the names of variables begin with that stand for numbers of a game's layout, until that is known."""


@node
class Number:
    """A constant."""

    value: int


@node
class Get:
    """The value of a local variable or parameter."""

    name: str


@node
class Binary:
    """Arithmetic on two values, or a comparison."""

    word: BinaryWord
    left: "Value"
    right: "Value"


@node
class IsZero:
    """1 if a value is 0, otherwise 0."""

    operand: "Value"


@node
class Load:
    """A number from memory, at an address plus a constant offset that is not negative."""

    width: Width
    address: "Value"
    offset: int = 0


@node
class Call:
    """A call of a function of the program; one without a result gives 0."""

    function: str
    arguments: tuple["Value", ...]


@node
class CallThrough:
    """A call of a function in a table of functions, by its index; all functions of a table look alike."""

    table: str
    index: "Value"
    arguments: tuple["Value", ...]


@node
class Choose:
    """One of two values; only the chosen one is evaluated."""

    test: "Value"
    then: "Value"
    otherwise: "Value"


@node
class After:
    """A value that is evaluated after some statements."""

    statements: list["Step"]
    value: "Value"


Value = Number | Get | Binary | IsZero | Load | Call | CallThrough | Choose | After


@node
class Set:
    """Assigns a value to a local variable or parameter; its first assignment declares a variable."""

    name: str
    value: Value


@node
class Store:
    """Writes a number to memory."""

    width: Width
    address: Value
    value: Value
    offset: int = 0


@node
class Copy:
    """Copies bytes from one range of the memory to another; the ranges may overlap."""

    target: Value
    source: Value
    size: Value


@node
class Fill:
    """Sets bytes of a range of the memory to one value."""

    target: Value
    byte: Value
    size: Value


@node
class If:
    """Runs one of two blocks."""

    test: Value
    then: list["Step"]
    otherwise: list["Step"]


@node
class Repeat:
    """Runs a block again and again, until an `Exit` or a `Return` leaves it."""

    label: str
    body: list["Step"]


@node
class Labelled:
    """A block that an `Exit` can leave."""

    label: str
    body: list["Step"]


@node
class Exit:
    """Leaves an enclosing `Repeat` or `Labelled` of this function."""

    label: str


@node
class Again:
    """Goes back to the beginning of an enclosing `Repeat` of this function."""

    label: str


@node
class Return:
    """Returns from the function, with a value if the function has a result."""

    value: Value | None = None


@node
class Do:
    """Evaluates a value for its effect."""

    value: Value


@node
class Trap:
    """Stops everything that runs; the reason stands in memory."""


Step = Set | Store | Copy | Fill | If | Repeat | Labelled | Exit | Again | Return | Do | Trap


@changing_node
class Function:
    """A function; every parameter and its result, if it has one, is a 64-bit integer."""

    name: str
    parameters: tuple[str, ...]
    body: list[Step]
    result: bool
    inline: bool = False
    """Whether every call should be replaced by its body."""
    seldom: bool = False
    """Whether it is called so seldom that no call should be."""
    small: bool = False
    """Whether it should stay small, because it runs only once in a while and there are many like it."""

    def with_body(self, body: list[Step]) -> "Function":
        """Return the same function with another body."""
        return Function(self.name, self.parameters, body, self.result, self.inline, self.seldom, self.small)


@value
class FunctionTable:
    """Functions that are called by their index; None where there is none. All have a result."""

    parameters: int
    functions: tuple[str | None, ...]


@value
class FlatProgram:
    """Everything that a printer needs."""

    functions: Mapping[str, Function]
    tables: Mapping[str, FunctionTable]
    exports: tuple[str, ...]
    """The functions that Python calls."""
    imports: Mapping[str, int]
    """Functions that Python provides, with the number of their parameters; all have a result."""
    data: tuple[tuple[int, bytes], ...]
    """What stands in memory at the beginning, by address; the rest is 0."""
    memory: int
    """The size of the memory in bytes."""
