"""How the shapes of trees are made: classes with a slot for each field, and nothing more.

There are more than a hundred of them, and they are made whenever a text is first read. Python's dataclasses
would write and compile half a dozen functions for each; a tree only needs to be built and taken apart.
"""

from collections.abc import Mapping
from typing import Any, TypeVar, dataclass_transform

Shape = TypeVar("Shape")


@dataclass_transform(frozen_default=True)
def shape(kind: type[Shape]) -> type[Shape]:
    """A class whose fields are what is annotated in it; two things are the same if they are one.

    Nobody may write to the fields, which type checkers see to.
    """
    inside = dict(kind.__dict__)
    names = tuple(kind.__annotations__)
    given = {name: inside.pop(name) for name in names if name in inside}
    for own in ("__dict__", "__weakref__"):
        inside.pop(own, None)
    inside |= {"__slots__": names, "__match_args__": names, "__init__": _builder(names, given)}
    return type(kind.__name__, kind.__bases__, inside)


def _builder(names: tuple[str, ...], given: Mapping[str, object]) -> Any:
    """What fills the fields, in their order; `given` is what stands there where nothing is said."""
    heads = (f"{name}=given[{name!r}]" if name in given else name for name in names)
    lines = (f" self.{name} = {name}" for name in names)
    found: dict[str, Any] = {}
    exec("\n".join((f"def __init__(self, {', '.join(heads)}):", *lines)), {"given": given}, found)
    return found["__init__"]


def fields(thing: object) -> tuple[str, ...]:
    """The names of the fields of a node, or of its class; none of what is no node."""
    kind = thing if isinstance(thing, type) else type(thing)
    found: tuple[str, ...] = kind.__dict__.get("__match_args__", ())
    return found


def changed(node: Shape, **new: object) -> Shape:
    """A node like another but for some fields."""
    return type(node)(**{name: new[name] if name in new else getattr(node, name) for name in fields(node)})
