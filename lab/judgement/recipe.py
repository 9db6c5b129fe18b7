"""Derives features of positions from the tables of a compiled game alone: a recipe that counts them.

Whatever the scenario: its numbers and flags, markers on tracks, how many places have how much, what is left
in supplies, piles by the attributes of their pieces, the best hands, which pieces may come next and what lies
where they point to, and how far the seats are from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lazaretto.lab.judgement.hands_recipe import add_hands
from lazaretto.lab.judgement.piece_values import PieceValues, piece_values
from lazaretto.lab.judgement.places import MANY, Standing, placed, pointers, standing_on
from lazaretto.lab.judgement.recipe_rows import Recipe, is_player
from lazaretto.rules.run import judgement_form as form
from lazaretto.rules.run.compiled_game import CompiledGame, KindInfo, PileInfo, SupplyInfo, VariableInfo

FEW = 6
"""Members of a kind have features of their own if there are no more than these."""
SOME = 16
"""A value of a member is one of so many at most, or it is no feature."""
LONG_TRACK = 30


def recipe_for(tables: CompiledGame, score_shift: int | None = None) -> Recipe:
    """Return the recipe for a game; with a shift, its score is a feature too."""
    recipe = Recipe()
    recipe.add(["asked", "seats", "turns"], form.ASKED)
    if score_shift is not None and tables.score is not None:
        recipe.add(["score"], form.SCORE, score_shift)
    for track in tables.tracks:
        recipe.topic = track.name
        recipe.add([track.name], form.CELLS, track.offset, 1)
        if len(track.spaces) <= LONG_TRACK:
            spaces = [f"{track.name} at {number}" for number in range(len(track.spaces))]
            recipe.add(spaces, form.KINDS, track.offset, 1, len(track.spaces), 0)
    for variable in tables.variables:
        if variable.values is None and variable.seen.word != "nobody":
            _add_variable(recipe, tables, variable)
    for supply in tables.supplies:
        _add_supply(recipe, tables, supply)
    values = {root: piece_values(tables, root) for root in sorted({each.kind for each in _rooted(tables)})}
    tabled = {
        (root, each.name): recipe.tabled(each.numbers) for root, found in values.items() for each in found
    }
    for pile in _rooted(tables):
        _add_pile(recipe, tables, pile, values[pile.kind], tabled)
    _add_joins(recipe, tables, values, tabled)
    standing = standing_on(recipe, tables)
    if standing is not None:
        _add_reach(recipe, tables, standing)
    add_hands(recipe, tables, values, standing)
    return recipe


@dataclass(frozen=True, slots=True)
class _RootedPile:
    """A family of piles with the root of the kind of its pieces."""

    pile: PileInfo
    kind: int


def _rooted(tables: CompiledGame) -> list[_RootedPile]:
    return [_RootedPile(each, tables.kinds[each.kind].root) for each in tables.piles]


def _names(tables: CompiledGame, kind: KindInfo) -> list[str]:
    """Return the names of the members of a kind."""
    members = tables.kinds[kind.root].members
    if len(members) < kind.first + kind.count:
        return [str(number) for number in range(kind.count)]
    return [each.name for each in members[kind.first : kind.first + kind.count]]


def _add_variable(recipe: Recipe, tables: CompiledGame, variable: VariableInfo) -> None:
    """Add the features of a variable or of a changing attribute."""
    recipe.topic = variable.name
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    owner = None if variable.owner is None else tables.kinds[variable.owner]
    count = 1 if owner is None else owner.count
    name = variable.name
    if owner is not None and owner.shape == "player":
        _add_of_seats(recipe, tables, variable, tag)
        return
    if variable.seen.word == "owner" or count > MANY:
        return
    of = [""] if owner is None else [f"{each} " for each in _names(tables, owner)]
    if tag[0] in ("number", "flag"):
        if count <= FEW:
            recipe.add([f"{each}{name}" for each in of], form.CELLS, variable.offset, count)
        else:
            recipe.add([f"{name} total", f"{name} anywhere"], form.TOTAL, variable.offset, count)
    elif tag[0] == "kind" and tables.kinds[tag[1]].count <= SOME and not is_player(tables, tag[1]):
        kind = tables.kinds[tag[1]]
        members = _names(tables, kind)
        if count <= FEW:
            for index, each in enumerate(of):
                values = [f"{each}{name} is {member}" for member in members]
                recipe.add(values, form.KINDS, variable.offset + index, 1, kind.count, kind.first)
        else:
            values = [f"{name} is {member}" for member in members]
            recipe.add(values, form.KINDS, variable.offset, count, kind.count, kind.first)


def _add_of_seats(
    recipe: Recipe, tables: CompiledGame, variable: VariableInfo, tag: tuple[object, ...]
) -> None:
    name = variable.name
    if tag[0] in ("number", "flag"):
        names = [f"own {name}", f"others' {name}", f"best_other {name}"]
        recipe.add(names, form.SEATS, variable.offset)
    elif tag[0] == "kind" and isinstance(tag[1], int) and tables.kinds[tag[1]].count <= SOME:
        if is_player(tables, tag[1]):
            return
        kind = tables.kinds[tag[1]]
        members = _names(tables, kind)
        names = [f"{whose} {name} is {each}" for whose in ("own", "others'") for each in members]
        recipe.add(names, form.SEAT_KINDS, variable.offset, 0, kind.count, kind.first)


def _add_supply(recipe: Recipe, tables: CompiledGame, supply: SupplyInfo) -> None:
    """Add what is left of a supply, and how many members have how much of it."""
    recipe.topic = supply.name
    owners = [supply.name]
    if supply.owner is not None:
        owners = [f"{each} {supply.name}" for each in _names(tables, tables.kinds[supply.owner])]
    if supply.owners <= FEW:
        recipe.add([f"{each} left" for each in owners], form.CELLS, supply.stock, supply.owners)
    else:
        recipe.add(
            [f"{supply.name} left", f"{supply.name} left_kinds"], form.TOTAL, supply.stock, supply.owners
        )
    if supply.owners > 1:
        marks = [f"{supply.name} left below {mark}" for mark in form.LOW_MARKS]
        recipe.add([f"{supply.name} left at least", *marks], form.LOW, supply.stock, supply.owners)
    for number, offset, count in supply.holders:
        if count * supply.owners > MANY:
            continue
        kind = tables.kinds[number].name
        groups = list(enumerate(owners)) if supply.owners <= FEW else [(0, supply.name)]
        size = count if supply.owners <= FEW else count * supply.owners
        for index, name in groups:
            levels = [f"{kind} with {level} {name}" for level in range(1, form.MOST_LEVEL + 1)]
            recipe.add(levels, form.LEVELS, offset + index * count, size, form.MOST_LEVEL)
        if len(groups) > 1:
            levels = [f"{kind} with {level} {supply.name}" for level in range(1, form.MOST_LEVEL + 1)]
            recipe.add(levels, form.LEVELS, offset, count * supply.owners, form.MOST_LEVEL)


def _add_pile(
    recipe: Recipe,
    tables: CompiledGame,
    rooted: _RootedPile,
    values: Sequence[PieceValues],
    tabled: dict[tuple[int, str], int | None],
) -> None:
    """Add the sizes of a family of piles, and its pieces by their attributes."""
    pile = rooted.pile
    recipe.topic = pile.name
    own = is_player(tables, pile.owner)
    if pile.holds[1] - pile.holds[0] > MANY:
        return
    if own:
        names = [f"own {pile.name}", f"others' {pile.name}", f"best_other {pile.name}"]
        recipe.add(names, form.SEAT_SIZES, pile.first)
    elif pile.count <= FEW:
        of = [""] if pile.owner is None else [f"{each} " for each in _names(tables, tables.kinds[pile.owner])]
        recipe.add([f"{each}{pile.name}" for each in of], form.SIZES, pile.first, pile.count)
    for each in values:
        start = tabled[rooted.kind, each.name]
        if start is None or pile.count > SOME * 4:
            continue
        count = len(each.members)
        if own or pile.count > 1:
            whose = ["best", "second", "all", *(["own"] if own else [])]
            names = [f"{one} {pile.name} {member}" for one in whose for member in each.members]
            recipe.add(names, form.HANDS, pile.first, 0 if own else pile.count, count, start, int(own))
        else:
            names = [f"{pile.name} {member}" for member in each.members]
            recipe.add(names, form.PILE, pile.first, 0, count, start)


def _add_joins(
    recipe: Recipe,
    tables: CompiledGame,
    values: dict[int, list[PieceValues]],
    tabled: dict[tuple[int, str], int | None],
) -> None:
    """Add which pieces may come next, and what lies where they point to."""
    levels = range(1, form.MOST_LEVEL + 1)
    for rooted in _rooted(tables):
        pile = rooted.pile
        if pile.count > 1 or pile.holds[1] - pile.holds[0] > MANY:
            continue
        recipe.topic = pile.name
        hidden = pile.seen.word == "nobody"
        if hidden:
            recipe.add([f"{pile.name} next"], form.SOON, pile.first)
        starts = pointers(recipe, tables, rooted.kind)
        for root, start in starts:
            for supply, places, offset, count in placed(tables):
                if places != root:
                    continue
                given = start, offset, count, supply.owners
                which = f"{pile.name} next" if hidden else pile.name
                names = [f"{which} with {level} {supply.name}" for level in levels]
                if hidden:
                    names += [f"{which} with {level} {supply.name} in per cent" for level in levels]
                recipe.add(names, form.JOINED, pile.first, int(hidden), *given)


def _add_reach(recipe: Recipe, tables: CompiledGame, standing: Standing) -> None:
    """Add how far what lies on places is from the seats."""
    for supply, root, offset, count in placed(tables):
        if root == standing.root and count == standing.places:
            recipe.topic = supply.name
            names = [
                f"{supply.name} {level} at {steps}"
                for level in range(1, form.MOST_LEVEL + 1)
                for steps in range(form.NEAR)
            ]
            recipe.add(names, form.REACH, standing.cells, 0, standing.steps, offset, count, supply.owners)
