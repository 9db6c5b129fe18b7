"""Defines what a score is the sum of: a tree of functions that are called one by one, only for hints.

Every function gets the arguments that are in scope: the parameters of the value it is a part of, and the
members that loops around it stand at.
"""

from typing import Any

from lazaretto.grammar.node_dataclass import frozen_value, value

Tag = tuple[Any, ...]


@value
class TermInfo:
    """A value that is a part of the score, and what can be said about it."""

    name: str
    tags: tuple[Tag, ...]
    """The types of its parameters, and of the members that loops in it stand at."""
    documentation: str
    words: int | None = None
    """The function that makes its text, if it has one of its own."""


@frozen_value
class Leaf:
    """A number that is not a sum of others."""

    number: int
    term: int
    """The value that it belongs to."""


@frozen_value
class Weighted:
    """A part that counts several times, or a fraction of it; negative if it makes the score lower."""

    part: "Part"
    factor: float


@frozen_value
class Sum:
    """The sum of some parts."""

    parts: tuple["Part", ...]


@frozen_value
class Each:
    """The sum over some members, which a function lists."""

    members: int
    part: "Part"


@frozen_value
class Best:
    """The part of one member only: the first with the highest or lowest number."""

    members: int
    number: int
    """The function of the number by which it is chosen."""
    highest: bool
    part: "Part"


@frozen_value
class Either:
    """One of two parts, depending on a condition."""

    test: int
    then: "Part"
    otherwise: "Part"


@frozen_value
class Called:
    """A named value. It is a term itself if it has a text, or if what it is made of cannot be told apart."""

    value: int
    arguments: tuple[int, ...]
    """The functions of its arguments."""
    term: int
    parts: tuple[tuple[tuple[int, ...], "Part"], ...] = ()
    """What it is made of, each with its conditions: the changes that set it, then the value as written."""


Part = Leaf | Weighted | Sum | Each | Best | Either | Called


@frozen_value
class TermTree:
    """What the score of a player is made of."""

    root: Part
    terms: tuple[TermInfo, ...]
