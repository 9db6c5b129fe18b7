"""Finds things by their old names: tables that know aliases, and the old names that follow from others.

A game without aliases has plain tables.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeVar

from lazaretto.rules.link.aliases import Aliases
from lazaretto.rules.model.entities import Kind, Member

Thing = TypeVar("Thing")


class AliasedTable(dict[str, Thing]):
    """Things by name, which are also found by their old names; only present names are listed."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, name: str) -> Thing:
        return super().__getitem__(self.names[name])

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or super().__contains__(self.names.get(str(name)))

    def get(self, name: str, otherwise: Any = None) -> Any:
        """Return the thing of a present or old name."""
        found = super().get(name)
        return super().get(self.names.get(name, ""), otherwise) if found is None else found


def rename_attributes(kind: Kind, aliases: Aliases) -> None:
    """Let a kind find its attributes by their old names, also those that a renamed kind gave its name."""
    names = dict(aliases.attributes(kind.name))
    for factor in kind.each:
        for old in aliases.olds(factor.name, "kind"):
            names.setdefault(old.lower(), factor.name.lower())
    if names:
        kind.variables, kind.piles, kind.supplies = (
            AliasedTable(names),
            AliasedTable(names),
            AliasedTable(names),
        )


def renamed_members(members: Mapping[str, list[Member]], aliases: Aliases) -> "AliasedTable[list[Member]]":
    """Return members by name, which are also found by their old names."""
    every = [member for same in members.values() for member in same]
    found = AliasedTable[list[Member]](
        {old: member.ident for member in every for old in old_idents(member, aliases)}
    )
    found.update(members)
    return found


def old_idents(member: Member, aliases: Aliases) -> Iterator[str]:
    """Yield the old names of a member; one that is made for others has had theirs, or that of its kind."""
    kinds = tuple(kind.name for kind in member.kind.lineage())
    yield from aliases.former(kinds).get(member.ident, ())
    if not member.made_for and not member.copy:
        return
    factors = [(each.ident, *old_idents(each, aliases)) for each in member.made_for]
    if not factors:
        factors = [(member.kind.name, *aliases.olds(member.kind.name, "kind"))]
    for parts in product(*factors):
        ident = "_".join((*parts, *((str(member.copy),) if member.copy else ())))
        if ident != member.ident:
            yield ident
