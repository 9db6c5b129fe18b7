"""Lays out the memory of one game: its state, what a decision needs besides, constants, and room for lists.

Every attribute of a layout is a number: mostly an address, otherwise a size or a count. The state of the game
in play is one block from `state` to `state_end`; saving it copies its live part to a slot. A stack that is
longer than its part of the block continues behind it, and each slot has room for that elsewhere.
"""

from dataclasses import replace

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.helpers.checked import CallSite
from lazaretto.rules.backends.native.helpers.faults import Fault
from lazaretto.rules.backends.native.helpers.judgement import Judgement
from lazaretto.rules.backends.native.helpers.known_piece_labels import KnownLabel
from lazaretto.rules.backends.native.helpers.memory_types import size_of
from lazaretto.rules.backends.native.helpers.questions import Pending
from lazaretto.rules.backends.native.helpers.recognise_boards import BoardHash
from lazaretto.rules.backends.native.helpers.search_room import BUCKETS, SEEN_ROOM, Search, SeenBoard
from lazaretto.rules.lower.ir import Act, Enter, Leave, Lowered, Ref, Role, Settle, Sort
from lazaretto.rules.lower.ir.walk import statements
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.limits import DEEPEST, DEEPEST_CALLS, FUEL, FUEL_EACH, LOOKING, MOST_FUEL
from lazaretto.rules.run.planning.judgement_form import (
    HIDDEN,
    MOST_FEATURES,
    MOST_ROWS,
    MOST_SEATS,
    MOST_TABLE,
    MOST_VALUES,
    WORDS,
)

_FORCED = 1 << 20
"""The room for the automatic answers of one decision."""
WATCHED = 256
"""How many cells can be watched."""


class Room:
    """Gives out addresses, one after the other."""

    def __init__(self, start: int) -> None:
        self.next = start

    def bytes(self, size: int) -> int:
        """Return the address of some bytes, a multiple of 8."""
        found = self.next
        self.next = found + (size + 7 & -8)
        return found

    def word(self) -> int:
        """Return the address of a number."""
        return self.bytes(8)


def before_state(room: Room) -> dict[str, int]:
    """Lay out what is not part of a state and used often: machine code reaches low addresses at once."""
    return {
        "place": room.word(),
        "fault": room.bytes(size_of(Fault)),
        "pending": room.bytes(size_of(Pending)),
        "given": room.word(),
        "depth": room.word(),
        "looking": room.word(),
        "ratings": room.word(),
        "looked": room.word(),
        "stopped": room.word(),
        "source": room.word(),
        "weighed": room.word(),
        "arena_kept": room.word(),
        "epoch": room.word(),
        "lists_changed": room.word(),
        "journal_next": room.word(),
        "told_next": room.word(),
        "told_last": room.word(),
        "quiet": room.word(),
        "scratch_next": room.word(),
        "arena_next": room.word(),
    }


def behind_state(room: Room, tables: CompiledGame, streams: int, cells: int) -> dict[str, int]:
    """Lay out everything else that is not part of a state."""
    return {
        "calls": room.bytes(size_of(CallSite) * (DEEPEST_CALLS + 1)),
        "opened": room.bytes(8 * (1 + WATCHED)),
        "watched": room.bytes(8 * (1 + WATCHED)),
        "done": room.bytes(8 * len(tables.actions)),
        "moved": room.bytes(8 * tables.pieces),
        "began": room.bytes(8 * tables.pieces),
        "unmoved": room.bytes(8 + 8 * tables.pieces),
        "stream_words": room.bytes(8 * streams),
        "mark_counts": room.bytes(8 * cells),
        "board_hash": room.bytes(size_of(BoardHash)),
        "forced": room.bytes(_FORCED),
        "forced_end": room.next,
    }


