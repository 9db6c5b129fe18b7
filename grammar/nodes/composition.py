"""Nodes of modules, and of what they say about declarations of others: replacements, removals, aliases."""

from lazaretto.grammar.damage import NO_DAMAGE, Damage
from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.nodes.declarations import (
    Action,
    ActionExtension,
    Change,
    Forbid,
    Goal,
    Hook,
    Invariant,
    KindDeclaration,
    Look,
    MemberDeclaration,
    MenuDeclaration,
    OptionDeclaration,
    Outcome,
    PileDeclaration,
    Procedure,
    SupplyDeclaration,
    TrackDeclaration,
    ValueDeclaration,
    Variable,
)
from lazaretto.grammar.nodes.expressions import Name
from lazaretto.grammar.nodes.tests import Test
from lazaretto.grammar.source import Span


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
