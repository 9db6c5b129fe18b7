"""Collects the old names of a game's things for the runtime."""

from lazaretto.rules.check.renamed_things import old_idents
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.types import KindType
from lazaretto.rules.run.former_names import NO_FORMER_NAMES, FormerNames, Names


def former_names(infos: TableInfos) -> FormerNames:
    """Return all old names that records, campaigns and players may use."""
    world = infos.world
    aliases = world.aliases
    if not aliases:
        return NO_FORMER_NAMES
    members = {infos.kind_numbers[kind]: _members(world, kind) for kind in infos.kinds if kind.parent is None}
    labels = {each.name: each.label for kind in infos.kinds for each in kind.own}
    kinds = {old: new for old, new in aliases.names("kind").items() if new in world.kinds}
    return FormerNames(
        actions={
            old.casefold(): new for old, new in aliases.names("action").items() if _is_action(world, new)
        },
        members={number: names for number, names in members.items() if names},
        options={old: new for old, new in aliases.names("option").items() if new in world.options},
        values={
            name: members.get(infos.kind_numbers[option.variable.type.kind.root], {})
            for name, option in world.options.items()
            if isinstance(option.variable.type, KindType)
        },
        kinds=kinds,
        attributes={each.name: dict(aliases.attributes(each.name)) for each in infos.kinds},
        holders=dict(aliases.names("var", "pile", "option")),
        labels={
            old: labels[name] for names in members.values() for old, name in names.items() if name in labels
        },
        endings=(*aliases.names("win", "lose").items(), *((text, text) for text in _endings(world))),
    )


def _is_action(world: World, name: str) -> bool:
    return any(each.name == name for each in world.actions)


def _members(world: World, root: Kind) -> Names:
    """Return the present names of members by their old ones, which mean no other member of the kind."""
    found: dict[str, str] = {}
    members = [each for each in root.members() if not each.seats]
    for each in members:
        for old in old_idents(each, world.aliases):
            found.setdefault(old.casefold(), each.name)
    for each in members if found else ():
        for name in (each.ident, each.name, each.label):
            found.pop(name.casefold(), None)
    return found


def _endings(world: World) -> list[str]:
    """Return the texts of wins and losses with gaps, in which members may have old names."""
    texts = [each.text for each in world.outcomes]
    return [written for text in texts if "{}" in (written := _plain(text))]


def _plain(text: tree.Template) -> str:
    return "".join(part if isinstance(part, str) else "{}" for part in text.parts)
