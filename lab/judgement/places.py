"""Finds what the tables of a game say about places: what lies there, what points there, and distances."""

from collections import deque
from dataclasses import dataclass

from lazaretto.lab.judgement.recipe_rows import Recipe, is_player, tag_of
from lazaretto.rules.run.compiled_game import CompiledGame, SupplyInfo

FAR_PLACES = 180
"""Distances are known on maps with not more places."""
JOINED_SUPPLIES = 2
MANY = 5_000
"""Cells and pieces beyond these are not counted: it would take too long."""
FAR = 99


@dataclass(frozen=True, slots=True)
class Standing:
    """Where seats stand on a map."""

    cells: int
    """The cell of the first seat's place."""
    root: int
    """The kind of the places."""
    places: int
    steps: int
    """Where the table of distances begins."""


def standing_on(recipe: Recipe, tables: CompiledGame) -> Standing | None:
    """Return where seats stand, if everybody sees it and the map is not too large."""
    for variable in tables.variables:
        tag = tag_of(variable)
        if variable.values is not None or not is_player(tables, variable.owner) or tag[0] != "kind":
            continue
        assert isinstance(tag[1], int)
        kind = tables.kinds[tag[1]]
        if kind.shape != "place" or variable.seen.word in ("owner", "nobody"):
            continue
        if kind.count > FAR_PLACES or tables.kinds[kind.root].count != kind.count:
            continue
        far = [min(each, FAR) for row in distances_on(tables, kind.root) for each in row]
        start = recipe.tabled(far)
        if start is not None:
            return Standing(variable.offset, kind.root, kind.count, start)
    return None


def placed(tables: CompiledGame) -> list[tuple[SupplyInfo, int, int, int]]:
    """Return the supplies that lie on places, the largest first, each with the root, first cell and number
    of the places.
    """
    found = [
        (supply, tables.kinds[number].root, offset, count)
        for supply in tables.supplies
        for number, offset, count in supply.holders
        if tables.kinds[number].shape == "place" and tables.kinds[number].first == 0 and count <= MANY
    ]
    return sorted(found, key=lambda each: -sum(each[0].sizes))[:JOINED_SUPPLIES]


def pointers(recipe: Recipe, tables: CompiledGame, root: int) -> list[tuple[int, int]]:
    """Return the tables that tell the place of each piece of a kind, with the root of the places."""
    found: dict[int, list[int]] = {}
    for variable in tables.variables:
        tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
        if variable.values is None or variable.owner is None or tag[0] != "kind":
            continue
        owner, kind = tables.kinds[variable.owner], tables.kinds[tag[1]]
        if owner.shape != "piece" or owner.root != root or kind.shape != "place":
            continue
        row = found.setdefault(kind.root, [-1] * tables.kinds[root].count)
        for index, place in enumerate(variable.values):
            if place is not None and row[owner.first + index] < 0:
                row[owner.first + index] = int(place)
    placed = ((places, recipe.tabled(row)) for places, row in found.items())
    return [(places, start) for places, start in placed if start is not None]


def distances_on(tables: CompiledGame, root: int) -> list[list[int]]:
    """Return how many links lie between any two places; FAR if no links do."""
    count = tables.kinds[root].count
    near: list[set[int]] = [set() for _ in range(count)]
    for kind in tables.kinds:
        if kind.shape != "link" or kind.joins is None or tables.kinds[kind.joins].root != root:
            continue
        for member in kind.members:
            if member.ends is not None:
                near[member.ends[0]].add(member.ends[1])
                if not kind.one_way:
                    near[member.ends[1]].add(member.ends[0])
    found: list[list[int]] = []
    for place in range(count):
        row = [FAR] * count
        row[place] = 0
        waiting = deque([place])
        while waiting:
            here = waiting.popleft()
            for each in near[here]:
                if row[each] == FAR:
                    row[each] = row[here] + 1
                    waiting.append(each)
        found.append(row)
    return found
