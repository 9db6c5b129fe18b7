"""Defines the classes of syntax trees, typed trees and forms: dataclasses with slots and shared methods.

Type checkers refuse assignments to a field of a node. At run time nothing prevents them: importing the
classes would take twice as long if the dataclasses were frozen.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, dataclass_transform

from grammar.source import Span

Node = TypeVar("Node")

_slotted = dataclass(slots=True, repr=False, eq=False)


@dataclass_transform(frozen_default=True, eq_default=False)
def node(kind: type[Node]) -> type[Node]:
    """Make a class a node: its annotations are its fields. Nodes compare by identity."""
    made = _slotted(kind)
    made.__repr__ = _repr  # type: ignore[method-assign]
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[Node]) -> type[Node]:
    """Make a class a value: like a node, but equal to every value of its class with equal fields."""
    made = node(kind)
    made.__eq__ = _equal  # type: ignore[method-assign]
    made.__hash__ = _hash  # type: ignore[method-assign]
    return made


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def entity(kind: type[Node]) -> type[Node]:
    """Make a class an entity: a named thing that nodes refer to and that passes fill in."""
    made = _slotted(kind)
    made.__repr__ = _brief  # type: ignore[method-assign]
    return made


def fields(thing: object) -> tuple[str, ...]:
    """Return the names of the fields of a node or of its class; empty for anything else."""
    kind = thing if isinstance(thing, type) else type(thing)
    found: tuple[str, ...] = kind.__dict__.get("__match_args__", ())
    return found


def changed(node: Node, **new: object) -> Node:
    """Return a copy of a node with other values in some fields."""
    return replace(node, **new)  # type: ignore[type-var]


def _repr(self: object) -> str:
    """Return the class and its fields, such as `Set(target=Name(text='n', span=3:9), …, span=3:5)`."""
    inside = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in fields(self))
    return f"{type(self).__name__}({inside})"


def _equal(self: object, other: object) -> bool:
    """Whether another value is of the same class and has the same fields."""
    return type(self) is type(other) and all(
        getattr(self, name) == getattr(other, name) for name in fields(self)
    )


def _hash(self: object) -> int:
    """Return a hash that equal values share."""
    return hash((type(self), *(getattr(self, name) for name in fields(self))))


def _brief(self: object) -> str:
    """Return only the class and the name, because entities refer to each other in cycles."""
    named = getattr(self, "name", None)
    return f"<{type(self).__name__} {named}>" if isinstance(named, str) else f"<{type(self).__name__}>"


def _shown(value: Any) -> str:
    """Return a value of a field as text; for a span only its start."""
    if isinstance(value, Span):
        return f"{value.line}:{value.column}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))}{',' if len(value) == 1 else ''})"
    return repr(value)
