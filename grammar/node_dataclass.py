"""The classes of syntax trees and typed trees: dataclasses with slots and one shared `__repr__`.

Type checkers refuse to write to a field of a node. At run time nothing stops it: importing the classes would
take twice as long if the dataclasses were frozen.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, dataclass_transform

from grammar.source import Span

Node = TypeVar("Node")

_slotted = dataclass(slots=True, repr=False, eq=False)


@dataclass_transform(frozen_default=True, eq_default=False)
def node(kind: type[Node]) -> type[Node]:
    """Make a class a node: its annotations are its fields. Two nodes are equal only if they are one."""
    made = _slotted(kind)
    made.__repr__ = _repr  # type: ignore[method-assign]
    return made


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def entity(kind: type[Node]) -> type[Node]:
    """Make a class an entity: a thing with a name that nodes point at and that passes fill in."""
    made = _slotted(kind)
    made.__repr__ = _brief  # type: ignore[method-assign]
    return made


def fields(thing: object) -> tuple[str, ...]:
    """The names of the fields of a node or of its class; empty for anything else."""
    kind = thing if isinstance(thing, type) else type(thing)
    found: tuple[str, ...] = kind.__dict__.get("__match_args__", ())
    return found


def changed(node: Node, **new: object) -> Node:
    """A copy of a node with other values in some fields."""
    return replace(node, **new)  # type: ignore[type-var]


def _repr(self: object) -> str:
    """The class and its fields in order, such as `Set(target=Name(text='n', span=3:9), …, span=3:5)`."""
    inside = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in fields(self))
    return f"{type(self).__name__}({inside})"


def _brief(self: object) -> str:
    """The class and the name alone: entities point at each other in circles."""
    named = getattr(self, "name", None)
    return f"<{type(self).__name__} {named}>" if isinstance(named, str) else f"<{type(self).__name__}>"


def _shown(value: Any) -> str:
    """A value of a field; of a span only where it starts."""
    if isinstance(value, Span):
        return f"{value.line}:{value.column}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))}{',' if len(value) == 1 else ''})"
    return repr(value)
