"""Defines the classes of syntax trees, typed trees and forms: dataclasses with slots and shared methods.

Hundreds of classes are imported before a game starts, so importing them must be fast: what dataclasses would
compile for each class is made when it is first used, from code that classes share. Type checkers refuse
assignments to a field of a node; at run time nothing prevents them.

`fields_with_nodes` finds out which fields of a class can hold other nodes, for those who walk a tree.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import (
    MISSING,
    FrozenInstanceError,
    dataclass,
    field,
    fields as all_fields,
    fields as dataclass_fields,
    replace,
)
from functools import cache
from types import CodeType, FunctionType
from typing import Any, ForwardRef, Literal, TypeVar, dataclass_transform, get_args, get_origin

from lazaretto.grammar.source import Span

Node = TypeVar("Node")

_slotted = dataclass(slots=True, init=False, repr=False, eq=False)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def node(kind: type[Node]) -> type[Node]:
    """Make a class a node: its annotations are its fields. Nodes compare by identity."""
    return changing_node(kind)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def changing_node(kind: type[Node]) -> type[Node]:
    """Make a class a node that passes may change."""
    kind.__doc__ = kind.__doc__ or kind.__name__  # otherwise dataclasses would make one, slowly
    made = _slotted(kind)
    _compile_later(made, "__init__", _init)
    if "__repr__" not in kind.__dict__:
        made.__repr__ = _repr  # type: ignore[method-assign]
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[Node]) -> type[Node]:
    """Make a class a value: like a node, but equal to every value of its class with equal fields."""
    made = node(kind)
    _compile_later(made, "__eq__", _equal)
    _compile_later(made, "__hash__", _hash)
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_value(kind: type[Node]) -> type[Node]:
    """Make a class a value that nothing can change at run time either: many may hold it."""
    made = value(kind)
    _compile_later(made, "__init__", _init_frozen)
    made.__dataclass_params__.frozen = True  # type: ignore[attr-defined]
    made.__setattr__ = _refuse  # type: ignore[method-assign]
    made.__delattr__ = _refuse  # type: ignore[method-assign]
    made.__getstate__ = _state  # type: ignore[method-assign]
    made.__setstate__ = _set_state  # type: ignore[attr-defined]
    return made


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def entity(kind: type[Node]) -> type[Node]:
    """Make a class an entity: a named thing that nodes refer to and that passes fill in."""
    made = changing_node(kind)
    made.__repr__ = _brief  # type: ignore[method-assign]
    return made


_Method = tuple[str, tuple[Any, ...]]
"""The text of a method, in which the fields are called `_0`, `_1` and so on, and defaults of parameters."""


def _compile_later(kind: type, name: str, method_of: Callable[[type, dict[str, Any]], _Method]) -> None:
    """Give a class a method that is made when it is first called."""

    def first(self: object, *arguments: Any, **named: Any) -> Any:
        space: dict[str, Any] = {}
        text, defaults = method_of(kind, space)
        names = {f"_{number}": all_field.name for number, all_field in enumerate(all_fields(kind))}
        made = FunctionType(_renamed(_compiled(text), names), space, name, defaults)
        made.__qualname__ = f"{kind.__qualname__}.{name}"
        setattr(kind, name, made)
        return made(self, *arguments, **named)

    setattr(kind, name, first)


@cache
def _compiled(text: str) -> CodeType:
    """Return the code of a method; many classes have the same, except for the names of their fields."""
    space: dict[str, Any] = {}
    exec(text, space)
    code: CodeType = space["method"].__code__
    return code


def _renamed(code: CodeType, names: Mapping[str, str]) -> CodeType:
    return code.replace(
        co_varnames=tuple(names.get(varname, varname) for varname in code.co_varnames),
        co_names=tuple(names.get(name, name) for name in code.co_names),
        co_consts=tuple(names.get(const, const) if type(const) is str else const for const in code.co_consts),
    )


def _refuse(self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: object) -> list[Any]:
    return [getattr(self, name) for name in fields(self)]


def _set_state(self: object, state: list[Any]) -> None:
    for name, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, name, value)


def _init_frozen(kind: type, space: dict[str, Any]) -> _Method:
    space["assign"] = object.__setattr__
    return _init(kind, space, "assign(self, {name!r}, {value})")


def _init(kind: type, space: dict[str, Any], assignment: str = "self.{name} = {value}") -> _Method:
    parameters, steps, defaults = ["self"], ["pass"], []
    space["unset"] = MISSING
    for number, all_field in enumerate(all_fields(kind)):
        name = value = f"_{number}"
        parameters.append(name)
        if all_field.default is not MISSING:
            defaults.append(all_field.default)
        elif all_field.default_factory is not MISSING:
            space[f"make{name}"] = all_field.default_factory
            defaults.append(MISSING)
            value = f"make{name}() if {name} is unset else {name}"
        steps.append(assignment.format(name=name, value=value))
    if hasattr(kind, "__post_init__"):
        steps.append("self.__post_init__()")
    body = "\n ".join(steps)
    return f"def method({', '.join(parameters)}):\n {body}", tuple(defaults)


def _equal(kind: type, _: dict[str, Any]) -> _Method:
    names = [f"_{number}" for number, all_field in enumerate(all_fields(kind)) if all_field.compare]
    left, right = (_tuple(f"{owner}.{name}" for name in names) for owner in ("self", "other"))
    test = f"{left} == {right} if other.__class__ is self.__class__ else NotImplemented"
    return f"def method(self, other):\n return {test}", ()


def _hash(kind: type, space: dict[str, Any]) -> _Method:
    space["kind"] = kind
    names = (f"self._{number}" for number, all_field in enumerate(all_fields(kind)) if all_field.compare)
    return f"def method(self):\n return hash({_tuple(('kind', *names))})", ()


def _tuple(parts: Iterable[str]) -> str:
    return f"({''.join(f'{part},' for part in parts)})"


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


def fields_with_nodes(kind: type, nodes: Container[object]) -> tuple[str, ...]:
    """Return the fields of a class that may hold nodes of some classes, or tuples or lists of them."""
    return tuple(
        dataclass_field.name
        for dataclass_field in dataclass_fields(kind)
        if _may_hold(dataclass_field.type, nodes)
    )


def _may_hold(annotation: object, nodes: Container[object]) -> bool:
    if isinstance(annotation, str | ForwardRef):
        return True
    if get_origin(annotation) is Literal:
        return False
    inside = get_args(annotation)
    return any(_may_hold(each, nodes) for each in inside) if inside else annotation in nodes
