"""Types of helpers: records with named fields, lists and arrays, and where in memory each part stands.

`lazaretto.rules.backends.native.helpers.memory_types` declares what they are made of.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lazaretto.rules.backends.native.flat.nodes import Width


@dataclass(frozen=True, slots=True)
class Items:
    """Members side by side, perhaps after their count."""

    width: Width | None
    """How a member is kept; None: the members are records in place."""
    stride: int
    member: "Type" = None
    counted: bool = False
    wide: "Items | None" = None
    """How members are kept unless the layout says that they are narrow."""


@dataclass(slots=True, eq=False)
class RecordType:
    """A class of records."""

    name: str
    of_the_layout: bool = False
    """Whether each field has a place of its own, which the layout has under its name."""
    fields: "dict[str, Field]" = field(default_factory=dict)
    size: int = 0


Type = Items | RecordType | None
"""What an address is the address of; None for other numbers."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    offset: int
    type: Type
    inside: bool
    """Whether it stands in the record itself, and not its address."""


HEAD = 8
"""The bytes of a count."""
_OF_LISTS = {"count": Field(0, None, inside=False), "members": Field(HEAD, Items("i64", 8), inside=True)}

ARRAYS: Mapping[str, Items] = {
    "Words": Items("i64", 8),
    "Int32s": Items("i32", 4),
    "UInt32s": Items("u32", 4),
    "Int16s": Items("i16", 2),
    "UInt16s": Items("u16", 2),
    "Smalls": Items("u16", 2, wide=Items("u32", 4)),
    "Bytes": Items("u8", 1),
}
RECORDS = ("Record", "Places")
"""What classes of records inherit from; the fields of the second one have places of their own."""
GENERIC = ("List", "Addresses", "Rows")
NUMBERS = ("int", "bool")

Known = Callable[[str], Type]
"""What finds a type by the name that it has in a module."""


class UnknownTypeError(Exception):
    """An annotation that names no type of the subset."""


def type_of(annotation: ast.expr | None, known: Known) -> Type:
    """Return the type that an annotation names.

    Raises:
        UnknownTypeError: if it names none.
    """
    match annotation:
        case ast.Name(name) if name in NUMBERS:
            return None
        case ast.Name(name):
            found = known(name)
            if found is not None:
                return found
            raise UnknownTypeError
        case ast.Constant(str(text)):
            return type_of(ast.parse(text, mode="eval").body, known)
        case ast.Subscript(ast.Name("List"), member):
            return Items("i64", 8, type_of(member, known), counted=True)
        case ast.Subscript(ast.Name("Addresses"), member):
            return Items("i64", 8, type_of(member, known))
        case ast.Subscript(ast.Name("Rows"), member):
            record = type_of(member, known)
            if isinstance(record, RecordType):
                return Items(None, record.size, record)
            raise UnknownTypeError
        case _:
            raise UnknownTypeError


def add_fields(record: RecordType, body: list[ast.stmt], known: Known) -> None:
    """Read the fields of a record.

    Raises:
        UnknownTypeError: if one has no type of the subset.
    """
    for node in body:
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                pass
            case ast.AnnAssign(ast.Name(name), annotation, None):
                match annotation:
                    case ast.Subscript(ast.Name("Annotated"), ast.Tuple([kind, ast.Constant(count)])):
                        inside = type_of(kind, known)
                        record.fields[name] = Field(record.size, inside, inside=True)
                        record.size += _size(inside, count)
                    case _:
                        record.fields[name] = Field(record.size, type_of(annotation, known), inside=False)
                        record.size += 8
            case _:
                raise UnknownTypeError


def _size(inside: Type, count: object) -> int:
    if isinstance(inside, RecordType):
        return inside.size
    if not isinstance(inside, Items):
        raise UnknownTypeError
    head = HEAD if inside.counted else 0
    if count is ...:
        return head
    if not isinstance(count, int) or inside.stride % 8:
        raise UnknownTypeError
    return head + inside.stride * count


def field_of(kind: Type, name: str) -> Field | None:
    """Return a field by its name; None if there is none."""
    if isinstance(kind, RecordType):
        return kind.fields.get(name)
    return _OF_LISTS.get(name) if kind is not None and kind.counted else None
