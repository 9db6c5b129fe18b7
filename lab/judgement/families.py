"""Groups features that belong together, so that few positions can teach their weights.

Features whose names differ only in members of kinds or in numbers form a family: how many places have one,
two or three things, how many pieces of each colour lie somewhere. Families of one topic tell of the same
pile, supply, track or variable.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from lazaretto.lab.judgement.recipe_rows import Recipe, is_player, tag_of
from lazaretto.rules.run import judgement_form as form
from lazaretto.rules.run.compiled_game import CompiledGame

FEW_MEMBERS = 16
"""The members of larger kinds have no features of their own."""

Levels = tuple[int, ...]
"""The numbers in the name of a feature."""


@dataclass(slots=True)
class Family:
    """Features with nearly the same name."""

    topic: str
    features: list[int] = field(default_factory=list)
    levels: list[Levels] = field(default_factory=list)


def families(recipe: Recipe, tables: CompiledGame) -> list[Family]:
    """Return the families of all features of a recipe."""
    states = set(_states(tables))
    members = {
        member.name
        for number, kind in enumerate(tables.kinds)
        if len(kind.members) <= FEW_MEMBERS and number not in states
        for member in kind.members
    }
    found: dict[tuple[str, ...], Family] = {}
    for number, (name, topic) in enumerate(zip(recipe.names, recipe.topics, strict=True)):
        words = name.split()
        key = tuple("1" if word.isdigit() else "*" if word in members else word for word in words)
        family = found.setdefault((topic, *key), Family(topic))
        family.features.append(number)
        family.levels.append(tuple(int(word) for word in words if word.isdigit()))
    return list(found.values())


def _states(tables: CompiledGame) -> Iterator[int]:
    """Yield kinds of which something else than a seat holds a member that changes: these are not alike."""
    for variable in tables.variables:
        tag = tag_of(variable)
        if variable.values is not None or is_player(tables, variable.owner):
            continue
        if tag[0] == "kind" and isinstance(tag[1], int):
            yield tables.kinds[tag[1]].root


def decisive(recipe: Recipe, cells: Collection[int]) -> Iterator[int]:
    """Yield the features that tell nothing but what is in these cells."""
    for what, first, a, b, c, d, groups, _, standing, *_ in recipe.rows:
        if what == form.CELLS:
            yield from (first + each for each in range(b) if a + each in cells)
        elif what == form.KINDS and a in cells:
            yield from range(first, first + c)
        elif what == form.HELD and d in cells:
            size = form.HELD_FIGURES + form.MOST_HELD * (1 if standing < 0 else 3)
            yield from (first + each * size for each in range(groups))
