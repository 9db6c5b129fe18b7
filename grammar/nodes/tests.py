"""Nodes of tests: set-up, players' choices, expectations."""

from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.nodes.expressions import Expression, Name
from lazaretto.grammar.nodes.statements import Statement
from lazaretto.grammar.source import Span


@node
class GivenPlayers:
    """`given players anna, ben`."""

    names: tuple[Name, ...]
    span: Span


@node
class GivenOption:
    """`given option name = value`."""

    name: Name
    value: Expression
    span: Span


@node
class GivenSeed:
    """`given seed n`."""

    value: int
    span: Span


@node
class GivenFate:
    """`given fate value, value`: the next random results."""

    values: tuple[Expression, ...]
    span: Span


@node
class Step:
    """`given statement` or `when statement`."""

    word: str  # "given" or "when"
    statement: Statement
    span: Span


@node
class Does:
    """`when player does "choice"`."""

    player: Name
    choice: str
    span: Span


@node
class NextGame:
    """`when next game`: the next game of the campaign begins."""

    span: Span


@node
class ThenHolds:
    """`then expression`."""

    condition: Expression
    span: Span


@node
class ThenMay:
    """`then player may "choice"`, `then player may not "choice" because "reason"`."""

    player: Name
    choice: str
    negated: bool
    because: str | None
    span: Span


@node
class ThenAsks:
    """`then asks player "prompt"`; without a player: `then nothing asked`."""

    player: Name | None
    prompt: str | None
    span: Span


@node
class ThenEnds:
    """`then won "reason"`, `then lost "reason"`, `then drawn "reason"`, each also for one player.

    `with 12 points, rank 1` adds the points and the rank.
    """

    player: Name | None
    word: str
    reason: str | None
    points: int | None
    rank: int | None
    span: Span


@node
class ThenGoal:
    """`then goal "text"`, `then not goal "text"`."""

    goal: Name
    negated: bool
    span: Span


@node
class ThenSays:
    """`then says "text"`, `then never says "text"`."""

    text: str
    negated: bool
    span: Span


@node
class ThenSees:
    """`then player sees expression`, `then player does not see expression`."""

    player: Name
    thing: Expression
    negated: bool
    span: Span


@node
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
    | NextGame
    | ThenHolds
    | ThenMay
    | ThenAsks
    | ThenEnds
    | ThenGoal
    | ThenSays
    | ThenSees
    | LeaveOpen
)


@node
class Test:
    """A `test` block."""

    name: str
    lines: tuple[TestLine, ...]
    span: Span
