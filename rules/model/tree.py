"""The checked, typed rules: every name resolved, every type known.

This is where the meaning lives. The emitter prints it, the reference interpreter walks it, and nothing
about a rule is known to either alone.
"""

from dataclasses import dataclass, field

from grammar.source import Span
from rules.model.things import Kind, Member, Pile, Supply, Track, Value, Variable
from rules.model.types import VOID, Type

# --- expressions -------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Local:
    """A variable of one procedure; `name` is unique inside it."""

    name: str
    type: Type
    span: Span

    @property
    def word(self) -> str:
        """What its author called it."""
        return self.name.rpartition("_")[0]


@dataclass(slots=True)
class Constant:
    """A value known when the program is compiled."""

    value: Value
    type: Type
    span: Span


@dataclass(slots=True)
class LocalValue:
    """The value of a local variable; the type may be narrower than the variable's own."""

    local: Local
    type: Type
    span: Span


@dataclass(slots=True)
class VariableValue:
    """The value of an attribute or a global variable."""

    variable: Variable
    thing: "Expression | None"
    type: Type
    span: Span


@dataclass(slots=True)
class PileValue:
    """A pile; as a value it is the list of what lies in it, topmost last."""

    pile: Pile
    thing: "Expression | None"
    type: Type
    span: Span


@dataclass(slots=True)
class BoxValue:
    """The box: what has left the game."""

    type: Type
    span: Span


@dataclass(slots=True)
class SupplyValue:
    """A supply; only counted and moved, never a value."""

    supply: Supply
    thing: "Expression | None"
    type: Type
    span: Span


@dataclass(slots=True)
class TrackValue:
    """The value of the space a track's marker stands on."""

    track: Track
    type: Type
    span: Span


@dataclass(slots=True)
class TrackPosition:
    """Which space a track's marker stands on, counted from 0."""

    track: Track
    type: Type
    span: Span


@dataclass(slots=True)
class KindSet:
    """All members of a kind."""

    kind: Kind
    type: Type
    span: Span


@dataclass(slots=True)
class Operation:
    """or and not = != < <= > >= in `not in` + - * / mod neg `set +` `set -`."""

    operator: str
    operands: tuple["Expression", ...]
    type: Type
    span: Span


@dataclass(slots=True)
class IsA:
    """Whether a member belongs to a kind further down."""

    operand: "Expression"
    kind: Kind
    negated: bool
    type: Type
    span: Span


@dataclass(slots=True)
class CountOn:
    """How many of a supply lie on a holder, or on all members of a kind."""

    supply: Supply
    thing: "Expression | None"
    holder: "Expression | None"
    kind: Kind
    type: Type
    span: Span


@dataclass(slots=True)
class StockLeft:
    """How many of a supply are in the stock."""

    supply: Supply
    thing: "Expression | None"
    type: Type
    span: Span


@dataclass(slots=True)
class OnlyKind:
    """Those of a list that belong to a kind further down."""

    set: "Expression"
    kind: Kind
    type: Type
    span: Span


@dataclass(slots=True)
class ListOf:
    """A list written out."""

    items: tuple["Expression", ...]
    type: Type
    span: Span


@dataclass(slots=True)
class EndOf:
    """The top or bottom of a pile: one piece, or a list of some with the topmost first."""

    end: str
    count: "Expression | None"
    pile: "PileValue | BoxValue"
    type: Type
    span: Span


@dataclass(slots=True)
class RandomOf:
    """One of a list by chance, from a stream of its own."""

    set: "Expression"
    stream: str
    type: Type
    span: Span


@dataclass(slots=True)
class MadeFor:
    """The member of a `for each` kind that belongs to a thing."""

    kind: Kind
    thing: "Expression"
    type: Type
    span: Span


@dataclass(slots=True)
class Quantifier:
    """A word over a list; see `nodes.Quantifier`."""

    word: str
    variable: Local
    set: "Expression"
    where: "Expression | None"
    value: "Expression | None"
    type: Type
    span: Span


@dataclass(slots=True)
class Through:
    """Which links a question about the map may use."""

    variable: Local
    kind: Kind
    where: "Expression | None"


@dataclass(slots=True)
class Graph:
    """neighbours, reach, distance, connected, links, ends, across, areas, members."""

    question: str
    arguments: tuple["Expression", ...]
    through: Through | None
    kind: Kind
    type: Type
    span: Span


