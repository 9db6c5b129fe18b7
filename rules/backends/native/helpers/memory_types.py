"""Declares what helpers can use beyond Python itself; the compiler of the subset knows each by its name.

Helpers read and write memory by types: a `Record` has named fields, a `List` a count and its members, and
an array such as `Words` only members. A value of such a type is an address, so it is an `int` too, and
`Record(number)` takes any number for such an address. `size_of`, `offset_of`, `words_of` and `record_at` let
Python use the same records; nothing else here ever runs as Python.

Other modules declare functions that somebody else provides the same way, with a body that raises
`NotImplementedError`: imports, functions of a translated game, and tables of functions, whose name begins
with `call_through_` and whose first parameter is the index.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin, overload

_Helper = TypeVar("_Helper", bound=Callable[..., object])


def inline(function: _Helper) -> _Helper:
    """Mark a helper whose calls should be replaced by its body."""
    return function


def seldom(function: _Helper) -> _Helper:
    """Mark a helper that is seldom called, such as one for mistakes: its calls stay calls."""
    return function


class LayoutNames:
    """Constants of the memory of one game; a game's layout says which there are."""

    def __getattr__(self, name: str) -> int:
        """Return 0: only the compiler of the subset knows these numbers."""
        return 0


at = LayoutNames()


def copy(target: int, source: int, size: int) -> None:
    """Copy bytes; the ranges may overlap."""
    raise NotImplementedError


def fill(target: int, byte: int, size: int) -> None:
    """Set all bytes of a range to one value."""
    raise NotImplementedError


def trap() -> None:
    """Stop everything that runs; the reason stands in memory."""
    raise NotImplementedError


def unsigned_less(left: int, right: int) -> bool:
    """Compare two numbers as unsigned ones."""
    raise NotImplementedError


def unsigned_divide(left: int, right: int) -> int:
    """Divide two numbers as unsigned ones."""
    raise NotImplementedError


def unsigned_remainder(left: int, right: int) -> int:
    """Return what remains of an unsigned division."""
    raise NotImplementedError


def unsigned_shift(number: int, bits: int) -> int:
    """Shift a number to the right and fill it up with zeros."""
    raise NotImplementedError


def divide_towards_zero(left: int, right: int) -> int:
    """Divide two signed numbers and drop the fraction; `//` rounds down."""
    raise NotImplementedError


def remainder_towards_zero(left: int, right: int) -> int:
    """Return what remains of `divide_towards_zero`; it has the sign of the left number."""
    raise NotImplementedError


_Member = TypeVar("_Member")


class Array(int, Generic[_Member]):
    """The address of members that stand side by side; `array[3:]` is that of the fourth one."""

    @overload
    def __getitem__(self, index: int) -> _Member: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> _Member | Self:
        raise NotImplementedError

    def __setitem__(self, index: int, member: _Member) -> None:
        raise NotImplementedError


class List(Array[_Member]):
    """The address of a count, which members of 8 bytes follow.

    A loop over a list gives as many members as it had at the beginning.
    """

    count: int
    members: "Words"
    """The members alone."""

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[_Member]:
        raise NotImplementedError


class Words(Array[int]):
    """The address of numbers of 8 bytes."""


class Addresses(Array[_Member]):
    """The address of addresses."""


class Int32s(Array[int]):
    """The address of signed numbers of 4 bytes."""


class UInt32s(Array[int]):
    """The address of unsigned numbers of 4 bytes."""


class Smalls(Array[int]):
    """The address of unsigned numbers of 2 bytes, or of 4 bytes if the layout is not narrow."""


class Int16s(Array[int]):
    """The address of signed numbers of 2 bytes."""


class UInt16s(Array[int]):
    """The address of unsigned numbers of 2 bytes."""


class Bytes(Array[int]):
    """The address of unsigned bytes."""


class Record(int):
    """The address of fields that stand side by side, in the order in which a class declares them.

    A field has 8 bytes: a number, or the address of something else. `Annotated[Words, 12]` is an array of so
    many members in the record itself; with `...` the array or list ends the record, and has any size.
    """

    parts: ClassVar[tuple[tuple[str, int, bool], ...]]
    """The fields, where each begins, and whether it stands in the record itself."""
    whole_size: ClassVar[int]

    def __init_subclass__(cls) -> None:
        parts, place = [], 0
        for name, kind in cls.__annotations__.items():
            parts.append((name, place, _is_inside(kind)))
            place += _size(kind)
        cls.parts, cls.whole_size = (*parts,), place


_Record = TypeVar("_Record", bound=Record)


class Rows(Array[_Member]):
    """The address of records of one class; each member is the address of one of them."""


class Places(int):
    """What stands where the layout of a game says; a field stands at the address that has its name."""


def size_of(record: type[Record]) -> int:
    """Return how many bytes a record has, without the members of a list or array at its end."""
    return record.whole_size


def offset_of(record: type[Record], name: str) -> int:
    """Return where a field of a record begins."""
    return next(offset for field, offset, _ in record.parts if field == name)


def words_of(record: type[Record], **numbers: int) -> tuple[int, ...]:
    """Return the words of a record whose fields have these numbers, up to a list or array at its end."""
    return tuple(numbers[name] for name, _, is_inside in record.parts if not is_inside)


def record_at(record: type[_Record], address: int, words: Sequence[int]) -> _Record:
    """Return a record of a memory: its fields have the numbers that stand there now.

    A list or array in the record itself is its address.
    """
    found = record(address)
    for name, offset, is_inside in record.parts:
        place = address + offset
        setattr(found, name, place if is_inside else words[place >> 3])
    return found


def _is_inside(kind: object) -> bool:
    return get_origin(kind) is Annotated


def _size(kind: Any) -> int:
    if not _is_inside(kind):
        return 8
    inside, count = get_args(kind)
    origin: Any = get_origin(inside)
    if origin is None and issubclass(inside, Record):
        return size_of(inside)
    head = 8 if origin is List else 0
    return head if count is ... else head + count * (size_of(*get_args(inside)) if origin is Rows else 8)
