"""Memory of the search of a thinking bot, and what its work may take.

All of it lies outside the state. Answers live as long as a plan; nodes (paths, positions, scores) too, except
those of a search during a play-out. `LEFT` is what is left of the ration of the plan, as in
`lazaretto.rules.run.limits`.
"""

from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.memory import at, fill, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.provided import told_to_stop

SPENT = -1
"""The ration is used up, or somebody wants no more of this."""
FAULTY = -2
"""The game has stopped without an end."""

SEAT = 0
START_ASK = 8
START_TURNS = 16
STAMP = 24
"""The number of the present search: what has another one is old."""
TASTES = 32
NODES_NEXT = 40
ANSWERS_NEXT = 48
FREE = 56
"""How many slots are free."""
LEFT = 64
CHECKS = 72
BEST = 80
BEST_PATH = 88
QUICK = 96
"""Whether only the best single action is wanted."""
WIDTH = 104
SEEN_COUNT = 112
OVER = 120
"""Whether the last answer has ended the turn."""
PATH = 128
"""The path to the position whose actions are searched."""
TASTE = 136
WORTH = 144
FOUND = 152
"""The list of the paths that were found, the best first."""
WORLDS_TOLD = 160
"""What each of these paths is worth in the last world."""
NODES_KEPT = 168
TOLD = 176
"""Why Python wants no more of this; 0 if it has not said so."""
TEMPERED = 184
"""The number of the last selection by known scores."""
FINAL = 192
"""How many paths are wanted."""
ANSWERS_KEPT = 200
"""Where the answers end that live as long as the plan."""
DEPTH = 208
"""Search depth in actions."""
BY_JUDGEMENT = 216
"""Whether a learned judgement rates positions, and not the score: `BY_PLANS`, `BY_CHANCE`, or 0."""
BY_PLANS = 1
"""By the outputs that are for plans."""
BY_CHANCE = 2
"""By the chance to win."""
ALIKE = 224
"""How many of the best paths may begin with the same action; 0: all."""
ORIGIN = 232
"""The first action of the path whose next actions are searched; 0: there is none yet."""
ORIGINS = 240
"""How many first actions were found."""
CELLS = 248

BUCKETS = 4_096
SEEN_ROOM = 1 << 15
"""How many boards a search can remember; a power of two, of which three quarters are used."""
BOARD = 24

STEP = 1_000
"""What each answer, look and copy takes from a ration, besides its fuel."""
SELDOM = 1_023
"""One more than this many checks lie between two questions to Python."""

ROOT_SLOT = 1
VEILED_SLOT = 2
WORLD_SLOT = 3
PLAYED_SLOT = 4
FIRST_SLOT = 5


@inline
def cell(name: int) -> int:
    """Return a number of the search."""
    return load_i64(at.search + name)


@inline
def set_cell(name: int, value: int) -> None:
    """Set a number of the search."""
    store_i64(at.search + name, value)


def open_room() -> None:
    """Forget the plan before."""
    fill(at.search_buckets, 0, 8 * BUCKETS)
    set_cell(NODES_NEXT, at.search_nodes)
    set_cell(ANSWERS_NEXT, at.search_answers)
    set_cell(CHECKS, 0)
    set_cell(TOLD, 0)
    count = at.slot_count - FIRST_SLOT
    set_cell(FREE, count)
    for index in range(count):
        store_i64(at.search_free + 8 * index, at.slot_count - 1 - index)


def node(size: int) -> int:
    """Return the address of some bytes for nodes, a multiple of 8."""
    found = cell(NODES_NEXT)
    if found + size > at.search_nodes_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    set_cell(NODES_NEXT, found + size)
    return found


def free_slot() -> int:
    """Return a slot that nobody uses."""
    count = cell(FREE) - 1
    if count < 0:
        fault(OUT_OF_ROOM, 0, 0, 0)
    set_cell(FREE, count)
    return load_i64(at.search_free + 8 * count)


def give_back(slot: int) -> None:
    """Let a slot be used again."""
    if slot >= FIRST_SLOT:
        count = cell(FREE)
        store_i64(at.search_free + 8 * count, slot)
        set_cell(FREE, count + 1)


def is_spent() -> bool:
    """Whether the work must end here."""
    checks = cell(CHECKS) + 1
    set_cell(CHECKS, checks)
    if checks & SELDOM == 0 and cell(TOLD) == 0:
        set_cell(TOLD, told_to_stop())
    return cell(LEFT) <= 0 or cell(TOLD) != 0


@inline
def take(units: int) -> None:
    """Take something from the ration."""
    set_cell(LEFT, cell(LEFT) - units)


def is_spent_by_copy() -> bool:
    """Pay for a copy of the state; whether the work must end here."""
    take(STEP + ((at.cells + at.pieces) >> 1))
    return is_spent()
