"""Memory of the search of `lazaretto.lab.playing.turn_search`, and what its work may take.

All of it lies outside the state. Answers live as long as a plan; nodes (paths, positions, scores) too, except
those of a search during a play-out. `LEFT` is what is left of the ration of the plan, as in
`lazaretto.rules.run.limits`.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.functions_from_outside import told_to_stop
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import (
    Addresses,
    List,
    Record,
    Rows,
    Words,
    at,
    fill,
    inline,
)

SPENT = -1
"""The ration is used up, or somebody wants no more of this."""
FAULTY = -2
"""The game has stopped without an end."""

BY_PLANS = 1
"""By the outputs that are for plans."""
BY_CHANCE = 2
"""By the chance to win."""

BUCKETS = 4_096
SEEN_ROOM = 1 << 15
"""How many boards a search can remember; a power of two, of which three quarters are used."""
STEP = 1_000
"""What each answer, look and copy takes from a ration, besides its fuel."""
SELDOM = 1_023
"""One more than this many checks lie between two questions to Python."""

ROOT_SLOT = 1
VEILED_SLOT = 2
WORLD_SLOT = 3
PLAYED_SLOT = 4
FIRST_SLOT = 5


class AnswerValue(Record):
    """One value of an answer: itself; or, of a piece that the asked seat does not know, where it lies."""

    unseen: int
    """0; of an unseen piece 1, or 2 if all such candidates lie in one pile."""
    value: int
    """The value, or the pile of the piece."""
    above: int
    """How many pieces lie above it."""


class Answer(Record):
    """An answer that is open to a seat; equal answers are the same record."""

    next: "Answer"
    """The next one of its bucket."""
    plain: int
    """The number of the search in which it was the beginning of an action without chance."""
    chosen: int
    tasted: int
    count: int
    """How many values it has; -1 if it is one value."""
    values: Annotated[Rows[AnswerValue], ...]


class Score(Record):
    """What an answer was worth."""

    next: "Score"
    answer: Answer
    worth: int


class Taste(Record):
    """What the answers to a question with many answers were worth before."""

    next: "Taste"
    ask: int
    before: List[Answer]
    """The answers before it in the action."""
    scores: Score


class Way(Record):
    """A path of a search."""

    worth: int
    slot: int
    """The slot of the position that it leads to."""
    looked: int
    """The fuel that was used for looking there."""
    steps: List[Answer]
    origin: int
    """The number of its first action."""


class Deed(Record):
    """An action that is not complete."""

    next: "Deed"
    parent: "Deed"
    """The one that it continues."""
    answer: Answer
    """Its last answer."""
    taste: Taste
    """The taste that this answer was picked for, or 0."""
    slot: int
    looked: int
    """The fuel that was used for looking there."""
    depth: int
    """The number of its answers."""


class SeenBoard(Record):
    """A board that a search has seen."""

    stamp: int
    one: int
    other: int


class Search(Record):
    """The numbers of the search."""

    seat: int
    start_ask: int
    start_turns: int
    stamp: int
    """The number of the present search: what has another one is old."""
    tastes: Taste
    nodes_next: int
    answers_next: int
    free: int
    """How many slots are free."""
    left: int
    """What is left of the ration of the plan."""
    checks: int
    best: int
    best_path: List[Answer]
    quick: int
    """Whether only the best single action is wanted."""
    width: int
    seen_count: int
    over: int
    """Whether the last answer has ended the turn."""
    path: List[Answer]
    """The path to the position whose actions are searched."""
    taste: Taste
    worth: int
    ways: List[Way]
    """The list of the paths that were found, the best first."""
    worlds_told: Words
    """What each of these paths is worth in the last world."""
    nodes_kept: int
    told: int
    """Why Python wants no more of this; 0 if it has not said so."""
    tempered: int
    """The number of the last selection by known scores."""
    final: int
    """How many paths are wanted."""
    answers_kept: int
    """Where the answers end that live as long as the plan."""
    depth: int
    """Search depth in actions."""
    by_judgement: int
    """Whether a learned judgement rates positions, and not the score: `BY_PLANS`, `BY_CHANCE`, or 0."""
    alike: int
    """How many of the best paths may begin with the same action; 0: all."""
    origin: int
    """The first action of the path whose next actions are searched; 0: there is none yet."""
    origins: int
    """How many first actions were found."""


search = Search(at.search)
buckets = Addresses[Answer](at.search_buckets)
seen_boards = Rows[SeenBoard](at.search_seen)


def open_room() -> None:
    """Forget the plan before."""
    fill(at.search_buckets, 0, 8 * BUCKETS)
    search.nodes_next = at.search_nodes
    search.answers_next = at.search_answers
    search.checks = 0
    search.told = 0
    count = at.slot_count - FIRST_SLOT
    search.free = count
    for index in range(count):
        game.search_free[index] = at.slot_count - 1 - index


def node(size: int) -> int:
    """Return the address of some bytes for nodes, a multiple of 8."""
    found = search.nodes_next
    if found + size > at.search_nodes_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    search.nodes_next = found + size
    return found


def free_slot() -> int:
    """Return a slot that nobody uses."""
    count = search.free - 1
    if count < 0:
        fault(OUT_OF_ROOM, 0, 0, 0)
    search.free = count
    return game.search_free[count]


def give_back(slot: int) -> None:
    """Let a slot be used again."""
    if slot >= FIRST_SLOT:
        count = search.free
        game.search_free[count] = slot
        search.free = count + 1


def is_spent() -> bool:
    """Whether the work must end here."""
    checks = search.checks + 1
    search.checks = checks
    if checks & SELDOM == 0 and search.told == 0:
        search.told = told_to_stop()
    return search.left <= 0 or search.told != 0


@inline
def take(units: int) -> None:
    """Take something from the ration."""
    search.left -= units


def is_spent_by_copy() -> bool:
    """Pay for a copy of the state; whether the work must end here."""
    take(STEP + ((at.cells + at.pieces) >> 1))
    return is_spent()