@dataclass(slots=True)
class BuiltIn:
    """count, min, max, next."""

    name: str
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@dataclass(slots=True)
class CallValue:
    """A value worked out, its changes included."""

    value: "ValueRule"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@dataclass(slots=True)
class CallProcedure:
    """A procedure run."""

    procedure: "Procedure"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@dataclass(slots=True)
class MayCall:
    """Whether nothing forbids a procedure."""

    procedure: "Procedure"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


Expression = (
    Constant
    | LocalValue
    | VariableValue
    | PileValue
    | BoxValue
    | SupplyValue
    | TrackValue
    | TrackPosition
    | KindSet
    | Operation
    | IsA
    | CountOn
    | StockLeft
    | OnlyKind
    | ListOf
    | EndOf
    | RandomOf
    | MadeFor
    | Quantifier
    | Graph
    | BuiltIn
    | CallValue
    | CallProcedure
    | MayCall
)


@dataclass(slots=True, eq=False)
class Template:
    """Words with gaps: `parts` are texts and expressions in turn; `number` is its place in the table."""

    parts: tuple["str | Expression", ...]
    span: Span
    number: int = -1

    @property
    def arguments(self) -> tuple[Expression, ...]:
        """The expressions of the gaps."""
        return tuple(part for part in self.parts if not isinstance(part, str))


# --- statements --------------------------------------------------------------------------------


@dataclass(slots=True)
class SetVariable:
    """A variable gets a value."""

    target: VariableValue
    value: Expression
    span: Span


@dataclass(slots=True)
class SetLocal:
    """A local variable gets a value; the value may be a call that asks."""

    local: Local
    value: Expression
    span: Span


@dataclass(slots=True)
class Run:
    """A procedure run for what it does."""

    call: CallProcedure
    span: Span


@dataclass(slots=True)
class Return:
    """The procedure ends."""

    value: Expression | None
    span: Span


@dataclass(slots=True)
class Stop:
    """The innermost loop ends."""

    span: Span


@dataclass(slots=True)
class If:
    """Branches, and what happens otherwise."""

    branches: tuple[tuple[Expression, "Block"], ...]
    otherwise: "Block"
    span: Span


@dataclass(slots=True)
class ForEach:
    """A body for each of a list, as the list was when the loop began."""

    variable: Local
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@dataclass(slots=True)
class Repeat:
    """A body some times, or while a condition holds, or until something ends it."""

    times: Expression | None
    condition: Expression | None
    body: "Block"
    counter: Local
    span: Span


@dataclass(slots=True)
class MoveSupply:
    """Counted pieces go from one holder to another; None is the stock, `BoxValue` the box."""

    amount: Expression | None
    supply: SupplyValue
    source: Expression | None
    target: Expression | None
    span: Span


@dataclass(slots=True)
class MovePieces:
    """Pieces go to a pile: one piece, or a list whose first comes to lie topmost."""

    pieces: Expression
    many: bool
    end: str
    pile: PileValue | BoxValue
    span: Span


@dataclass(slots=True)
class Shuffle:
    """A pile is shuffled."""

    pile: PileValue
    span: Span


@dataclass(slots=True)
class Spread:
    """Pieces are mixed evenly into a pile."""

    pieces: Expression
    pile: PileValue
    span: Span


@dataclass(slots=True)
class Roll:
    """Pieces show a new face by chance."""

    pieces: Expression
    many: bool
    variable: Variable
    item: Local
    span: Span


@dataclass(slots=True)
class Show:
    """Players get to know pieces."""

    pieces: Expression
    many: bool
    players: Expression
    span: Span


@dataclass(slots=True)
class MoveMarker:
    """A track's marker moves; it stays on the last space rather than leave the track."""

    track: Track
    by: Expression
    span: Span


@dataclass(slots=True)
class Needs:
    """A guard with its reason; without one the reason comes from what forbids."""

    condition: Expression
    reason: Template | None
    span: Span


@dataclass(slots=True)
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


@dataclass(slots=True)
class ChooseNumber:
    """A player chooses a number."""

    variable: Local
    low: Expression
    high: Expression
    by: Expression
    prompt: Template | None
    span: Span


@dataclass(slots=True)
class Arrange:
    """A player puts a list in order."""

    list: Expression
    result: Local
    by: Expression
    prompt: Template | None
    span: Span


