"""What is tried out, and what must come of it."""

from dataclasses import dataclass

from grammar.nodes.expressions import Expression, Name
from grammar.nodes.statements import Statement
from grammar.source import Span


@dataclass(frozen=True, slots=True)
class GivenPlayers:
    """`given players anna, ben`."""

    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GivenOption:
    """`given option name = value`."""

    name: Name
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class GivenSeed:
    """`given seed n`."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class GivenFate:
    """`given fate value, value`: the next results of chance."""

    values: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """`given statement` or `when statement`."""

    word: str  # "given" or "when"
    statement: Statement
    span: Span


@dataclass(frozen=True, slots=True)
class Does:
    """`when player does "choice"`."""

    player: Name
    choice: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenHolds:
    """`then expression`."""

    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class ThenMay:
    """`then player may "choice"`, `then player may not "choice" because "reason"`."""

    player: Name
    choice: str
    negated: bool
    because: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenAsks:
    """`then asks player "prompt"`; without a player: `then nothing asked`."""

    player: Name | None
    prompt: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenEnds:
    """`then won "reason"`, `then lost "reason"`, `then drawn "reason"`, each also of one player."""

    player: Name | None
    word: str
    reason: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenSays:
    """`then says "text"`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenSees:
    """`then player sees expression`, `then player does not see expression`."""

    player: Name
    thing: Expression
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class LeaveOpen:
    """`leave open`."""

    span: Span


TestLine = (
    GivenPlayers
    | GivenOption
    | GivenSeed
    | GivenFate
    | Step
    | Does
    | ThenHolds
    | ThenMay
    | ThenAsks
    | ThenEnds
    | ThenSays
    | ThenSees
    | LeaveOpen
)


@dataclass(frozen=True, slots=True)
class Test:
    """A `test` block."""

    name: str
    lines: tuple[TestLine, ...]
    span: Span
