"""Nodes of declarations: types, kinds, members, variables, containers, rules, and whole modules.

Also what a module says about declarations of others: replacements, removals, preferences, aliases.
"""

from lazaretto.grammar.damage import NO_DAMAGE, Damage
from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.nodes.expressions import Expression, Name, Number, Text
from lazaretto.grammar.nodes.statements import Block, Needs, Reveals
from lazaretto.grammar.nodes.tests import Test
from lazaretto.grammar.source import Span


@node
class NamedType:
    """`number`, `flag`, `text` or a kind; `optional` is the `?`; a number may have a range."""

    name: Name
    optional: bool
    low: int | None
    high: int | None
    span: Span


@node
class ChoiceType:
    """`a | b | c`."""

    members: tuple[Name, ...]
    span: Span


@node
class ManyType:
    """`set of T` or `list of T`."""

    word: str
    item: NamedType
    span: Span


@node
class PileType:
    """`pile of Kind`."""

    kind: Name
    span: Span


@node
class SupplyType:
    """`supply of n`."""

    size: int
    span: Span


@node
class FaceType:
    """`any of expression`."""

    faces: Expression
    span: Span


Type = NamedType | ChoiceType | ManyType | PileType | SupplyType | FaceType


@node
class SeenBy:
    """`seen by all`, `nobody`, `owner`, or a set of players."""

    word: str  # "all", "nobody", "owner" or "players"
    players: Expression | None
    span: Span


@node
class Look:
    """`look key value, key value`; `subject` is set if it is a declaration of its own."""

    subject: Name | None
    pairs: tuple[tuple[Name, Text | Number | Name], ...]
    span: Span


@node
class Field:
    """An attribute of a kind."""

    name: Name
    type: Type
    default: Expression | None
    lifetime: Name | None
    seen: SeenBy | None
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@node
class Active:
    """`active for player when condition` in a kind, or without a player."""

    variable: Name | None
    condition: Expression
    span: Span


@node
class KindDeclaration:
    """A kind, or an extension of one.

    `parent` is `place`, `piece` or another kind; `members` are those of `is one of`; `links` and `area` name
    the kind they join or bound, `one_way` says whether links lead only from their first end to their second;
    `each` (the factors of a product) and `times` say how its members are generated; `rules` belong to each
    member.
    """

    name: Name
    parent: Name | None
    members: tuple[Name, ...]
    links: Name | None
    one_way: bool
    area: Name | None
    each: tuple[Name, ...]
    times: int | None
    fields: tuple[Field, ...]
    rules: tuple["Rule", ...]
    active: Active | None
    looks: tuple[Look, ...]
    documentation: str
    extends: bool
    span: Span


@node
class Parameter:
    """A parameter with or without a kind."""

    name: Name
    type: NamedType | ManyType | None
    span: Span


@node
class Variable:
    """`var name : type = default per phase seen by ...`."""

    name: Name
    type: Type
    default: Expression | None
    lifetime: Name | None
    seen: SeenBy | None
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@node
class SupplyDeclaration:
    """`supply name of n`."""

    name: Name
    size: int
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@node
class TrackDeclaration:
    """`track name 0..8`, or the values of its spaces one by one."""

    name: Name
    spaces: tuple[int, ...]
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@node
class PileDeclaration:
    """`pile name of Kind per campaign seen by ...` with its initial contents."""

    name: Name
    kind: Name
    lifetime: Name | None
    seen: SeenBy | None
    starts_with: tuple[Name, ...]
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@node
class OptionDeclaration:
    """`option name : type = default "label"`; `needs` say what else it takes."""

    name: Name
    type: Type
    default: Expression
    label: Text | None
    needs: tuple[Needs, ...]
    documentation: str
    span: Span


@node
class ValueDeclaration:
    """`value name(parameters) : type = expression`; or, without a `value`, a block that returns it."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: NamedType | ManyType | None
    value: Expression | None
    body: Block
    documentation: str
    span: Span
    because: Text | None = None
    """What the value says about the position, for hints."""


@node
class MenuDeclaration:
    """A named list of actions, with the guards and costs of all of them."""

    name: Name
    label: Text | None
    cost: Expression | None
    needs: tuple[Needs, ...]
    pay: Block
    secret: bool
    documentation: str
    extends: bool
    span: Span


@node
class Procedure:
    """`to name(parameters) : type`, or `phase`."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: NamedType | ManyType | None
    body: Block
    documentation: str
    phase: bool
    span: Span


