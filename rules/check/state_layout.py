"""Lays out the running state: one list of values, one list of piles."""

from dataclasses import field

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model.entities import Kind, Pile, Supply, Value, Variable

MOST_VALUES = 100_000


@changing_node
class Layout:
    """The initial state, before any rule has run."""

    values: list[Value] = field(default_factory=list)
    piles: list[list[int]] = field(default_factory=list)
    pile_things: list[tuple[Pile | Kind, int]] = field(default_factory=list)
    boxes: dict[Kind, int] = field(default_factory=dict)
    bases: list[int] = field(default_factory=list)
    pieces: int = 0
    piece_kinds: list[Kind] = field(default_factory=list)


def all_variables(world: World) -> list[Variable]:
    """Return every variable that is stored in the state, in the order of the state."""
    found = [variable for variable in world.variables.values() if not variable.constant]
    for kind in world.kinds.values():
        found.extend(variable for variable in kind.variables.values() if not variable.constant)
    return [*found, *world.hidden]


def all_constants(world: World) -> list[Variable]:
    """Return every variable that never changes; players may still see it or not."""
    found = [variable for variable in world.variables.values() if variable.constant]
    for kind in world.kinds.values():
        found.extend(variable for variable in kind.variables.values() if variable.constant)
    return found


def all_supplies(world: World) -> list[Supply]:
    """Return every supply."""
    supplies = list(world.supplies.values())
    for kind in world.kinds.values():
        supplies.extend(kind.supplies.values())
    return supplies


def all_piles(world: World) -> list[Pile]:
    """Return every pile, or family of piles."""
    piles = list(world.piles.values())
    for kind in world.kinds.values():
        piles.extend(kind.piles.values())
    return piles


def lay_out(world: World) -> Layout:
    """Give every variable, count and pile its number."""
    layout = Layout()
    values = layout.values
    for variable in all_variables(world):
        variable.offset = len(values)
        count = variable.owner.count if variable.owner is not None else 1
        defaults = variable.defaults if len(variable.defaults) == count else variable.defaults * count
        values.extend(defaults)
    for track in world.tracks.values():
        track.offset = len(values)
        values.append(0)
    for supply in all_supplies(world):
        supply.stock = len(values)
        values.extend(supply.all_sizes())
        supply.box = len(values)
        values.extend([0] * supply.owners)
        for kind in supply.holders:
            supply.holders[kind] = len(values)
            values.extend([0] * min(supply.owners * kind.count, MOST_VALUES + 1))
            if len(values) > MOST_VALUES:
                return layout
    _lay_piles(world, layout)
    return layout


def _lay_piles(world: World, layout: Layout) -> None:
    for kind in world.kinds.values():
        if kind.parent is None and kind.piece:
            layout.boxes[kind] = len(layout.piles)
            layout.piles.append([member.id for member in reversed(list(kind.members()))])
            layout.pile_things.append((kind, 0))
            layout.bases.append(kind.piece_base)
            layout.pieces += kind.count
            layout.piece_kinds.append(kind)
    for pile in all_piles(world):
        pile.first = len(layout.piles)
        for index in range(pile.count):
            layout.piles.append([])
            layout.pile_things.append((pile, index))
            layout.bases.append(pile.kind.root.piece_base)
    for pile in world.piles.values():
        box = layout.piles[layout.boxes[pile.kind.root]] if pile.kind.root in layout.boxes else []
        for kind in pile.starts_with:
            wanted = range(kind.first, kind.first + kind.count)
            layout.piles[pile.first].extend(each for each in box if each in wanted)
            box[:] = [each for each in box if each not in wanted]
