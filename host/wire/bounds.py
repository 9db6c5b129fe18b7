"""Bounds of the values that strangers send, declared beside the types and checked before anything is used.

`Annotated[str, Text(30)]` is a text of at most 30 characters. A text, number or collection without a bound
cannot be an argument of a client's call: `checker` refuses its type, and a test asks it for every call.
"""

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from lazaretto.grammar.message import Message, with_commas
from lazaretto.host import messages as say


class BoundsError(ValueError):
    """A value is out of its bounds; the message is a sentence for the person who sent it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most so many characters; only one that may have lines has control characters."""

    most: int
    lines: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some texts."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from the least to the most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Many:
    """A collection of at most so many."""

    most: int


@dataclass(frozen=True, slots=True)
class Each:
    """One bound for every field of a class that is declared where bounds are not known."""

    bound: Text | Number


Check = Callable[[Any, str], None]
"""Checks a value that has this name.

Raises:
    BoundsError: it is out of its bounds.
"""


def check(value: object, type_: Any, name: str = "") -> None:
    """Check a value of a type that has bounds.

    Raises:
        BoundsError: it is out of its bounds.
        TypeError: the type has no bounds.
    """
    checker(type_)(value, name or getattr(type_, "__name__", ""))


@cache
def checker(type_: Any) -> Check:
    """The check of a type.

    Raises:
        TypeError: a text, number or collection in it has no bound.
    """
    return _checker(type_, ())


def _checker(type_: Any, bounds: tuple[Any, ...]) -> Check:
    origin, inside = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _checker(inside[0], (*bounds, *inside[1:]))
    if origin in (Union, types.UnionType):
        return _check_union(inside, bounds)
    if origin is Literal or type_ in (bool, types.NoneType, datetime) or _is_enum(type_):
        return _pass
    if type_ in (str, Path):
        return _check_text(bounds, type_)
    if type_ is int:
        return _check_number(_bound(bounds, Number, type_))
    if origin is tuple and inside[1:] != (...,):
        return _check_row([checker(each) for each in inside])
    if origin in (tuple, frozenset):
        return _check_many(_bound(bounds, Many, type_), checker(inside[0]))
    if origin is Mapping:
        return _check_mapping(_bound(bounds, Many, type_), checker(inside[0]), checker(inside[1]))
    if is_dataclass(type_) or hasattr(type_, "_fields"):
        return _check_fields(type_, bounds)
    raise TypeError(type_)


def _is_enum(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, Enum)


def _bound(bounds: tuple[Any, ...], kind: type, type_: Any) -> Any:
    found = next((bound for bound in bounds if isinstance(bound, kind)), None)
    if found is None:
        raise TypeError(type_, kind)
    return found


def _refuse(message: Message, name: str, **more: object) -> BoundsError:
    return BoundsError(message(name=name, **more))


def _pass(value: Any, name: str) -> None:
    """Accept any value: there are few of this type."""


def _check_text(bounds: tuple[Any, ...], type_: Any) -> Check:
    known = next((one_of for one_of in bounds if isinstance(one_of, OneOf)), None)
    if known is not None:
        return _check_known(known)
    bound: Text = _bound(bounds, Text, type_)

    def checked(value: Any, name: str) -> None:
        text = str(value)
        if len(text) > bound.most:
            raise _refuse(say.TEXT_TOO_LONG, name, most=bound.most)
        if not text.isprintable() and not (bound.lines and writable(text)):
            raise _refuse(say.TEXT_NOT_PRINTABLE, name)

    return checked


def _check_known(bound: OneOf) -> Check:
    def checked(value: Any, name: str) -> None:
        if value not in bound.known:
            raise _refuse(say.NOT_ONE_OF, name, known=with_commas(bound.known))

    return checked


def writable(text: str) -> bool:
    """Whether a text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_number(bound: Number) -> Check:
    def checked(value: Any, name: str) -> None:
        if not bound.least <= value <= bound.most:
            raise _refuse(say.NUMBER_OUT_OF_BOUNDS, name, least=bound.least, most=bound.most)

    return checked


def _check_count(bound: Many, value: Collection[Any], name: str) -> None:
    if len(value) > bound.most:
        raise _refuse(say.TOO_MANY_OF_THEM, name, most=bound.most)


def _check_many(bound: Many, item: Check) -> Check:
    def checked(value: Any, name: str) -> None:
        _check_count(bound, value, name)
        for each in value:
            item(each, name)

    return checked


def _check_mapping(bound: Many, key: Check, item: Check) -> Check:
    def checked(value: Any, name: str) -> None:
        _check_count(bound, value, name)
        for one, other in value.items():
            key(one, name)
            item(other, name)

    return checked


def _check_row(items: list[Check]) -> Check:
    def checked(value: Any, name: str) -> None:
        for item, each in zip(items, value, strict=True):
            item(each, name)

    return checked


def _check_union(members: tuple[Any, ...], bounds: tuple[Any, ...]) -> Check:
    wanted = [member for member in members if member is not types.NoneType]
    if len(wanted) != 1:
        raise TypeError(members)
    inner = _checker(wanted[0], bounds)

    def checked(value: Any, name: str) -> None:
        if value is not None:
            inner(value, name)

    return checked


def _check_fields(type_: Any, bounds: tuple[Any, ...]) -> Check:
    whole = next((bound.bound for bound in bounds if isinstance(bound, Each)), None)
    hints = get_type_hints(type_, include_extras=True)
    more = () if whole is None else (whole,)
    checks = [(name, _checker(hint, more)) for name, hint in hints.items()]

    def checked(value: Any, name: str) -> None:
        for field, item in checks:
            item(getattr(value, field), field)

    return checked


# --- types that several protocols use ------------------------------------------------------------

Code = Annotated[str, Text(16)]
"""The code of a table."""
PersonName = Annotated[str, Text(60)]
"""The name of a person; nobody has one of more than 30 characters."""
SeatNumber = Annotated[int, Number(0, 63)]
Players = Annotated[tuple[PersonName, ...], Many(64)]
Bots = Annotated[tuple[Annotated[str, Text(40)], ...], Many(64)]
"""For each seat the name of a bot, or an empty one."""
ChoiceKey = Annotated[str, Text(4_000)]
"""The key of an option; a key with many steps names each of them."""
ChoiceKeys = Annotated[tuple[ChoiceKey, ...], Many(100)]
UpdateNumber = Annotated[int, Number(0, 10**12)]
"""The number of an update or of a hint."""
Place = Annotated[int, Number(0, 10**6)]
"""A number of choices in a record."""
Seed = Annotated[int, Number(-(2**63), 2**63 - 1)]
ScenarioPath = Annotated[Path, Text(4_096)]
"""The folder of a scenario, or its name."""
ShortText = Annotated[str, Text(200)]
LongText = Annotated[str, Text(8_000)]
Word = Annotated[str, Text(40)]
Switches = Annotated[frozenset[Annotated[str, Text(100)]], Many(100)]
Options = Annotated[Mapping[Annotated[str, Text(100)], ShortText], Many(100)]
