"""What sort of value is meant."""

from grammar.nodes.expressions import Expression, Name
from grammar.shape import shape
from grammar.source import Span


@shape
class NamedType:
    """`number`, `flag`, `text` or a kind; `optional` is the `?`; a number may have a range."""

    name: Name
    optional: bool
    low: int | None
    high: int | None
    span: Span


@shape
class ChoiceType:
    """`a | b | c`."""

    members: tuple[Name, ...]
    span: Span


@shape
class ManyType:
    """`set of T` or `list of T`."""

    word: str
    item: NamedType
    span: Span


@shape
class PileType:
    """`pile of Kind`."""

    kind: Name
    span: Span


@shape
class SupplyType:
    """`supply of n`."""

    size: int
    span: Span


@shape
class FaceType:
    """`any of expression`."""

    faces: Expression
    span: Span


Type = NamedType | ChoiceType | ManyType | PileType | SupplyType | FaceType
