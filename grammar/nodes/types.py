"""Nodes of types."""

from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.nodes.expressions import Expression, Name
from lazaretto.grammar.source import Span


@node
class NamedType:
    """`number`, `flag`, `text` or a kind; `optional` is the `?`; a number may have a range."""

    name: Name
    optional: bool
    low: int | None
    high: int | None
    span: Span


@node
class ChoiceType:
    """`a | b | c`."""

    members: tuple[Name, ...]
    span: Span


@node
class ManyType:
    """`set of T` or `list of T`."""

    word: str
    item: NamedType
    span: Span


@node
class PileType:
    """`pile of Kind`."""

    kind: Name
    span: Span


@node
class SupplyType:
    """`supply of n`."""

    size: int
    span: Span


@node
class FaceType:
    """`any of expression`."""

    faces: Expression
    span: Span


Type = NamedType | ChoiceType | ManyType | PileType | SupplyType | FaceType
