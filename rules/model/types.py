"""Defines the types of the language.

A type says what a value means; `rules/check/state_layout.py` decides how it is stored.
"""

from typing import TYPE_CHECKING

from lazaretto.grammar.node_dataclass import value

if TYPE_CHECKING:
    from lazaretto.rules.model.entities import Kind


@value
class NumberType:
    """A whole number, limited to a range if one was declared."""

    low: int | None = None
    high: int | None = None

    def __repr__(self) -> str:
        return "number"


@value
class FlagType:
    """Yes or no."""

    def __repr__(self) -> str:
        return "flag"


@value
class TextType:
    """Text for people; rules cannot compute with it."""

    def __repr__(self) -> str:
        return "text"


@value
class NoneType:
    """The type of `none` while nothing else is known."""

    def __repr__(self) -> str:
        return "none"


@value
class KindType:
    """A member of a kind."""

    kind: "Kind"

    def __repr__(self) -> str:
        return self.kind.name


@value
class OptionalType:
    """A member of a kind, or none."""

    item: KindType

    def __repr__(self) -> str:
        return f"{self.item}?"


@value
class ManyType:
    """A list; `item` is None for an empty list of unknown type."""

    item: "Type | None"

    def __repr__(self) -> str:
        return f"set of {self.item}" if self.item is not None else "empty set"


@value
class PileType:
    """A pile of pieces of a kind; reads as a list, but only piece statements move its pieces."""

    kind: "Kind"

    def __repr__(self) -> str:
        return f"pile of {self.kind.name}"


@value
class SupplyType:
    """A stock of identical pieces."""

    def __repr__(self) -> str:
        return "supply"


@value
class VoidType:
    """The type of a call to a procedure without a result."""

    def __repr__(self) -> str:
        return "no result"


@value
class BrokenType:
    """The type of an expression with a mistake; it fits everywhere, so that the mistake is reported once."""

    def __repr__(self) -> str:
        return "broken"


Type = (
    NumberType
    | FlagType
    | TextType
    | NoneType
    | KindType
    | OptionalType
    | ManyType
    | PileType
    | SupplyType
    | VoidType
    | BrokenType
)

NUMBER = NumberType()
FLAG = FlagType()
TEXT = TextType()
NONE = NoneType()
SUPPLY = SupplyType()
VOID = VoidType()
BROKEN = BrokenType()


def fits(given: Type, wanted: Type) -> bool:
    """Return whether a value of one type is valid where the other is expected."""
    if given == BROKEN:
        return True
    match wanted:
        case BrokenType():
            return True
        case OptionalType(item):
            return given == NONE or fits(given.item if isinstance(given, OptionalType) else given, item)
        case KindType(kind):
            return isinstance(given, KindType) and given.kind.descends_from(kind)
        case NumberType():
            return isinstance(given, NumberType)
        case ManyType(None):
            return isinstance(given, ManyType | PileType)
        case ManyType(item) if item is not None:
            if isinstance(given, PileType):
                return fits(KindType(given.kind), item)
            return isinstance(given, ManyType) and (given.item is None or fits(given.item, item))
        case _:
            return given == wanted


def item_of(many: Type) -> Type | None:
    """Return the type of the elements of a list or pile."""
    if isinstance(many, PileType):
        return KindType(many.kind)
    if isinstance(many, ManyType):
        return many.item
    return None


def join(one: Type, other: Type) -> Type | None:
    """Return the narrowest type that both fit, if there is one."""
    if fits(one, other):
        return other
    if fits(other, one):
        return one
    if isinstance(one, NoneType) and isinstance(other, KindType):
        return OptionalType(other)
    if isinstance(other, NoneType) and isinstance(one, KindType):
        return OptionalType(one)
    if isinstance(one, KindType) and isinstance(other, KindType):
        shared = one.kind.shared_ancestor(other.kind)
        return KindType(shared) if shared is not None else None
    if isinstance(one, OptionalType) or isinstance(other, OptionalType):
        inner = join(
            one.item if isinstance(one, OptionalType) else one,
            other.item if isinstance(other, OptionalType) else other,
        )
        return OptionalType(inner) if isinstance(inner, KindType) else None
    left, right = item_of(one), item_of(other)
    if left is not None and right is not None:
        inner = join(left, right)
        return ManyType(inner) if inner is not None else None
    if isinstance(one, ManyType | PileType) and isinstance(other, ManyType | PileType):
        return ManyType(left if left is not None else right)
    return None
