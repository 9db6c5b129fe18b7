"""Lists inside a sentence."""

from collections.abc import Iterable
from functools import reduce

from grammar.message import Message

COMMA = Message("list.comma", "{first}, {next}")
OR = Message("list.or", "{first} or {next}")


def with_commas(things: Iterable[str]) -> str:
    """`a, b, c`."""
    return joined(COMMA, list(things))


def with_or(things: Iterable[str]) -> str:
    """`a or b or c`."""
    return joined(OR, list(things))


def with_commas_and_or(things: list[str]) -> str:
    """`a, b or c`."""
    *others, last = things or [""]
    return OR(first=with_commas(others), next=last) if others else last


def joined(message: Message, things: list[str]) -> str:
    """All things in a row, each with the next by a message that has the gaps `first` and `next`."""
    return reduce(lambda first, next: message(first=first, next=next), things) if things else ""
