"""What happens."""

from typing import TYPE_CHECKING

from grammar.shape import shape
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


@shape
class SetVariable:
    """A variable gets a value."""

    target: VariableValue
    value: Expression
    span: Span


@shape
class SetLocal:
    """A local variable gets a value; the value may be a call that asks."""

    local: Local
    value: Expression
    span: Span


@shape
class Run:
    """A procedure run for what it does."""

    call: CallProcedure
    span: Span


@shape
class Return:
    """The procedure ends."""

    value: Expression | None
    span: Span


@shape
class Stop:
    """The innermost loop ends."""

    span: Span


@shape
class If:
    """Branches, and what happens otherwise."""

    branches: tuple[tuple[Expression, "Block"], ...]
    otherwise: "Block"
    span: Span


@shape
class ForEach:
    """A body for each of a list, as the list was when the loop began."""

    variable: Local
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@shape
class Repeat:
    """A body some times, or while a condition holds, or until something ends it."""

    times: Expression | None
    condition: Expression | None
    body: "Block"
    counter: Local
    span: Span


@shape
class MoveSupply:
    """Counted pieces go from one holder to another; None is the stock, `BoxValue` the box."""

    amount: Expression | None
    supply: SupplyValue
    source: Expression | None
    target: Expression | None
    span: Span


@shape
class MovePieces:
    """Pieces go to a pile: one piece, or a list whose first comes to lie topmost."""

    pieces: Expression
    many: bool
    end: str
    pile: PileValue | BoxValue
    span: Span


@shape
class Shuffle:
    """A pile is shuffled."""

    pile: PileValue
    span: Span


@shape
class Spread:
    """Pieces are mixed evenly into a pile."""

    pieces: Expression
    pile: PileValue
    span: Span


@shape
class Roll:
    """Pieces show a new face by chance."""

    pieces: Expression
    many: bool
    variable: Variable
    item: Local
    span: Span


@shape
class Show:
    """Players get to know pieces."""

    pieces: Expression
    many: bool
    players: Expression
    span: Span


@shape
class MoveMarker:
    """A track's marker moves; it stays on the last space rather than leave the track."""

    track: Track
    by: Expression
    span: Span


@shape
class Needs:
    """A guard with its reason; without one the reason comes from what forbids."""

    condition: Expression
    reason: Template | None
    span: Span


@shape
class Choose:
    """A player chooses one or some of a list."""

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


@shape
class ChooseNumber:
    """A player chooses a number."""

    variable: Local
    low: Expression
    high: Expression
    by: Expression
    prompt: Template | None
    span: Span


@shape
class Arrange:
    """A player puts a list in order."""

    list: Expression
    result: Local
    by: Expression
    prompt: Template | None
    span: Span


@shape
class Confirm:
    """A player says yes or no."""

    variable: Local
    by: Expression
    prompt: Template
    span: Span


@shape
class Offer:
    """A player does one action of some menus; others may come between."""

    menus: tuple["Menu", ...]
    player: Expression
    interrupts: tuple["Menu", ...]
    prompt: Template | None
    chosen: Local
    span: Span


@shape
class Window:
    """A moment for interrupts, until the player goes on."""

    menus: tuple["Menu", ...]
    player: Expression
    prompt: Template | None
    chosen: Local
    span: Span


@shape
class Once:
    """Done before within this phase with these keys: leave; else remember."""

    marks: Variable
    keys: tuple[Expression, ...]
    span: Span


@shape
class Say:
    """A line in the log, for all or for some players."""

    text: Template
    players: Expression | None
    span: Span


@shape
class Forbidden:
    """If something forbids the procedure, say why and leave."""

    procedure: "Procedure"
    arguments: tuple[Expression, ...]
    span: Span


@shape
class Finish:
    """Players win, lose or draw; the game is over when every seat has its result."""

    word: str
    text: Template
    players: Expression | None
    span: Span


@shape
class Enter:
    """A phase begins: what lives as long as it goes back to its start."""

    phase: "Procedure"
    span: Span


@shape
class CountUse:
    """An action with a limit was done once more."""

    counter: Variable
    player: Expression
    span: Span


Question = Choose | ChooseNumber | Arrange | Confirm | Offer | Window
"""What waits for an answer."""

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
