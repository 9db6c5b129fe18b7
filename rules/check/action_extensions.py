"""Applies `extend action`: what other modules say about an action, without replacing it."""

from collections.abc import Mapping

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import changed, value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import order_diagnostics as order_messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.preferences import Preferences
from lazaretto.rules.link.rule_owners import RuleOwners


@value
class Extension:
    """An extension of an action, and its module."""

    module: str
    declaration: nodes.ActionExtension


Extensions = Mapping[str, list[Extension]]
"""The extensions of each action, in order."""


def extensions_of(
    world: World, placed: tuple[Placed, ...], owners: RuleOwners, preferences: Preferences
) -> Extensions:
    """Collect all extensions; report where two say the same thing and none says which counts."""
    found = ordered_extensions(placed, preferences)
    for name, extensions in found.items():
        said: dict[str, Extension] = {}
        for extension in extensions:
            over = _over(world, extension, owners)
            for part in _parts(extension.declaration):
                before = said.get(part)
                if before is not None and before.module == extension.module:
                    span, other = extension.declaration.name.span, before.declaration.name.span
                    world.report(order_messages.extended_twice(name, part, "", span, other))
                elif before is not None and before.module not in over:
                    wins = preferences.wins((extension.module,), (before.module,), name)
                    if wins is None:
                        span, other = extension.declaration.name.span, before.declaration.name.span
                        apart = extension.module if owners.apart(before.module, extension.module) else ""
                        world.report(
                            order_messages.extended_twice(name, part, before.module, span, other, apart)
                        )
                said[part] = extension
    return found


def ordered_extensions(placed: tuple[Placed, ...], preferences: Preferences) -> Extensions:
    """Collect the extensions of each action; a later one has the last word."""
    found: dict[str, list[Extension]] = {}
    for each in placed:
        if isinstance(each.declaration, nodes.ActionExtension):
            name, new = each.declaration.name.text, Extension(each.module, each.declaration)
            others = found.setdefault(name, [])
            place = len(others)
            while place and preferences.wins((others[place - 1].module,), (new.module,), name):
                place -= 1
            others.insert(place, new)
    return found


def overridden_parts(extension: Extension, earlier: list[Extension]) -> list[tuple[str, str]]:
    """Return the parts that an extension sets instead of earlier ones, each with the other's module."""
    return [
        (part, other.module)
        for part in _parts(extension.declaration)
        for other in earlier
        if part in _parts(other.declaration) and other.module != extension.module
    ]


def _over(world: World, extension: Extension, owners: RuleOwners) -> set[str]:
    """Return the modules that an extension overrides."""
    found: set[str] = set()
    for name in extension.declaration.over:
        meant, problem = owners.find(name, extension.module)
        found.update(meant)
        if problem is not None and not world.forgives(name.text):
            world.report(problem)
    return found


def extended(node: nodes.Action, extensions: Extensions) -> tuple[nodes.Action, tuple[nodes.Needs, ...]]:
    """Return an action with its extensions, the last one of each part, and the guards that they add."""
    needs: tuple[nodes.Needs, ...] = ()
    for each in extensions.get(node.name.text, ()):
        more = each.declaration
        needs += more.needs
        node = changed(
            node,
            label=more.label or node.label,
            limit=more.limit or node.limit,
            cost=more.cost or node.cost,
            looks=(*node.looks, *more.looks),
            documentation=more.documentation or node.documentation,
        )
    return node, needs


def _parts(node: nodes.ActionExtension) -> list[str]:
    """Return the parts of an action that an extension sets; guards only add up."""
    parts = {
        "label": node.label,
        "documentation": node.documentation,
        "cost": node.cost,
        "limit": node.limit,
    }
    return [part for part, value in parts.items() if value]