@dataclass(slots=True)
class Confirm:
    """A player says yes or no."""

    variable: Local
    by: Expression
    prompt: Template
    span: Span


@dataclass(slots=True)
class Offer:
    """A player does one action of some menus; others may come between."""

    menus: tuple["Menu", ...]
    player: Expression
    interrupts: tuple["Menu", ...]
    prompt: Template | None
    chosen: Local
    span: Span


@dataclass(slots=True)
class Window:
    """A moment for interrupts, until the player goes on."""

    menus: tuple["Menu", ...]
    player: Expression
    prompt: Template | None
    chosen: Local
    span: Span


@dataclass(slots=True)
class Once:
    """Done before within this phase with these keys: leave; else remember."""

    marks: Variable
    keys: tuple[Expression, ...]
    span: Span


@dataclass(slots=True)
class Say:
    """A line in the log, for all or for some players."""

    text: Template
    players: Expression | None
    span: Span


@dataclass(slots=True)
class Prevented:
    """A line in the log that says why something did not happen."""

    text: Template
    span: Span


@dataclass(slots=True)
class Forbidden:
    """If something forbids the procedure, say why and leave."""

    procedure: "Procedure"
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(slots=True)
class Finish:
    """Players win, lose or draw; the game is over when every seat has its result."""

    word: str
    text: Template
    players: Expression | None
    span: Span


@dataclass(slots=True)
class Enter:
    """A phase begins: what lives as long as it goes back to its start."""

    phase: "Procedure"
    span: Span


@dataclass(slots=True)
class CountUse:
    """An action with a limit was done once more."""

    counter: Variable
    player: Expression
    span: Span


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
    | Choose
    | ChooseNumber
    | Arrange
    | Confirm
    | Offer
    | Window
    | Once
    | Say
    | Prevented
    | Forbidden
    | Finish
    | Enter
    | CountUse
)

Block = tuple[Statement, ...]

# --- rules -------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class ForbidRule:
    """A prohibition, in terms of the procedure's own parameters."""

    owner: str
    conditions: tuple[Expression, ...]
    me: Local | None
    players: Expression | None
    text: Template
    span: Span


@dataclass(slots=True, eq=False)
class HookRule:
    """A hook, in terms of the procedure's own parameters; its body is a procedure of its own."""

    word: str
    owner: str
    module: str
    following: tuple[str, ...]
    conditions: tuple[Expression, ...]
    me: Local | None
    players: Expression | None
    body: "Procedure"
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(slots=True, eq=False)
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
    number: int = -1

    @property
    def returns(self) -> bool:
        """Whether it gives a result."""
        return self.result != VOID


@dataclass(slots=True, eq=False)
class ChangeRule:
    """A change of a value, in terms of the value's own parameters."""

    owner: str
    module: str
    word: str
    over: tuple[str, ...]
    conditions: tuple[Expression, ...]
    me: Local | None
    players: Expression | None
    value: Expression
    span: Span


@dataclass(slots=True, eq=False)
class ValueRule:
    """A named value with its changes."""

    name: str
    parameters: tuple[Local, ...]
    type: Type
    span: Span
    module: str = ""
    documentation: str = ""
    base: Expression | None = None
    changes: list[ChangeRule] = field(default_factory=list)
    number: int = -1


@dataclass(slots=True, eq=False)
class Menu:
    """A named list of actions."""

    name: str
    prompt: Template | None
    span: Span
    documentation: str = ""
    actions: list["Action"] = field(default_factory=list)
    number: int = -1


@dataclass(slots=True, eq=False)
class Action:
    """What a player may do from one menu, cut into its steps and its effect.

    `steps` are guards, lets and choices, in order, menu's guards first; `procedure` is the whole as it
    runs: choices, payment, effect.
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
    number: int = -1


@dataclass(slots=True, eq=False)
class OutcomeRule:
    """A win or loss that watches a condition, or a supply of which more is wanted than there is.

    With both, it is the supply of those owners for whom the condition holds.
    """

    word: str
    text: Template
    players: Expression | None
    condition: Expression | None
    supply: Supply | None
    owner: Local | None
    module: str
    span: Span
    number: int = -1


@dataclass(slots=True, eq=False)
class InvariantRule:
    """What must hold between any two steps."""

    text: str
    condition: Expression
    span: Span
