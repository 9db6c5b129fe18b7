"""Explains a rule about something that cannot be hooked into, forbidden or changed: says what it is."""

from collections.abc import Iterator, Sequence

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.source import Span
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics
from lazaretto.rules.errors import target_diagnostics as messages
from lazaretto.rules.errors.checker_diagnostics import sort
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Pile, Supply, Track


class Targets:
    """Knows what the names of a game stand for; a rule can be about procedures and values only."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.actions: dict[str, nodes.Action] = {}

    def read(self, placed: Sequence[Placed]) -> None:
        """Note all actions, which have no names in the symbol table until they are checked."""
        for each in placed:
            node = each.declaration
            inside = node.rules if isinstance(node, nodes.MemberDeclaration) else (node,)
            self.actions |= {rule.name.text: rule for rule in inside if isinstance(rule, nodes.Action)}

    def value(self, name: nodes.Name) -> tree.ValueRule | None:
        """Return the value that a rule changes; report anything else."""
        world = self.world
        found = world.values.get(name.text)
        if found is not None:
            world.uses.append((name, found))
            return found
        procedure = world.procedures.get(name.text)
        if procedure is not None:
            words = ["_"] * len(procedure.parameters)
            world.report(messages.changes_procedure(name.text, words, name.span))
        elif not self._is_other(name, sort("value")):
            world.unknown(name, world.values, sort("value"))
        return None

    def procedure(self, name: nodes.Name) -> tree.Procedure | None:
        """Return the procedure that a rule hooks into or forbids; report anything else."""
        world = self.world
        value = world.values.get(name.text)
        if name.text in world.procedures:
            return world.procedure(name)
        if value is not None:
            words = ["_"] * len(value.parameters)
            world.report(messages.hooks_value(name.text, words, name.span))
        elif not self._is_other(name, sort("to")):
            world.procedure(name)
        return None

    def _is_other(self, name: nodes.Name, wanted: str) -> bool:
        """Report something that is neither a procedure nor a value; return whether there is such a thing."""
        world, text = self.world, name.text
        if text in self.actions:
            called = [each for each in _called(self.actions[text].body) if each in world.procedures]
            world.report(messages.about_action(text, dict.fromkeys(called), name.span))
            return True
        found = _sort(world, text)
        if found is not None:
            world.report(messages.other_sort(text, found, wanted, name.span))
        return found is not None


def _called(thing: object) -> Iterator[str]:
    """Yield the names of everything that statements call on a line of its own."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from _called(each)
    elif isinstance(thing, nodes.Do):
        yield thing.call.name.text
    elif isinstance(thing, nodes.If | nodes.Match | nodes.Case | nodes.ForEach | nodes.Repeat):
        for field in fields(thing):
            yield from _called(getattr(thing, field))


def _sort(world: World, name: str) -> str | None:
    """Return the sort of thing that a name stands for; None if it stands for nothing."""
    found = world.named(name)
    if found is None:
        return "menu" if name in world.menus else "member" if name in world.members else None
    match found:
        case Kind():
            return "kind"
        case Pile():
            return "pile"
        case Supply():
            return "supply"
        case Track():
            return "track"
        case _:
            return "option" if name in world.options else "variable"


def not_settable(place: tree.Expression, name: str, span: Span) -> Diagnostic:
    """Return the mistake of a rule that sets something which is changed in another way."""
    match place:
        case tree.TrackValue():
            return messages.sets_track(name, span)
        case tree.SupplyValue():
            return messages.sets_supply(name, span)
        case tree.PileValue():
            return messages.sets_pile(name, span)
        case tree.CallValue(value=value):
            return messages.sets_value(value.name, span)
        case _:
            return checker_diagnostics.not_settable(name, span)
