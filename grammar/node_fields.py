"""Finds out which fields of a class of nodes can hold other nodes."""

from collections.abc import Container
from dataclasses import fields
from typing import ForwardRef, Literal, get_args, get_origin


def fields_with_nodes(kind: type, nodes: Container[object]) -> tuple[str, ...]:
    """Return the fields of a class that may hold nodes of some classes, or tuples or lists of them."""
    return tuple(each.name for each in fields(kind) if _may_hold(each.type, nodes))


def _may_hold(annotation: object, nodes: Container[object]) -> bool:
    if isinstance(annotation, str | ForwardRef):
        return True
    if get_origin(annotation) is Literal:
        return False
    inside = get_args(annotation)
    return any(_may_hold(each, nodes) for each in inside) if inside else annotation in nodes