@node
class Change:
    """`change value(patterns) to|by|at least|at most expression`."""

    target: Name
    patterns: tuple[Name, ...]
    word: str  # "to", "by", "at least" or "at most"
    value: Expression
    when: Expression | None
    over: tuple[Name, ...]
    span: Span
    reveals: tuple[Reveals, ...] = ()
    documentation: str = ""


@node
class Hook:
    """`before`, `after` or `instead` of a procedure."""

    word: str
    target: Name
    patterns: tuple[Name, ...]
    when: Expression | None
    following: tuple[Name, ...]
    body: Block
    span: Span
    documentation: str = ""


@node
class Forbid:
    """`forbid procedure(patterns) when condition because "text"`."""

    target: Name
    patterns: tuple[Name, ...]
    when: Expression | None
    because: Text
    span: Span
    reveals: tuple[Reveals, ...] = ()
    documentation: str = ""


@node
class Action:
    """An action of a player: first the steps, then the effect, all in one body."""

    name: Name
    menus: tuple[Name, ...]
    label: Text | None
    limit: "Limit | None"
    cost: Expression | None
    looks: tuple[Look, ...]
    body: Block
    documentation: str
    span: Span


@node
class ActionExtension:
    """`extend action name`: another label, documentation, cost or limit, and further guards."""

    name: Name
    label: Text | None
    limit: "Limit | None"
    cost: Expression | None
    needs: tuple[Needs, ...]
    looks: tuple[Look, ...]
    documentation: str
    over: tuple[Name, ...]
    span: Span
    reveals: tuple[Reveals, ...] = ()


@node
class Limit:
    """`limit n per phase`."""

    times: Expression
    phase: Name
    span: Span


Rule = Change | Hook | Forbid | Action


@node
class Setting:
    """`attribute = value` inside a member."""

    name: Name
    value: Expression
    span: Span


@node
class MemberDeclaration:
    """A member of a kind with its values and its rules; also `extend Kind name`."""

    kind: Name
    name: Name
    label: Text | None
    settings: tuple[Setting, ...]
    rules: tuple[Rule, ...]
    looks: tuple[Look, ...]
    documentation: str
    extends: bool
    span: Span


@node
class Outcome:
    """`win` or `lose` that watches a condition, or a supply that runs out."""

    word: str
    text: Text
    players: Expression | None
    condition: Expression | None
    runs_out: Expression | None
    span: Span


@node
class Invariant:
    """A condition that must hold between any two steps."""

    text: Text
    condition: Expression
    span: Span


@node
class Goal:
    """Something to reach in a game: a condition that holds at its end."""

    text: Text
    condition: Expression
    lost_too: bool
    """Whether it counts in a lost game, too: `win or lose`."""
    documentation: str
    span: Span


@node
class Replace:
    """`replace declaration`, which overrides the declaration of an earlier module."""

    declaration: "Plain"
    over: tuple[Name, ...]
    span: Span


@node
class Remove:
    """`remove word name`: the word is the first of the declaration; for a member it is its kind."""

    word: Name
    name: Name
    span: Span


@node
class Prefer:
    """`prefer owners over owners in names`: decides between rules of others; no name means all."""

    winners: tuple[Name, ...]
    losers: tuple[Name, ...]
    targets: tuple[Name, ...]
    span: Span


@node
class Alias:
    """`alias word old for new`: the old name of something; `word` is as in `remove`, and may be missing.

    Both names of an attribute have their kind: `alias Kind.old for Kind.new`.
    """

    word: Name | None
    old: Name
    new: Name
    span: Span
    old_kind: Name | None = None
    new_kind: Name | None = None


Plain = (
    KindDeclaration
    | MemberDeclaration
    | Variable
    | SupplyDeclaration
    | TrackDeclaration
    | PileDeclaration
    | OptionDeclaration
    | ValueDeclaration
    | MenuDeclaration
    | Procedure
    | Change
    | Hook
    | Forbid
    | Action
    | ActionExtension
    | Outcome
    | Invariant
    | Goal
    | Look
    | Test
)

Declaration = Plain | Replace | Remove | Prefer | Alias


@node
class Module:
    """One file: its documentation, its declarations in order, and what was lost to syntax errors."""

    name: str
    documentation: str
    declarations: tuple[Declaration, ...]
    span: Span
    damage: Damage = NO_DAMAGE
