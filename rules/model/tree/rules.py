"""Defines the rules of the typed tree: procedures, values, actions, and their hooks."""

from dataclasses import field

from lazaretto.grammar.node_dataclass import entity
from lazaretto.grammar.source import Span
from lazaretto.rules.model.entities import Kind, Member, Supply, Variable
from lazaretto.rules.model.tree.expressions import Expression, Local, Template
from lazaretto.rules.model.tree.statements import Block
from lazaretto.rules.model.types import VOID, Type


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
