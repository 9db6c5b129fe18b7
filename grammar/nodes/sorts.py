"""What sort of value is meant."""

from dataclasses import dataclass

from grammar.nodes.expressions import Expression, Name
from grammar.source import Span


@dataclass(frozen=True, slots=True)
class NamedType:
    """`number`, `flag`, `text` or a kind; `optional` is the `?`; a number may have a range."""

    name: Name
    optional: bool
    low: int | None
    high: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class ChoiceType:
    """`a | b | c`."""

    members: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ManyType:
    """`set of T` or `list of T`."""

    word: str
    item: NamedType
    span: Span


@dataclass(frozen=True, slots=True)
class PileType:
    """`pile of Kind`."""

    kind: Name
    span: Span


@dataclass(frozen=True, slots=True)
class SupplyType:
    """`supply of n`."""

    size: int
    span: Span


@dataclass(frozen=True, slots=True)
class FaceType:
    """`any of expression`."""

    faces: Expression
    span: Span


Type = NamedType | ChoiceType | ManyType | PileType | SupplyType | FaceType
