"""Maps types to sorts, their run-time representations."""

from lazaretto.rules.lower.ir import Sort
from lazaretto.rules.model.types import (
    BrokenType,
    FlagType,
    KindType,
    ManyType,
    NoneType,
    NumberType,
    OptionalType,
    PileType,
    SupplyType,
    TextType,
    Type,
    VoidType,
)


def sort_of(kind: Type) -> Sort:
    """Return the sort of the values of a type."""
    match kind:
        case NumberType():
            return Sort.NUMBER
        case FlagType():
            return Sort.FLAG
        case KindType() | OptionalType() | NoneType():
            return Sort.MEMBER
        case ManyType() | PileType():
            return Sort.LIST
        case TextType() | SupplyType() | VoidType() | BrokenType():
            return Sort.VALUE
