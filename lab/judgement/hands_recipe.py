"""Adds features of hands: equal pieces that a seat holds, and how far it is from where they are of use."""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.lab.judgement.piece_values import PieceValues
from lazaretto.lab.judgement.places import Standing, placed, pointers
from lazaretto.lab.judgement.recipe_rows import Recipe, is_player, tag_of
from lazaretto.rules.run import judgement_form as form
from lazaretto.rules.run.compiled_game import CompiledGame, KindInfo, PileInfo

GROUPS = 4
"""A variable that groups values has so many values at most."""
MOST_SEATED = 64
"""The features of one row about whoever has a role."""


def add_hands(
    recipe: Recipe,
    tables: CompiledGame,
    values: Mapping[int, Sequence[PieceValues]],
    standing: Standing | None,
) -> None:
    """Add features of all piles that seats hold."""
    for pile in tables.piles:
        if not is_player(tables, pile.owner) or pile.count > form.MOST_SEATS:
            continue
        recipe.topic = pile.name
        root = tables.kinds[pile.kind].root
        for each in values[root]:
            start = recipe.tabled(each.numbers)
            if start is not None and each.kind is not None:
                _add_values(recipe, tables, pile, each, start, standing)


def _add_values(
    recipe: Recipe,
    tables: CompiledGame,
    pile: PileInfo,
    values: PieceValues,
    start: int,
    standing: Standing | None,
) -> None:
    group, names, lowest = _group(tables, values)
    name = f"{pile.name} {values.name}"
    given = pile.first, start, len(values.members), group, len(names), lowest
    levels = range(1, form.MOST_HELD + 1)
    stands = (-1, 0, 0, -1)
    if standing is not None:
        pointed = dict(pointers(recipe, tables, tables.kinds[pile.kind].root)).get(standing.root, -1)
        stands = standing.cells, standing.steps, standing.places, pointed
    figures = ["values", "pieces", "second", *(f"most {level}" for level in levels)]
    if standing is not None:
        figures += [f"{what} {level}" for what in ("meeting", "near") for level in levels]
    recipe.add([f"{name}{each} {figure}" for each in names for figure in figures], form.HELD, *given, *stands)
    if standing is not None:
        for supply, cells, stride in _goals(tables, values, standing):
            ways = [f"{name}{each} way to {supply} {level}" for each in names for level in levels]
            recipe.add(ways, form.WAYS, *given, *stands[:3], cells, stride)
    for role, cells, kind, members in _roles(tables):
        if len(names) * len(members) <= MOST_SEATED:
            seated = [f"{name}{each} of {role} {member}" for each in names for member in members]
            recipe.add(seated, form.SEATED, *given, cells, kind.count, kind.first)


def _group(tables: CompiledGame, values: PieceValues) -> tuple[int, list[str], int]:
    """Return the cells of what groups values, the names of the groups, and the first of them."""
    if values.kind is not None:
        for variable in tables.variables:
            tag = tag_of(variable)
            if variable.values is not None or variable.owner != values.kind or variable.seen.word != "all":
                continue
            if tag[0] == "flag":
                return variable.offset, [f" not {variable.name}", f" {variable.name}"], 0
            if tag[0] == "kind" and isinstance(tag[1], int) and tables.kinds[tag[1]].count <= GROUPS:
                kind = tables.kinds[tag[1]]
                members = tables.kinds[kind.root].members[kind.first : kind.first + kind.count]
                if len(members) == kind.count:
                    return variable.offset, [f" {each.name}" for each in members], kind.first
    return -1, [""], 0


def _goals(tables: CompiledGame, values: PieceValues, standing: Standing) -> Iterator[tuple[str, int, int]]:
    """Yield supplies on the map, for each its first cell and how far apart the cells of two values are."""
    for supply, root, offset, count in placed(tables):
        if root == standing.root and count == standing.places:
            if supply.owner is None:
                yield supply.name, offset, 0
            elif supply.owner == values.kind and supply.owners == len(values.members):
                yield supply.name, offset, count


def _roles(tables: CompiledGame) -> Iterator[tuple[str, int, KindInfo, list[str]]]:
    """Yield what seats have, as roles: its name, the cell of the first seat, its kind and its members."""
    for variable in tables.variables:
        tag = tag_of(variable)
        if variable.values is not None or not is_player(tables, variable.owner) or tag[0] != "kind":
            continue
        assert isinstance(tag[1], int)
        kind = tables.kinds[tag[1]]
        if variable.seen.word in ("owner", "nobody") or kind.shape in ("place", "player", "piece"):
            continue
        members = tables.kinds[kind.root].members[kind.first : kind.first + kind.count]
        if len(members) == kind.count:
            yield variable.name, variable.offset, kind, [each.name for each in members]
