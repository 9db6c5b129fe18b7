"""Derives the features of positions from the tables of a compiled game: places, pieces, hands, and more.

Whatever the scenario: its numbers and flags, markers on tracks, how many places have how much, what is left
in supplies, piles by the attributes of their pieces, the best hands, which pieces may come next and what lies
where they point to, and how far the seats are from it.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lazaretto.rules.run.compiled_game import CompiledGame, KindInfo, PileInfo, SupplyInfo, VariableInfo
from lazaretto.rules.run.planning import judgement_form as form
from lazaretto.rules.run.planning.judgement_form import MOST_VALUES


@dataclass(slots=True)
class Recipe:
    """The rows of a recipe, the tables that they read, and the names of their features."""

    rows: list[tuple[int, ...]] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    """What each feature tells of: a pile, a supply, a track or a variable."""
    topic: str = ""
    """What the next rows tell of."""
    _starts: dict[tuple[int, ...], int] = field(default_factory=dict)
    """Where each table begins."""

    def add(self, names: Sequence[str], what: int, *operands: int) -> None:
        """Add a row, if there is room for its features."""
        if len(self.names) + len(names) <= form.MOST_FEATURES and len(self.rows) < form.MOST_ROWS:
            padding = (0,) * (form.WORDS - 2 - len(operands))
            self.rows.append((what, len(self.names), *operands, *padding))
            self.names += _unique(names, set(self.names))
            self.topics += [self.topic] * len(names)

    def tabled(self, numbers: Sequence[int]) -> int | None:
        """Store a table; return where it begins, or None if there is no room for it."""
        key = tuple(numbers)
        if key not in self._starts:
            if len(self.table) + len(key) > form.MOST_TABLE:
                return None
            self._starts[key] = len(self.table)
            self.table += key
        return self._starts[key]


def _unique(names: Sequence[str], taken: set[str]) -> Iterator[str]:
    for name in names:
        found, number = name, 2
        while found in taken:
            found, number = f"{name} {number}", number + 1
        taken.add(found)
        yield found


def is_player(tables: CompiledGame, owner: int | None) -> bool:
    """Whether a kind is that of the seats."""
    return owner is not None and tables.kinds[owner].shape == "player"


def tag_of(variable: VariableInfo) -> tuple[object, ...]:
    """Return the type of a variable, without the possibility that it has no value."""
    tag: tuple[object, ...] = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return tag


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


@dataclass(frozen=True, slots=True)
class PieceValues:
    """A number for each piece of a kind, -1 if it has none, and what the numbers mean."""

    name: str
    numbers: tuple[int, ...]
    members: tuple[str, ...]
    kind: int | None = None
    """The kind of which the numbers are all members, if there is one."""


def piece_values(tables: CompiledGame, root: int) -> list[PieceValues]:
    """Return everything that tells pieces of a kind apart."""
    count = tables.kinds[root].count
    valueses: dict[tuple[int, ...], PieceValues] = {}
    for values in (*_narrower(tables, root), *_attributes(tables, root)):
        if len(set(values.numbers)) > 1 and count == len(values.numbers):
            valueses.setdefault(values.numbers, values)
    return list(valueses.values())


def _narrower(tables: CompiledGame, root: int) -> list[PieceValues]:
    """Return to which of the narrower kinds each piece belongs, to the narrowest first."""
    kinds = [each for number, each in enumerate(tables.kinds) if each.root == root and number != root]
    kinds = sorted(kinds, key=lambda each: each.count)[:MOST_VALUES]
    numbers = [-1] * tables.kinds[root].count
    for index, kind in enumerate(kinds):
        for piece in range(kind.first, kind.first + kind.count):
            if numbers[piece] < 0:
                numbers[piece] = index
    return [PieceValues("kind", tuple(numbers), tuple(each.name for each in kinds))] if kinds else []


def _attributes(tables: CompiledGame, root: int) -> list[PieceValues]:
    """Return constant attributes of pieces, and constant attributes of what they point to."""
    valueses: list[PieceValues] = []
    constants = [each for each in tables.variables if each.values is not None and each.owner is not None]
    for variable in constants:
        if tables.kinds[_owner(variable)].root != root:
            continue
        valueses += _valued(tables, variable, variable.name, variable)
        target = _kind_of(variable)
        for further in constants if target is not None else ():
            if target is not None and tables.kinds[_owner(further)].root == tables.kinds[target].root:
                valueses += _valued(tables, variable, f"{variable.name} {further.name}", further)
    return valueses


def _owner(variable: VariableInfo) -> int:
    assert variable.owner is not None
    return variable.owner


def _kind_of(variable: VariableInfo) -> int | None:
    """Return the kind of which a variable holds a member."""
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return int(tag[1]) if tag[0] == "kind" else None


def _valued(tables: CompiledGame, variable: VariableInfo, name: str, last: VariableInfo) -> list[PieceValues]:
    """Return the values of an attribute, or of the attribute `last` of what it points to."""
    tag = last.tag[1] if last.tag[0] == "optional" else last.tag
    kind = None if tag[0] != "kind" else tables.kinds[tag[1]]
    if tag[0] != "flag" and (kind is None or kind.count > MOST_VALUES):
        return []
    owner = tables.kinds[_owner(variable)]
    numbers = [-1] * tables.kinds[owner.root].count
    for index, value in enumerate(variable.values or ()):
        if last is not variable:
            value = _at(last.values or (), value, tables.kinds[_owner(last)].first)
        if value is not None:
            numbers[owner.first + index] = int(not value) if kind is None else int(value) - kind.first
    if kind is None:
        return [PieceValues(name, tuple(numbers), (name, f"not {name}"))]
    members = tables.kinds[kind.root].members[kind.first : kind.first + kind.count]
    return [PieceValues(name, tuple(numbers), tuple(f"{name} {member.name}" for member in members), tag[1])]


def _at(values: Sequence[object], member: object, first: int) -> object:
    """Return the value of a member; None if it has none."""
    if not isinstance(member, int) or not 0 <= member - first < len(values):
        return None
    return values[member - first]


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
        for value in values[root]:
            start = recipe.tabled(value.numbers)
            if start is not None and value.kind is not None:
                _add_values(recipe, tables, pile, value, start, standing)


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
                    return variable.offset, [f" {member.name}" for member in members], kind.first
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
            yield variable.name, variable.offset, kind, [member.name for member in members]


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
    values = {
        root: piece_values(tables, root)
        for root in sorted({rooted_pile.kind for rooted_pile in _rooted(tables)})
    }
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
    return [_RootedPile(pile, tables.kinds[pile.kind].root) for pile in tables.piles]


def _names(tables: CompiledGame, kind: KindInfo) -> list[str]:
    """Return the names of the members of a kind."""
    members = tables.kinds[kind.root].members
    if len(members) < kind.first + kind.count:
        return [str(number) for number in range(kind.count)]
    return [member.name for member in members[kind.first : kind.first + kind.count]]


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
        names = [f"{whose} {name} is {member}" for whose in ("own", "others'") for member in members]
        recipe.add(names, form.SEAT_KINDS, variable.offset, 0, kind.count, kind.first)


def _add_supply(recipe: Recipe, tables: CompiledGame, supply: SupplyInfo) -> None:
    """Add what is left of a supply, and how many members have how much of it."""
    recipe.topic = supply.name
    owners = [supply.name]
    if supply.owner is not None:
        owners = [f"{each} {supply.name}" for each in _names(tables, tables.kinds[supply.owner])]
    if supply.owners <= FEW:
        recipe.add([f"{owner} left" for owner in owners], form.CELLS, supply.stock, supply.owners)
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
        of = [""] if pile.owner is None else [f"{name} " for name in _names(tables, tables.kinds[pile.owner])]
        recipe.add([f"{each}{pile.name}" for each in of], form.SIZES, pile.first, pile.count)
    for value in values:
        start = tabled[rooted.kind, value.name]
        if start is None or pile.count > SOME * 4:
            continue
        count = len(value.members)
        if own or pile.count > 1:
            whose = ["best", "second", "all", *(["own"] if own else [])]
            names = [f"{one} {pile.name} {member}" for one in whose for member in value.members]
            recipe.add(names, form.HANDS, pile.first, 0 if own else pile.count, count, start, int(own))
        else:
            names = [f"{pile.name} {member}" for member in value.members]
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