def stack_room(tables: CompiledGame, lowered: Lowered) -> tuple[int, int, int]:
    """Return the size of the longest chain of frames in which none begins twice, and both parts of the stack.

    All are counted in words. An action may begin where a rule offers actions; procedures that may begin anew
    while they run have room for as many frames as a stack may have.
    """
    resumables = lowered.resumables
    sizes = {number: len(resumable.slots) + 1 for number, resumable in resumables.items()}
    settling = {resumable for resumable in resumables if resumable == tables.settle}
    actions = {action.procedure for action in tables.actions} & resumables.keys() | settling
    begun: dict[int, set[int]] = {}
    for number, resumable in resumables.items():
        found = begun[number] = set()
        for segment in range(resumable.entry, resumable.entry + resumable.count):
            for node in statements(lowered.functions[Ref(Role.SEGMENT, segment)].body):
                if isinstance(node, Enter):
                    found.add(node.procedure)
                elif isinstance(node, Act):
                    found |= actions
                elif isinstance(node, Settle | Leave):
                    found |= settling
    longest = _longest(sizes, begun)
    again = max((sizes[each] for each in _repeated(begun)), default=0)
    return longest, 2 * longest, (DEEPEST + 1) * again


def _repeated(begun: dict[int, set[int]]) -> set[int]:
    """Return the procedures that may begin again while they run."""
    found: set[int] = set()
    for number, first in begun.items():
        waiting, seen = [*first], set(first)
        while waiting:
            for each in begun[waiting.pop()] - seen:
                seen.add(each)
                waiting.append(each)
        if number in seen:
            found.add(number)
    return found


def _longest(sizes: dict[int, int], entered: dict[int, set[int]]) -> int:
    known: dict[int, int] = {}

    def size(number: int) -> int:
        if number not in known:
            known[number] = 0
            known[number] = sizes[number] + max((size(each) for each in entered[number]), default=0)
        return known[number]

    return max((size(each) for each in sizes), default=0)


_START = 64
"""Where memory that is used begins; no address is 0."""
_JOURNAL = 1 << 20
_TOLD = 1 << 20
_SAVED_FORCED = 1 << 12
"""How much of the automatic answers of one decision is saved with a state."""
_ROOM_FOR_MIXTURES = 8
"""How many mixtures are kept for each mind, and once more."""
_SLOTS, _FEWEST_SLOTS, _SAVED = 1_024, 20, 48 << 20
"""How many states can be saved: so many, but fewer if they take more bytes than that."""
_ARENA, _ANSWERS, _NODES = 1 << 26, 1 << 21, 1 << 23
_SCRATCH = 1 << 27
"""The room for the lists of one decision: fuel ends before. Memory that is not used costs nothing."""
NARROW = 32_000
"""With fewer pieces and piles than this, their numbers take 2 bytes each."""


