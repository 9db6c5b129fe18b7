"""Defines the statements of the typed tree, the rules that consist of them, and the effects of both.

Rules are procedures, values, actions and menus, with their hooks and changes, and outcomes, invariants and
goals.
"""

from dataclasses import field
from enum import Enum
from typing import ClassVar, assert_never

from lazaretto.grammar.node_dataclass import entity, node
from lazaretto.grammar.source import Span
from lazaretto.rules.model.entities import VOID, Kind, Member, Supply, Track, Type, Variable
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


class Effect(Enum):
    """The effects of a statement itself, without the procedures and blocks inside it."""

    LOOKS = "looks"
    ACTS = "acts"
    ASKS = "asks"


@node
class Together:
    """Asks several players a question at once; when all have answered, runs a body for each of them."""

    effect: ClassVar = Effect.ASKS
    variable: Local
    seats: Expression
    question: "Choose | ChooseNumber | Confirm"
    body: "Block"
    span: Span


@node
class NoUndo:
    """Prevents that earlier choices are undone."""

    effect: ClassVar = Effect.ACTS
    span: Span


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


def candidates_of(question: Question) -> Expression | None:
    """The list or set whose members may be chosen; None if other things are."""
    match question:
        case Choose(set=many) | Arrange(list=many):
            return many
        case ChooseNumber() | Confirm() | Offer() | Window():
            return None
        case _:
            assert_never(question)


def bounds_of(question: Question) -> tuple[Expression | None, Expression | None]:
    """The lowest and the highest number that may be chosen, or the least and the most members."""
    match question:
        case Choose(least=low, most=high) | ChooseNumber(low=low, high=high):
            return low, high
        case Arrange() | Confirm() | Offer() | Window():
            return None, None
        case _:
            assert_never(question)


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


@entity
class ForbidRule:
    """A prohibition, expressed with the procedure's own parameters."""

    owner: str
    conditions: tuple[Expression, ...]
    me: Local | None
    players: Expression | None
    text: Template
    span: Span
    this: Local | None = None
    """In a kind: the local that stands for each of its members in turn, unless a pattern says which one."""


@entity
class HookRule:
    """A hook, expressed with the procedure's own parameters; its body is a separate procedure."""

    word: str
    owner: str
    module: str
    names: tuple[str, ...]
    """What others may call it: its member, if it has one, and its module."""
    conditions: tuple[Expression, ...]
    me: Local | None
    players: Expression | None
    body: "Procedure"
    arguments: tuple[Expression, ...]
    span: Span
    this: Local | None = None
    """As in `ForbidRule`."""
    earlier: list["HookRule"] = field(default_factory=list)
    """The hooks that must run before it."""


@entity
class Procedure:
    """A procedure, phase, hook body or action body.

    `asks`, `acts`, `chances` are inferred; `writes` names what it may change, for the order of hooks.
    """

    name: str
    parameters: tuple[Local, ...]
    result: Type
    span: Span
    module: str = ""
    documentation: str = ""
    phase: bool = False
    body: Block = ()
    shell: Block | None = None
    inner: "Procedure | None" = None
    forbids: list[ForbidRule] = field(default_factory=list)
    hooks: list[HookRule] = field(default_factory=list)
    lifetimes: list[Variable] = field(default_factory=list)
    locals: list[Local] = field(default_factory=list)
    asks: bool = False
    acts: bool = False
    writes: frozenset[str] = frozenset()
    preview: str = ""
    """The title under which players may run it on a copy of the game; empty if they may not."""

    @property
    def returns(self) -> bool:
        """Whether it returns a result."""
        return self.result != VOID


@entity
class ChangeRule:
    """A change of a value, expressed with the value's own parameters."""

    owner: str
    module: str
    names: tuple[str, ...]
    """What others may call it: its member, if it has one, and its module."""
    word: str
    conditions: tuple[Expression, ...]
    me: Local | None
    players: Expression | None
    value: Expression
    span: Span
    this: Local | None = None
    """As in `ForbidRule`."""
    over: tuple[str, ...] = ()
    """The owners whose changes it overrides."""


@entity
class ValueRule:
    """A named value with its changes."""

    name: str
    parameters: tuple[Local, ...]
    type: Type
    span: Span
    module: str = ""
    documentation: str = ""
    base: Expression | None = None
    body: Procedure | None = None
    """The block it is written as, if it is one; the base calls it."""
    changes: list[ChangeRule] = field(default_factory=list)
    because: Template | None = None
    """What it says about the position, for hints; with its own parameters."""


@entity
class Menu:
    """A named list of actions."""

    name: str
    prompt: Template | None
    span: Span
    documentation: str = ""
    secret: bool = False
    actions: list["Action"] = field(default_factory=list)


@entity
class Action:
    """An action that a player may choose from one menu, split into its steps and its effect.

    `steps` are guards, lets and choices, in order, the menu's guards first; `procedure` is the whole action
    as it runs: choices, payment, effect.
    """

    name: str
    label: Template | None
    me: Local
    member: Member | None
    active: Expression | None
    menu: Menu
    steps: Block
    procedure: Procedure
    documentation: str
    module: str
    span: Span
    counter: Variable | None = None
    limit: Expression | None = None
    limit_reason: Template | None = None
    looks: dict[str, str] = field(default_factory=dict)


@entity
class OutcomeRule:
    """A win or loss that watches a condition, or a supply that cannot meet a demand.

    With both, it watches the supply of those owners for whom the condition holds.
    """

    word: str
    text: Template
    players: Expression | None
    condition: Expression | None
    supply: Supply | None
    owner: Local | None
    module: str
    span: Span


@entity
class OptionNeed:
    """A condition that the chosen options and the number of players must meet before a game starts."""

    option: str
    condition: Expression
    reason: Template
    span: Span


@entity
class InvariantRule:
    """A condition that must hold between any two steps."""

    text: str
    condition: Expression
    span: Span


@entity
class GoalRule:
    """Something to reach in a game: a condition that holds at its end."""

    text: str
    condition: Expression
    lost_too: bool
    """Whether it counts in a lost game, too."""
    documentation: str
    span: Span


@entity
class WrittenRule:
    """A rule as its author wrote it: what it is called and what it says about itself, for players."""

    word: str
    """action, phase, to, value, menu, before, after, instead, change, forbid, win, lose, draw or member."""
    name: str
    """Its own name, or that of the rule it is about."""
    label: str
    """What players call it, if it has words of its own."""
    documentation: str
    module: str
    span: Span
    target: Span | None = None
    """Where it names the rule that it is about."""
    owner: Member | Kind | None = None
    reason: str = ""
    """Of a prohibition: what it says to players, with words for the gaps."""
    replaced: bool = False
    """Whether another module has replaced it."""
