"""Plans the rest of a turn, as `lab.lookahead_bot` does: a beam of paths, then the best of them played out.

`plan_ways` finds the paths in the position in play, `play_ways` plays them out in another one, and
`play_path` one of them only. What they found stands in `at.search`.
"""

from rules.backends.native.helpers.faults import NOTHING_TO_CHOOSE, fault
from rules.backends.native.helpers.frames import NONE
from rules.backends.native.helpers.memory import at, load_i64, store_i64
from rules.backends.native.helpers.moving import item
from rules.backends.native.helpers.running import OPEN
from rules.backends.native.helpers.saved_states import restore, save
from rules.backends.native.helpers.search_actions import (
    BROAD,
    FINAL,
    begin_search,
    most_open,
    search_actions,
)
from rules.backends.native.helpers.search_answers import COUNT, VALUES, answers_of
from rules.backends.native.helpers.search_paths import LOOKED_OF, NARROW, SLOT_OF, STEPS_OF, new_way
from rules.backends.native.helpers.search_room import (
    BEST_PATH,
    FOUND,
    NODES_KEPT,
    NODES_NEXT,
    PLAYED_SLOT,
    ROOT_SLOT,
    SPENT,
    WIDTH,
    WORLD_SLOT,
    WORLDS_TOLD,
    WORTH,
    cell,
    give_back,
    is_spent_by_copy,
    node,
    open_room,
    set_cell,
)
from rules.backends.native.helpers.search_steps import END, agree, asked, enter, give, is_inside, rated

DEPTH = 12
"""Search depth in actions."""
LATER = 24
"""The maximum number of answers given to bring a turn to its end."""


def new_ways(room: int) -> int:
    """Return an empty list of paths."""
    found = node(16 + 8 * room)
    store_i64(found, 0)
    return found


def plan_ways(seat: int, width: int) -> int:
    """Find the best paths through the turn from the position in play; return how many."""
    open_room()
    set_cell(WIDTH, width)
    save(ROOT_SLOT)
    begin_search(seat, 0)
    beam = new_ways(most_open())
    store_i64(beam, 1)
    store_i64(beam, new_way(0, ROOT_SLOT, new_ways(0)), 8)
    ends = new_ways(FINAL)
    found = searched_ways(beam, ends)
    count = load_i64(found)
    store_i64(found, count if count < FINAL else FINAL)
    set_cell(FOUND, found)
    set_cell(WORLDS_TOLD, new_ways(FINAL))
    set_cell(NODES_KEPT, cell(NODES_NEXT))
    return load_i64(found)


def searched_ways(beam: int, ends: int) -> int:
    """Search action by action; return the list of the best paths."""
    for _ in range(DEPTH):
        open_ways = new_ways(most_open())
        for index in range(load_i64(beam)):
            way = item(beam, index)
            slot = load_i64(way, SLOT_OF)
            steps = load_i64(way, STEPS_OF)
            if search_actions(slot, load_i64(way, LOOKED_OF), steps, ends, open_ways) == SPENT:
                if load_i64(ends) != 0:
                    return ends
                return open_ways if load_i64(open_ways) != 0 else with_steps(beam)
        if load_i64(open_ways) == 0:
            break
        for index in range(load_i64(beam)):
            give_back(load_i64(item(beam, index), SLOT_OF))
        while load_i64(open_ways) > cell(WIDTH):
            count = load_i64(open_ways) - 1
            give_back(load_i64(item(open_ways, count), SLOT_OF))
            store_i64(open_ways, count)
        beam = open_ways
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


# --- playing out ---------------------------------------------------------------------------------------


def play_ways(seat: int) -> int:
    """Play all paths out from the position in play; return SPENT if the work must end, or 0."""
    looked = load_i64(at.looked)
    kept = load_i64(at.arena_next)
    save(WORLD_SLOT)
    found = cell(FOUND)
    for index in range(load_i64(found)):
        store_i64(at.arena_next, kept)
        set_cell(NODES_NEXT, cell(NODES_KEPT))
        if is_spent_by_copy():
            return SPENT
        enter(WORLD_SLOT, looked)
        stopped = played_out(seat, load_i64(item(found, index), STEPS_OF))
        if stopped == SPENT or (stopped == OPEN and rated(seat) == SPENT):
            return SPENT
        store_i64(cell(WORLDS_TOLD) + 8 + 8 * index, cell(WORTH) if stopped == OPEN else -END)
    return 0


def played_out(seat: int, path: int) -> int:
    """Play to the end of the turn with these answers, while possible; return OPEN, SPENT or FAULTY."""
    turn = load_i64(at.turns)
    question = load_i64(at.ask)
    for index in range(load_i64(path)):
        if asked() != seat:
            break
        answers = answers_of(seat, BROAD)
        if answers == SPENT:
            return SPENT
        if not is_among(answers, item(path, index)):
            break
        stopped = given_with_consent(item(path, index), seat)
        if stopped != OPEN:
            return stopped
    for _ in range(LATER):
        other = asked()
        if other < 0 or load_i64(at.turns) != turn:
            break
        stopped = do_next_best(other, load_i64(at.ask) == question)
        if stopped != OPEN:
            return stopped
    return OPEN


def is_among(answers: int, answer: int) -> bool:
    """Whether an answer is open."""
    index = load_i64(answers)
    while index > 0 and load_i64(answers + 8 * index) != answer:
        index -= 1
    return index > 0


def given_with_consent(answer: int, seat: int) -> int:
    """Give an answer and let the others consent; return OPEN, also at the end, SPENT or FAULTY."""
    stopped = give(answer)
    if stopped == OPEN:
        stopped = agree(seat)
    return stopped if stopped < 0 else OPEN


def do_next_best(seat: int, again: bool) -> int:
    """Let a seat do what is best one action ahead; return OPEN, SPENT or FAULTY."""
    answers = answers_of(seat, NARROW)
    if answers == SPENT:
        return SPENT
    if load_i64(answers) > 1 and (again or is_inside()):
        kept = load_i64(at.arena_next)
        save(PLAYED_SLOT)
        begin_search(seat, 1)
        if search_actions(PLAYED_SLOT, load_i64(at.looked), new_ways(0), 0, 0) == SPENT:
            return SPENT
        restore(PLAYED_SLOT)
        store_i64(at.arena_next, kept)
        path = cell(BEST_PATH)
        if path != 0:
            for index in range(load_i64(path)):
                stopped = given_with_consent(item(path, index), seat)
                if stopped != OPEN:
                    return stopped
            return OPEN
    if load_i64(answers) == 0:
        fault(NOTHING_TO_CHOOSE, 0, 0, 0)
    return given_with_consent(passing(answers), seat)


def passing(answers: int) -> int:
    """Return the answer that passes, or the first one."""
    for index in range(load_i64(answers)):
        answer = item(answers, index)
        if load_i64(answer, COUNT) < 0 and load_i64(answer, VALUES + 8) == NONE:
            return answer
    return item(answers, 0)