@value
class Layout:
    """The memory of one game."""

    # --- outside the state
    place: int
    """The number of the place in the rules that runs what may fail."""
    fault: int
    """The number of a fault and its operands."""
    pending: int
    """The open answers of the question that the game waits for."""
    given: int
    """The result of a function that may also stop."""
    depth: int
    """How deeply functions that call themselves are nested."""
    calls: int
    """Which of these functions run, and where they were called."""
    looking: int
    """0, or 1 while rules look at a position, or more while it is rated: then another number each time."""
    ratings: int
    """How many positions have been rated."""
    looked: int
    stopped: int
    """How random play has stopped."""
    source: int
    """The random source of random play."""
    weighed: int
    """Whether random play chooses actions by their weights."""
    opened: int
    """The seat that was first offered a menu, and the watched cells at that time."""
    watched: int
    """How many cells are watched, and their numbers."""
    done: int
    """Which actions have been done."""
    moved: int
    """Which pieces have ended a game elsewhere than they began."""
    began: int
    """The piles in which pieces begin."""
    unmoved: int
    """How many pieces have always ended where they began, and their numbers."""
    arena_kept: int
    """The part of the arena that states hold which are kept."""
    stream_words: int
    """The constants that give the streams of a game their own beginnings."""
    epoch: int
    """How many states have been loaded."""
    mark_counts: int
    """How many marks of each cell have been paid for."""
    board_hash: int
    lists_changed: int
    """Whether a list or text has been stored since lists were kept."""
    journal_next: int
    told_next: int
    told_last: int
    """The last text that was told; 0 if there is none."""
    quiet: int
    """Whether nobody reads the log; more if nobody reads automatic answers either."""
    scratch_next: int
    arena_next: int
    forced: int
    forced_end: int

    # --- scalars of the state
    state: int
    fuel: int
    ask: int
    barrier: int
    labels: int
    turns: int
    ret: int
    frame: int
    stack_next: int
    stack_depth: int
    log: int
    ending: int
    still: int
    players: int
    veiled: int
    minds_count: int
    over: int
    open: int
    kept_next: int
    forced_next: int
    mixtures_count: int
    fate: int
    counted: int
    """Whether points and ranks have been counted."""

    # --- arrays of the state
    v: int
    bottom: int
    top_piece: int
    pile_size: int
    above: int
    below_piece: int
    where: int
    seen: int
    seen_class: int
    mind_of: int
    streams: int
    results: int
    points: int
    ranks: int
    mixtures: int
    mixtures_end: int
    saved_forced: int
    minds: int
    kept: int
    kept_limit: int
    """Where the kept lists are put together anew."""
    kept_end: int
    stack: int
    state_end: int
    """Where the near part of the stack ends. The far part follows, which a game seldom needs."""
    stack_limit: int
    """Where the stack ends for procedures that may begin again and again; the others fit behind it."""
    stack_end: int

    # --- sizes
    cells: int
    piles: int
    pieces: int
    narrow: int
    """1 if the numbers of pieces and piles take 2 bytes each, otherwise 0."""
    seats: int
    entries: int
    """How many actions may be open at once, for all seats together."""
    stream_count: int
    has_score: int
    has_points: int
    """0 if a game counts no points, 1 if each seat has its own, 2 if they belong to all."""
    has_rank: int
    has_campaign: int
    fuel_of_decision: int
    fuel_for_looking: int

    # --- constants, and what follows them
    constants: int
    pile_base: int = 0
    divisors: int = 0
    asks: int = 0
    weights: int = 0
    """How likely random play by weights takes each action."""
    gap_shapes: int = 0
    settings: int = 0
    ret_shape: int = 0
    cell_shapes: int = 0
    slot_shapes: int = 0
    slots: int = 0
    far_stacks: int = 0
    """Where the slots have the far parts of their stacks."""
    slot_count: int = 0
    search: int = 0
    search_buckets: int = 0
    search_seen: int = 0
    search_free: int = 0
    search_answers: int = 0
    search_answers_end: int = 0
    search_nodes: int = 0
    search_nodes_end: int = 0
    judgement: int = 0
    """A learned judgement: a head, the rows of its recipe, tables, features, weights."""
    judgement_rows: int = 0
    judgement_table: int = 0
    judgement_features: int = 0
    judgement_weights: int = 0
    judgement_spare: int = 0
    journal: int = 0
    journal_end: int = 0
    told: int = 0
    """Texts of results of many games."""
    told_end: int = 0
    arena: int = 0
    arena_end: int = 0
    scratch: int = 0
    scratch_end: int = 0
    memory: int = 0

    @property
    def state_size(self) -> int:
        """The size of a state in bytes."""
        return self.state_end - self.state


def _is_narrow(tables: CompiledGame) -> bool:
    return len(tables.pile_contents) < NARROW and tables.pieces < NARROW


def _sizes(tables: CompiledGame, lowered: Lowered, fuel: int) -> dict[str, int]:
    """Return what is counted rather than found at an address."""
    seats = tables.players[1]
    return {
        "cells": len(tables.values),
        "piles": len(tables.pile_contents),
        "pieces": tables.pieces,
        "narrow": int(_is_narrow(tables)),
        "seats": seats,
        "entries": max(1, seats * len(tables.actions)),
        "stream_count": len(lowered.streams),
        "has_score": int(tables.score is not None),
        "has_points": 0 if tables.points is None else 1 + tables.points.shared,
        "has_rank": int(tables.rank is not None),
        "has_campaign": int(tables.campaign_over is not None),
        "fuel_of_decision": fuel,
        "fuel_for_looking": min(fuel, LOOKING),
    }


def _kept_size(tables: CompiledGame, lowered: Lowered) -> int:
    """Return the room for lists that are kept from decision to decision, in bytes."""
    members = sum(len(kind.members) for kind in tables.kinds)
    lists = sum(isinstance(each, tuple) for each in tables.values) + sum(
        slot.sort in (Sort.LIST, Sort.VALUE)
        for resumable in lowered.resumables.values()
        for slot in resumable.slots
    )
    return 2048 + min(64 * lists, 8192) + (16 * members if members > 2_000 else 0)


