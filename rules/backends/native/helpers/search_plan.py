"""Finds the best paths through a turn by a beam, as `Outlook.ways` of `lab/playing/turn_search.py` does.

`plan_ways` finds those from the position in play. What it found stands in `at.search`.
"""

from lazaretto.rules.backends.native.helpers.memory_types import List, Words
from lazaretto.rules.backends.native.helpers.saved_states import save
from lazaretto.rules.backends.native.helpers.search_actions import begin_search, most_open, search_actions
from lazaretto.rules.backends.native.helpers.search_answers import keep_answers
from lazaretto.rules.backends.native.helpers.search_room import (
    ROOT_SLOT,
    SPENT,
    Answer,
    Way,
    give_back,
    node,
    open_room,
    search,
)
from lazaretto.rules.backends.native.helpers.turn_search_paths import new_way


def new_ways(room: int) -> List[Way]:
    """Return an empty list of paths."""
    found = List[Way](node(16 + 8 * room))
    found.count = 0
    return found


def no_steps() -> List[Answer]:
    """Return an empty list of answers."""
    return List[Answer](new_ways(0))


def plan_ways(seat: int, width: int, depth: int, final: int, alike: int, by_judgement: int) -> int:
    """Find the best paths through the turn from the position in play; return how many."""
    open_room()
    search.by_judgement = by_judgement
    save(ROOT_SLOT)
    found = best_ways(seat, ROOT_SLOT, width, depth, final, alike)
    search.ways = found
    search.worlds_told = Words(node(8 * final))
    search.nodes_kept = search.nodes_next
    keep_answers()
    return len(found)


def best_ways(seat: int, slot: int, width: int, depth: int, final: int, alike: int) -> List[Way]:
    """Return the best paths from the position in play, which is saved in a slot; their own are free again."""
    search.width = width
    search.depth = depth
    search.final = final
    search.alike = alike
    begin_search(seat, 0)
    beam = new_ways(most_open())
    beam.count = 1
    beam[0] = new_way(0, slot, no_steps(), 0)
    found = searched_ways(beam, new_ways(final))
    count = len(found)
    found.count = count if count < final else final
    return found


def searched_ways(beam: List[Way], ends: List[Way]) -> List[Way]:
    """Search action by action; return the list of the best paths."""
    for _ in range(search.depth):
        open_ways = new_ways(most_open())
        for way in beam:
            slot = way.slot
            steps = way.steps
            search.origin = way.origin
            if search_actions(slot, way.looked, steps, ends, open_ways) == SPENT:
                if len(ends) != 0:
                    return ends
                return open_ways if len(open_ways) != 0 else with_steps(beam)
        if len(open_ways) == 0:
            break
        give_back_all(beam)
        while len(open_ways) > search.width:
            count = len(open_ways) - 1
            give_back(open_ways[count].slot)
            open_ways.count = count
        beam = open_ways
    give_back_all(beam)
    return ends if len(ends) != 0 else beam


def with_steps(beam: List[Way]) -> List[Way]:
    """Return the paths that have a step."""
    found = new_ways(len(beam))
    count = 0
    for way in beam:
        if len(way.steps) != 0:
            count += 1
            found[count - 1] = way
    found.count = count
    return found


def give_back_all(ways: List[Way]) -> None:
    """Let the slots of some paths be used again."""
    for way in ways:
        give_back(way.slot)
