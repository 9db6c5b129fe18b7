"""Nodes of statements."""

from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.nodes.expressions import Binding, Call, Expression, Name, Text
from lazaretto.grammar.source import Span


@node
class Set:
    """`set target to value`."""

    target: Expression
    value: Expression
    span: Span


@node
class Add:
    """`add value to target`."""

    value: Expression
    target: Expression
    span: Span


@node
class Let:
    """`let name = value`; the value may be a call of a procedure that asks."""

    name: Name
    value: Expression
    span: Span


@node
class Do:
    """A procedure called as a statement."""

    call: Call
    span: Span


@node
class Return:
    """`return` with or without a value."""

    value: Expression | None
    span: Span


@node
class Stop:
    """`stop`: leave the innermost loop."""

    span: Span


@node
class If:
    """`if`, its `else if` branches in order, and `else`."""

    branches: tuple[tuple[Expression | Binding, "Block"], ...]
    otherwise: "Block | None"
    span: Span


@node
class Case:
    """`when member, member` of a match."""

    members: tuple[Name, ...]
    body: "Block"
    span: Span


@node
class Match:
    """`match value` over the members of an enumeration or kind."""

    value: Expression
    cases: tuple[Case, ...]
    otherwise: "Block | None"
    span: Span


@node
class ForEach:
    """`for each x in set where condition`."""

    variable: Name
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@node
class Together:
    """`together for each x in players where condition`: all answer the first line of its block."""

    variable: Name
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@node
class NoUndo:
    """`no undo`: choices before it cannot be undone."""

    span: Span


@node
class Repeat:
    """`repeat n times`, `repeat while condition`, `repeat forever` (neither)."""

    times: Expression | None
    condition: Expression | None
    body: "Block"
    span: Span


@node
class MoveSupply:
    """`put`, `take` and `move` of counted pieces; `None` as the amount is `all`, as a holder the stock."""

    word: str  # "put", "take" or "move"
    amount: Expression | None
    supply: Expression
    source: Expression | None
    target: Expression | None
    span: Span


@node
class MovePieces:
    """`move pieces to [top of|bottom of] pile`; `whole` is `move all of pile to ...`."""

    pieces: Expression
    whole: bool
    end: str  # "top" or "bottom"; default: "top"
    pile: Expression
    span: Span


@node
class Shuffle:
    """`shuffle pile`."""

    pile: Expression
    span: Span


@node
class Spread:
    """`spread pieces through pile`."""

    pieces: Expression
    pile: Expression
    span: Span


@node
class Roll:
    """`roll dice`."""

    pieces: Expression
    span: Span


@node
class Show:
    """`show pieces to players`."""

    pieces: Expression
    players: Expression
    span: Span


@node
class Advance:
    """`advance track by n`; `retreat` is `backwards`."""

    track: Name
    by: Expression | None
    backwards: bool
    span: Span


@node
class Needs:
    """`needs condition else "reason"`."""

    condition: Expression | Binding
    reason: Text | None
    span: Span


@node
class Choose:
    """One or some members of a set, chosen by a player.

    Without bounds it is one; `least`/`most` are the bounds of a choice of some, and `result` its name.
    `optional` is `or none`; with `stops` (`or stop`) declining leaves the procedure. `needs` close single
    candidates with a reason; `such_that` tests the whole selection.
    """

    variable: Name
    set: Expression
    where: Expression | None
    least: Expression | None
    most: Expression | None
    result: Name | None
    optional: bool
    stops: bool
    by: Expression | None
    prompt: Text | None
    empty: Text | None
    such_that: tuple[Expression, Text | None] | None
    needs: tuple[Needs, ...]
    span: Span


@node
class ChooseNumber:
    """`choose number n from a to b`."""

    variable: Name
    low: Expression
    high: Expression
    by: Expression | None
    prompt: Text | None
    span: Span


@node
class Arrange:
    """`arrange list by player as name`: the list in an order of the player's choice."""

    list: Expression
    by: Expression | None
    result: Name
    prompt: Text | None
    span: Span


@node
class Confirm:
    """`confirm name by player "question"`: yes or no."""

    variable: Name
    by: Expression
    prompt: Text
    span: Span


@node
class Consent:
    """`consent of player "question" when condition`, among the steps of an action."""

    of: Expression
    prompt: Text
    when: Expression | None
    span: Span


@node
class Offer:
    """`offer menus to player with menus`."""

    menus: tuple[Name, ...]
    to: Expression
    interrupts: tuple[Name, ...]
    prompt: Text | None
    span: Span


@node
class Window:
    """`window menus for player`."""

    menus: tuple[Name, ...]
    player: Expression
    prompt: Text | None
    span: Span


@node
class Once:
    """`once per phase for values`."""

    phase: Name
    keys: tuple[Expression, ...]
    span: Span


@node
class Say:
    """`say "text"`, or `tell players "text"`."""

    text: Text
    players: Expression | None
    span: Span


@node
class Finish:
    """`win`, `lose` or `draw`, for some players or all."""

    word: str  # "win", "lose" or "draw"
    text: Text
    players: Expression | None
    span: Span


@node
class Pass:
    """`nothing`."""

    span: Span


@node
class Proceed:
    """`proceed`: inside `instead of`, runs the replaced procedure."""

    span: Span


@node
class RevealedSecret:
    """A secret that a rule tells: `hand`, or that of one player, `my.hand` or `player.hand`."""

    owner: str
    """The name of the player in the rule; empty if all players are meant."""
    name: Name
    span: Span


@node
class Reveals:
    """`reveals hand "reason"`: the block around it tells a secret on purpose. It does nothing."""

    secrets: tuple[RevealedSecret, ...]
    reason: str
    span: Span


Question = Choose | ChooseNumber | Arrange | Confirm | Offer | Window
"""What waits for an answer."""

Statement = (
    Set
    | Add
    | Let
    | Do
    | Return
    | Stop
    | If
    | Match
    | ForEach
    | Together
    | NoUndo
    | Repeat
    | MoveSupply
    | MovePieces
    | Shuffle
    | Spread
    | Roll
    | Show
    | Advance
    | Needs
    | Question
    | Consent
    | Once
    | Say
    | Finish
    | Pass
    | Proceed
    | Reveals
)
"""`Needs` and `Consent` are steps of actions; the checker refuses them elsewhere."""

Block = tuple[Statement, ...]
