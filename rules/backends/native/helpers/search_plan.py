"""Finds the best paths through a turn by a beam, as `Outlook.ways` of `lab/playing/turn_search.py` does.

`plan_ways` finds those from the position in play. What it found stands in `at.search`.
"""

from lazaretto.rules.backends.native.helpers.memory import load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.saved_states import save
from lazaretto.rules.backends.native.helpers.search_actions import begin_search, most_open, search_actions
from lazaretto.rules.backends.native.helpers.search_answers import keep_answers
from lazaretto.rules.backends.native.helpers.search_paths import (
    LOOKED_OF,
    ORIGIN_OF,
    SLOT_OF,
    STEPS_OF,
    new_way,
)
from lazaretto.rules.backends.native.helpers.search_room import (
    ALIKE,
    BY_JUDGEMENT,
    DEPTH,
    FINAL,
    FOUND,
    NODES_KEPT,
    NODES_NEXT,
    ORIGIN,
    ROOT_SLOT,
    SPENT,
    WIDTH,
    WORLDS_TOLD,
    cell,
    give_back,
    node,
    open_room,
    set_cell,
)


def new_ways(room: int) -> int:
    """Return an empty list of paths."""
    found = node(16 + 8 * room)
    store_i64(found, 0)
    return found


def plan_ways(seat: int, width: int, depth: int, final: int, alike: int, by_judgement: int) -> int:
    """Find the best paths through the turn from the position in play; return how many."""
    open_room()
    set_cell(BY_JUDGEMENT, by_judgement)
    save(ROOT_SLOT)
    found = best_ways(seat, ROOT_SLOT, width, depth, final, alike)
    set_cell(FOUND, found)
    set_cell(WORLDS_TOLD, new_ways(final))
    set_cell(NODES_KEPT, cell(NODES_NEXT))
    keep_answers()
    return load_i64(found)


def best_ways(seat: int, slot: int, width: int, depth: int, final: int, alike: int) -> int:
    """Return the best paths from the position in play, which is saved in a slot; their own are free again."""
    set_cell(WIDTH, width)
    set_cell(DEPTH, depth)
    set_cell(FINAL, final)
    set_cell(ALIKE, alike)
    begin_search(seat, 0)
    beam = new_ways(most_open())
    store_i64(beam, 1)
    store_i64(beam, new_way(0, slot, new_ways(0), 0), 8)
    found = searched_ways(beam, new_ways(final))
    count = load_i64(found)
    store_i64(found, count if count < final else final)
    return found


def searched_ways(beam: int, ends: int) -> int:
    """Search action by action; return the list of the best paths."""
    for _ in range(cell(DEPTH)):
        open_ways = new_ways(most_open())
        for index in range(load_i64(beam)):
            way = item(beam, index)
            slot = load_i64(way, SLOT_OF)
            steps = load_i64(way, STEPS_OF)
            set_cell(ORIGIN, load_i64(way, ORIGIN_OF))
            if search_actions(slot, load_i64(way, LOOKED_OF), steps, ends, open_ways) == SPENT:
                if load_i64(ends) != 0:
                    return ends
                return open_ways if load_i64(open_ways) != 0 else with_steps(beam)
        if load_i64(open_ways) == 0:
            break
        give_back_all(beam)
        while load_i64(open_ways) > cell(WIDTH):
            count = load_i64(open_ways) - 1
            give_back(load_i64(item(open_ways, count), SLOT_OF))
            store_i64(open_ways, count)
        beam = open_ways
    give_back_all(beam)
    return ends if load_i64(ends) != 0 else beam


def with_steps(beam: int) -> int:
    """Return the paths that have a step."""
    found = new_ways(load_i64(beam))
    count = 0
    for index in range(load_i64(beam)):
        way = item(beam, index)
        if load_i64(load_i64(way, STEPS_OF)) != 0:
            count += 1
            store_i64(found + 8 * count, way)
    store_i64(found, count)
    return found


def give_back_all(ways: int) -> None:
    """Let the slots of some paths be used again."""
    for index in range(load_i64(ways)):
        give_back(load_i64(item(ways, index), SLOT_OF))
