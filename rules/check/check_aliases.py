"""Checks that each line `alias OLD for NEW` is about something that the game has.

Only the scenario that declares an alias is told: others may have removed the thing, or left its file out.
"""

from collections.abc import Iterator

from lazaretto.rules.check.builtin_calls import BUILT_IN
from lazaretto.rules.check.definition_index import Target
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import alias_messages as messages, checker_diagnostics
from lazaretto.rules.link.aliases import Alias
from lazaretto.rules.link.compose_modules import Composed
from lazaretto.rules.link.declaration_keys import key_of

Sorts = dict[str, list[tuple[str, Target | None]]]
"""For each name the words of what is called so, and the things."""


def check_aliases(world: World, composed: Composed, own: str | None) -> None:
    """Check all aliases of the scenario `own`; runs after all things and rules are declared."""
    if not world.aliases:
        return
    known: Sorts = {}
    olds = {line.old for line in world.aliases.lines if not line.kind}
    for name, word, thing in _named(world, composed):
        known.setdefault(name, []).append((word, thing))
    for alias in world.aliases.lines:
        if own is not None and alias.scenario != own:
            continue
        if alias.kind:
            _check_attribute(world, alias)
        elif alias.old in BUILT_IN:
            world.report(messages.alias_built_in(alias.old, alias.node.old.span))
        else:
            _check(world, alias, known, olds)


def _check(world: World, alias: Alias, known: Sorts, olds: set[str]) -> None:
    node, found = alias.node, known.get(alias.new, [])
    if not found and alias.new in olds:
        return
    removed = world.removed.get(alias.new)
    if not found and removed is not None:
        if removed.file.rpartition("/")[0] == alias.scenario:
            world.report(messages.removed(node, removed))
        return
    if not found:
        if not world.forgives(alias.new):
            world.report(messages.no_such(node, {*known}))
        return
    word = world.aliases.names("kind").get(alias.word, alias.word)
    fitting = [thing for each, thing in found if word in ("", each)]
    if not fitting and node.word is not None:
        world.report(messages.other_sort(node, node.word))
    world.uses.extend((node.new, thing) for thing in fitting[:1] if thing is not None)


def _check_attribute(world: World, alias: Alias) -> None:
    node = alias.node
    assert node.old_kind is not None and node.new_kind is not None
    kind, before = world.kind(node.new_kind), world.kinds.get(node.old_kind.text)
    if kind is None:
        return
    found = kind.variable(alias.new) or kind.pile(alias.new) or kind.supply(alias.new)
    if before is not None and before is not kind:
        world.report(messages.half_attribute(node))
    elif found is not None:
        world.uses.append((node.new, found))
    elif not world.has_gap(kind):
        names = {each for kin in kind.lineage() for each in (*kin.variables, *kin.piles, *kin.supplies)}
        world.report(checker_diagnostics.no_attribute(kind.name, alias.new, node.new.span, names))


def _named(world: World, composed: Composed) -> Iterator[tuple[str, str, Target | None]]:
    """Yield everything that can have an old name, with its word; a member with that of each of its kinds."""
    for word, table in (
        ("supply", world.supplies),
        ("track", world.tracks),
        ("pile", world.piles),
        ("value", world.values),
        ("to", world.procedures),
        ("menu", world.menus),
    ):
        yield from ((name, word, thing) for name, thing in table.items())
    for name, variable in world.variables.items():
        yield name, "option" if variable.option else "var", variable
    for action in world.actions:
        yield action.name, "action", action
    for name, kind in world.kinds.items():
        if name == kind.name:
            yield name, "kind", kind
        for member in kind.own:
            for each in member.kind.lineage():
                yield member.ident, each.name, member
    for placed in composed.placed:
        key = key_of(placed.declaration)
        if key is not None and key[0] in ("win", "lose", "invariant", "goal", "test"):
            yield key[1], key[0], None
