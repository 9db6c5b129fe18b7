"""Finds what gives each player a role: attributes of players whose value is one thing of some kind.

No game is known here. A place is no role, because figures travel; neither is another player.
"""

from lazaretto.lab.report import Trait
from lazaretto.rules.run.compiled_game import CompiledGame

ROLES = ("thing", "enumeration")
"""The shapes of kinds whose members may be roles."""


def traits_of(tables: CompiledGame) -> tuple[Trait, ...]:
    """Return the attributes that give players a role."""
    found: list[Trait] = []
    for each in tables.variables:
        tag = each.tag[1] if each.tag[0] == "optional" else each.tag
        if each.owner != tables.player_kind or each.values is not None or tag[0] != "kind":
            continue
        kind = tables.kinds[tables.kinds[tag[1]].root]
        if kind.shape in ROLES and each.looks.get("hidden") != "yes":
            labels = tuple(member.label for member in kind.members)
            found.append(Trait(each.name, each.offset, labels))
    return tuple(found)
