"""What is tried out, and what must come of it."""

from grammar.nodes.expressions import Expression, Name
from grammar.nodes.statements import Statement
from grammar.shape import shape
from grammar.source import Span


@shape
class GivenPlayers:
    """`given players anna, ben`."""

    names: tuple[Name, ...]
    span: Span


@shape
class GivenOption:
    """`given option name = value`."""

    name: Name
    value: Expression
    span: Span


@shape
class GivenSeed:
    """`given seed n`."""

    value: int
    span: Span


@shape
class GivenFate:
    """`given fate value, value`: the next results of chance."""

    values: tuple[Expression, ...]
    span: Span


@shape
class Step:
    """`given statement` or `when statement`."""

    word: str  # "given" or "when"
    statement: Statement
    span: Span


@shape
class Does:
    """`when player does "choice"`."""

    player: Name
    choice: str
    span: Span


@shape
class ThenHolds:
    """`then expression`."""

    condition: Expression
    span: Span


@shape
class ThenMay:
    """`then player may "choice"`, `then player may not "choice" because "reason"`."""

    player: Name
    choice: str
    negated: bool
    because: str | None
    span: Span


@shape
class ThenAsks:
    """`then asks player "prompt"`; without a player: `then nothing asked`."""

    player: Name | None
    prompt: str | None
    span: Span


@shape
class ThenEnds:
    """`then won "reason"`, `then lost "reason"`, `then drawn "reason"`, each also of one player."""

    player: Name | None
    word: str
    reason: str | None
    span: Span


@shape
class ThenSays:
    """`then says "text"`."""

    text: str
    span: Span


@shape
class ThenSees:
    """`then player sees expression`, `then player does not see expression`."""

    player: Name
    thing: Expression
    negated: bool
    span: Span


@shape
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


@shape
class Test:
    """A `test` block."""

    name: str
    lines: tuple[TestLine, ...]
    span: Span
