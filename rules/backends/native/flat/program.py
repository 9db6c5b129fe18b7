"""Defines a whole program of flat code: its functions, tables of functions, and memory."""

from collections.abc import Mapping

from lazaretto.grammar.node_dataclass import changing_node, value
from lazaretto.rules.backends.native.flat.nodes import Step


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
