"""Defines the statements of the typed tree."""

from typing import TYPE_CHECKING, ClassVar, assert_never

from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.source import Span
from lazaretto.rules.model.entities import Track, Variable
from lazaretto.rules.model.tree.effect import Effect
from lazaretto.rules.model.tree.expressions import (
    BoxValue,
    CallProcedure,
    Expression,
    Local,
    PileValue,
    SupplyValue,
    Template,
    VariableValue,
)
from lazaretto.rules.model.tree.together import NoUndo, Together

if TYPE_CHECKING:
    from lazaretto.rules.model.tree.rules import Menu, Procedure


@node
class SetVariable:
    """Assigns a value to a variable."""

    effect: ClassVar = Effect.ACTS
    target: VariableValue
    value: Expression
    span: Span


@node
class SetLocal:
    """Assigns a value to a local variable; the value may be a call that asks."""

    effect: ClassVar = Effect.LOOKS
    local: Local
    value: Expression
    span: Span


@node
class Run:
    """Calls a procedure for its effect."""

    effect: ClassVar = Effect.LOOKS
    call: CallProcedure
    span: Span


@node
class Return:
    """Returns from the procedure."""

    effect: ClassVar = Effect.LOOKS
    value: Expression | None
    span: Span


@node
class Stop:
    """Leaves the innermost loop."""

    effect: ClassVar = Effect.LOOKS
    span: Span


@node
class If:
    """Branches with conditions, and an optional final branch."""

    effect: ClassVar = Effect.LOOKS
    branches: tuple[tuple[Expression, "Block"], ...]
    otherwise: "Block"
    span: Span


@node
class ForEach:
    """Runs a body for each member of a list, as the list was when the loop began."""

    effect: ClassVar = Effect.LOOKS
    variable: Local
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@node
class Repeat:
    """Runs a body a number of times, while a condition holds, or until something ends it."""

    effect: ClassVar = Effect.LOOKS
    times: Expression | None
    condition: Expression | None
    body: "Block"
    counter: Local
    span: Span


@node
class MoveSupply:
    """Moves counted pieces from one holder to another; None is the stock, `BoxValue` the box."""

    effect: ClassVar = Effect.ACTS
    amount: Expression | None
    supply: SupplyValue
    source: Expression | None
    target: Expression | None
    span: Span


@node
class MovePieces:
    """Moves pieces to a pile: one piece, or a list whose first piece ends up on top."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    many: bool
    end: str
    pile: PileValue | BoxValue
    span: Span


@node
class Shuffle:
    """Shuffles a pile."""

    effect: ClassVar = Effect.ACTS
    pile: PileValue
    span: Span


@node
class Spread:
    """Mixes pieces evenly into a pile."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    pile: PileValue
    span: Span


@node
class Roll:
    """Rolls pieces: each shows a random face."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    many: bool
    variable: Variable
    item: Local
    span: Span


@node
class Show:
    """Reveals pieces to players."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    many: bool
    players: Expression
    span: Span


@node
class MoveMarker:
    """Moves a track's marker, which stops on the last space instead of leaving the track."""

    effect: ClassVar = Effect.ACTS
    track: Track
    by: Expression
    span: Span


@node
class Needs:
    """A guard with its reason; without one the reason comes from the prohibition."""

    effect: ClassVar = Effect.LOOKS
    condition: Expression
    reason: Template | None
    span: Span


@node
class Choose:
    """Asks a player to choose one or some members of a list."""

    effect: ClassVar = Effect.ASKS
    variable: Local
    set: Expression
    where: Expression | None
    needs: tuple[Needs, ...]
    least: Expression | None
    most: Expression | None
    result: Local
    optional: bool
    stops: bool
    by: Expression
    prompt: Template | None
    empty: Template | None
    such_that: Expression | None
    such_reason: Template | None
    span: Span
    alike: bool = False
    """Whether candidates that the player cannot tell apart count as one."""


@node
class ChooseNumber:
    """Asks a player to choose a number."""

    effect: ClassVar = Effect.ASKS
    result: Local
    low: Expression
    high: Expression
    by: Expression
    prompt: Template | None
    span: Span


@node
class Arrange:
    """Asks a player to put a list in order."""

    effect: ClassVar = Effect.ASKS
    list: Expression
    result: Local
    by: Expression
    prompt: Template | None
    span: Span


@node
class Confirm:
    """Asks a player yes or no."""

    effect: ClassVar = Effect.ASKS
    result: Local
    by: Expression
    prompt: Template
    span: Span
    consent: bool = False
    """Whether the player consents to an action of somebody else."""


@node
class Offer:
    """Asks a player for one action from some menus; other seats may interrupt."""

    effect: ClassVar = Effect.ASKS
    menus: tuple["Menu", ...]
    by: Expression
    interrupts: tuple["Menu", ...]
    prompt: Template | None
    result: Local
    span: Span


@node
class Window:
    """Opens a window for interruptions, until the player continues."""

    effect: ClassVar = Effect.ASKS
    menus: tuple["Menu", ...]
    by: Expression
    prompt: Template | None
    result: Local
    span: Span


@node
class Once:
    """Returns if this was done with these keys before in this phase; otherwise marks it as done."""

    effect: ClassVar = Effect.ACTS
    marks: Variable
    keys: tuple[Expression, ...]
    span: Span


@node
class Say:
    """Logs a line, for all or for some players."""

    effect: ClassVar = Effect.ACTS
    text: Template
    players: Expression | None
    span: Span


@node
class Forbidden:
    """If something forbids the procedure, logs why and returns."""

    effect: ClassVar = Effect.LOOKS
    procedure: "Procedure"
    arguments: tuple[Expression, ...]
    span: Span


@node
class Finish:
    """Makes players win, lose or draw; the game is over when every seat has its result."""

    effect: ClassVar = Effect.ACTS
    word: str
    text: Template
    players: Expression | None
    span: Span


@node
class Enter:
    """Starts a phase: resets the variables that live as long as the phase."""

    effect: ClassVar = Effect.ACTS
    phase: "Procedure"
    span: Span


@node
class CountUse:
    """Counts one more use of an action with a limit."""

    effect: ClassVar = Effect.ACTS
    counter: Variable
    player: Expression
    span: Span


Question = Choose | ChooseNumber | Arrange | Confirm | Offer | Window
"""What waits for an answer: `by` is asked, `prompt` says what, and `result` gets the answer."""


def menus_of(question: Question) -> tuple[tuple["Menu", ...], tuple["Menu", ...]]:
    """The menus from which the player who is asked may choose, and those from which any seat may."""
    match question:
        case Offer(menus=own, interrupts=interrupts):
            return own, interrupts
        case Window(menus=interrupts):
            return (), interrupts
        case Choose() | ChooseNumber() | Arrange() | Confirm():
            return (), ()
        case _:
            assert_never(question)


Statement = (
    SetVariable
    | SetLocal
    | Run
    | Return
    | Stop
    | If
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
    | MoveMarker
    | Needs
    | Question
    | Once
    | Say
    | Forbidden
    | Finish
    | Enter
    | CountUse
)

Block = tuple[Statement, ...]
