"""Statements of the typed tree."""

from enum import Enum
from typing import TYPE_CHECKING, ClassVar, assert_never

from grammar.node import node
from grammar.source import Span
from rules.model.entities import Track, Variable
from rules.model.tree.expressions import (
    BoxValue,
    CallProcedure,
    Expression,
    Local,
    PileValue,
    SupplyValue,
    Template,
    VariableValue,
)

if TYPE_CHECKING:
    from rules.model.tree.rules import Menu, Procedure


class Effect(Enum):
    """What a statement does of itself, apart from the procedures and blocks inside it."""

    LOOKS = "looks"
    ACTS = "acts"
    ASKS = "asks"


@node
class SetVariable:
    """A variable gets a value."""

    effect: ClassVar = Effect.ACTS
    target: VariableValue
    value: Expression
    span: Span


@node
class SetLocal:
    """A local variable gets a value; the value may be a call that asks."""

    effect: ClassVar = Effect.LOOKS
    local: Local
    value: Expression
    span: Span


@node
class Run:
    """A procedure run for what it does."""

    effect: ClassVar = Effect.LOOKS
    call: CallProcedure
    span: Span


@node
class Return:
    """The procedure ends."""

    effect: ClassVar = Effect.LOOKS
    value: Expression | None
    span: Span


@node
class Stop:
    """The innermost loop ends."""

    effect: ClassVar = Effect.LOOKS
    span: Span


@node
class If:
    """Branches, and what happens otherwise."""

    effect: ClassVar = Effect.LOOKS
    branches: tuple[tuple[Expression, "Block"], ...]
    otherwise: "Block"
    span: Span


@node
class ForEach:
    """A body for each of a list, as the list was when the loop began."""

    effect: ClassVar = Effect.LOOKS
    variable: Local
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@node
class Repeat:
    """A body some times, or while a condition holds, or until something ends it."""

    effect: ClassVar = Effect.LOOKS
    times: Expression | None
    condition: Expression | None
    body: "Block"
    counter: Local
    span: Span


@node
class MoveSupply:
    """Counted pieces go from one holder to another; None is the stock, `BoxValue` the box."""

    effect: ClassVar = Effect.ACTS
    amount: Expression | None
    supply: SupplyValue
    source: Expression | None
    target: Expression | None
    span: Span


@node
class MovePieces:
    """Pieces go to a pile: one piece, or a list whose first comes to lie topmost."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    many: bool
    end: str
    pile: PileValue | BoxValue
    span: Span


@node
class Shuffle:
    """A pile is shuffled."""

    effect: ClassVar = Effect.ACTS
    pile: PileValue
    span: Span


@node
class Spread:
    """Pieces are mixed evenly into a pile."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    pile: PileValue
    span: Span


@node
class Roll:
    """Pieces show a new face by chance."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    many: bool
    variable: Variable
    item: Local
    span: Span


@node
class Show:
    """Players get to know pieces."""

    effect: ClassVar = Effect.ACTS
    pieces: Expression
    many: bool
    players: Expression
    span: Span


@node
class MoveMarker:
    """A track's marker moves; it stays on the last space rather than leave the track."""

    effect: ClassVar = Effect.ACTS
    track: Track
    by: Expression
    span: Span


@node
class Needs:
    """A guard with its reason; without one the reason comes from what forbids."""

    effect: ClassVar = Effect.LOOKS
    condition: Expression
    reason: Template | None
    span: Span


@node
class Choose:
    """A player chooses one or some of a list."""

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


@node
class ChooseNumber:
    """A player chooses a number."""

    effect: ClassVar = Effect.ASKS
    result: Local
    low: Expression
    high: Expression
    by: Expression
    prompt: Template | None
    span: Span


@node
class Arrange:
    """A player puts a list in order."""

    effect: ClassVar = Effect.ASKS
    list: Expression
    result: Local
    by: Expression
    prompt: Template | None
    span: Span


@node
class Confirm:
    """A player says yes or no."""

    effect: ClassVar = Effect.ASKS
    result: Local
    by: Expression
    prompt: Template
    span: Span


@node
class Offer:
    """A player does one action of some menus; others may come between."""

    effect: ClassVar = Effect.ASKS
    menus: tuple["Menu", ...]
    by: Expression
    interrupts: tuple["Menu", ...]
    prompt: Template | None
    result: Local
    span: Span


@node
class Window:
    """A moment for interrupts, until the player goes on."""

    effect: ClassVar = Effect.ASKS
    menus: tuple["Menu", ...]
    by: Expression
    prompt: Template | None
    result: Local
    span: Span


@node
class Once:
    """Done before within this phase with these keys: leave; else remember."""

    effect: ClassVar = Effect.ACTS
    marks: Variable
    keys: tuple[Expression, ...]
    span: Span


@node
class Say:
    """A line in the log, for all or for some players."""

    effect: ClassVar = Effect.ACTS
    text: Template
    players: Expression | None
    span: Span


@node
class Forbidden:
    """If something forbids the procedure, say why and leave."""

    effect: ClassVar = Effect.LOOKS
    procedure: "Procedure"
    arguments: tuple[Expression, ...]
    span: Span


@node
class Finish:
    """Players win, lose or draw; the game is over when every seat has its result."""

    effect: ClassVar = Effect.ACTS
    word: str
    text: Template
    players: Expression | None
    span: Span


@node
class Enter:
    """A phase begins: what lives as long as it goes back to its start."""

    effect: ClassVar = Effect.ACTS
    phase: "Procedure"
    span: Span


@node
class CountUse:
    """An action with a limit was done once more."""

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