def state_layout(tables: CompiledGame, lowered: Lowered, fuel: int | None = None) -> Layout:
    """Lay out everything up to the constants of a game."""
    seats = tables.players[1]
    piles, pieces, cells = len(tables.pile_contents), tables.pieces, len(tables.values)
    small = 2 if _is_narrow(tables) else 4
    outside = Room(_START)
    before = before_state(outside)
    room = Room(outside.next)
    scalars = {name: room.word() for name in _SCALARS}
    longest, near, far = stack_room(tables, lowered)
    members = sum(len(kind.members) for kind in tables.kinds)
    fuel = fuel or min(FUEL + FUEL_EACH * members, MOST_FUEL)
    kept = _kept_size(tables, lowered)
    arrays = {
        "v": room.bytes(8 * cells),
        "bottom": room.bytes(small * piles),
        "top_piece": room.bytes(small * piles),
        "pile_size": room.bytes(small * piles),
        "above": room.bytes(small * pieces),
        "below_piece": room.bytes(small * pieces),
        "where": room.bytes(small * pieces),
        "seen": room.bytes(4 * piles),
        "seen_class": room.bytes(2 * piles),
        "mind_of": room.bytes(8 * (seats + 1)),
        "streams": room.bytes(8 * len(lowered.streams)),
        "results": room.bytes(8 * seats),
        "points": room.bytes(8 * seats),
        "ranks": room.bytes(8 * seats),
        "mixtures": room.bytes(size_of(KnownLabel) * _ROOM_FOR_MIXTURES * (seats + 2)),
        "mixtures_end": room.next,
        "saved_forced": room.bytes(_SAVED_FORCED),
        "minds": room.bytes(4 * pieces * (seats + 1)),
        "kept": room.bytes(kept),
        "kept_limit": room.next - kept // 2,
        "kept_end": room.next,
        "stack": room.bytes(8 * near),
        "state_end": room.next,
        "stack_end": room.bytes(8 * far) + 8 * far,
        "stack_limit": room.next - 8 * longest,
    }
    behind = behind_state(room, tables, len(lowered.streams), cells)
    return Layout(
        state=outside.next,
        constants=room.next,
        **before,
        **scalars,
        **arrays,
        **behind,
        **_sizes(tables, lowered, fuel),
    )


_SCALARS = (
    "fuel", "ask", "barrier", "labels", "turns", "ret", "frame", "stack_next", "stack_depth", "log", "ending",
    "still", "players", "veiled", "minds_count", "over", "open", "kept_next", "forced_next",
    "mixtures_count", "fate", "counted",
)  # fmt: skip


def with_room(layout: Layout, start: int) -> Layout:
    """Add what follows: slots for saved states, room for a search, a judgement, the arena, and scratch."""
    room = Room(start)
    far = layout.stack_end - layout.state_end
    slots = max(_FEWEST_SLOTS, min(_SLOTS, _SAVED // (layout.state_size + far)))
    saved = room.bytes(slots * layout.state_size)
    far_stacks = room.bytes(slots * far)
    search = {
        "search": room.bytes(size_of(Search)),
        "search_buckets": room.bytes(8 * BUCKETS),
        "search_seen": room.bytes(size_of(SeenBoard) * SEEN_ROOM),
        "search_free": room.bytes(8 * slots),
        "search_answers": room.bytes(_ANSWERS),
        "search_answers_end": room.next,
        "search_nodes": room.bytes(_NODES),
        "search_nodes_end": room.next,
    }
    judgement = {
        "judgement": room.bytes(size_of(Judgement)),
        "judgement_rows": room.bytes(8 * WORDS * MOST_ROWS),
        "judgement_table": room.bytes(2 * MOST_TABLE),
        "judgement_features": room.bytes(8 * MOST_FEATURES),
        "judgement_weights": room.bytes(4 * HIDDEN * MOST_FEATURES),
        "judgement_spare": room.bytes(8 * MOST_VALUES * MOST_SEATS),
    }
    arena = room.bytes(_ARENA)
    journal = room.bytes(_JOURNAL)
    told = room.bytes(_TOLD)
    scratch = room.bytes(_SCRATCH + 256 * (layout.pieces + layout.cells))
    return replace(
        layout,
        slots=saved,
        far_stacks=far_stacks,
        slot_count=slots,
        **search,
        **judgement,
        arena=arena,
        arena_end=journal,
        journal=journal,
        journal_end=told,
        told=told,
        told_end=scratch,
        scratch=scratch,
        scratch_end=room.next,
        memory=room.next + 65_535 & -65_536,
    )
