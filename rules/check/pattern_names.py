"""Checks the names in patterns: each is a member of the parameter's kind, or takes an argument that is used.

Without this, a misspelt member would take every argument.
"""

from collections.abc import Iterator

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import fields
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import pattern_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.types import KindType, OptionalType, Type


def kind_of(wanted: Type) -> Kind | None:
    """Return the kind whose members a parameter takes; None for seats, numbers and so on."""
    plain = wanted.item if isinstance(wanted, OptionalType) else wanted
    return plain.kind if isinstance(plain, KindType) and not plain.kind.is_player else None


def check_spelling(world: World, pattern: nodes.Name, wanted: Type) -> None:
    """Report a name that is written like the members of a kind but is none of them."""
    kind, name = kind_of(wanted), pattern.text
    if kind is None or not name[:1].isupper() or world.forgives(name):
        return
    members = [each.ident for each in kind.members()]
    others = world.members.get(name, ())
    if others:
        world.report(messages.member_of_another_kind(name, others[0].kind.name, kind.name, pattern.span))
    elif any(each[:1].isupper() for each in members):
        world.report(messages.no_such_member(name, kind.name, members, pattern.span))


class PatternUse:
    """Finds names of a rule's patterns that the rule never uses; made before the rule is checked."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.uses = len(world.uses)
        self.mistakes = len(world.diagnostics), world.forgiven

    @property
    def spoiled(self) -> bool:
        """Whether the rule has mistakes so far."""
        return (len(self.world.diagnostics), self.world.forgiven) != self.mistakes

    def check(self, node: nodes.Change | nodes.Hook | nodes.Forbid, scope: Scope) -> None:
        """Report the unused names, unless the rule has other mistakes that may hide the use."""
        world = self.world
        if self.spoiled or world.damage:
            return
        used = {bound.span for _, bound in world.uses[self.uses :] if isinstance(bound, tree.LocalValue)}
        for pattern in node.patterns:
            bound = scope.names.get(pattern.text)
            taken = isinstance(bound, tree.LocalValue) and bound.span == pattern.span and pattern.text != "me"
            if not taken or pattern.span in used or pattern.text in set(_revealed(node)):
                continue
            assert isinstance(bound, tree.LocalValue)
            kind = kind_of(bound.local.type)
            members = [each.ident for each in kind.members()] if kind is not None else []
            world.report(messages.unused_pattern(pattern.text, members, pattern.span))


def _revealed(thing: object) -> Iterator[str]:
    """Yield the owners of what a rule says that it reveals."""
    if isinstance(thing, nodes.Reveals):
        yield from (each.owner for each in thing.secrets)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _revealed(each)
    else:
        for name in fields(thing):
            yield from _revealed(getattr(thing, name))
