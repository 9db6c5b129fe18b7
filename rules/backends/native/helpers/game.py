"""Names what helpers read and write of the game in play, as `lazaretto.rules.run.state.State` does.

`lazaretto.rules.backends.native.layout.Layout` has the address of each, and says what it means.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.memory_types import (
    Addresses,
    Int32s,
    List,
    Places,
    Smalls,
    UInt16s,
    UInt32s,
    Words,
)

NONE = -(1 << 63)
"""No value."""


class GameMemory(Places):
    """The game in play: outside its state, in its state, and its constants."""

    place: int
    given: int
    depth: int
    looking: int
    ratings: int
    looked: int
    stopped: int
    source: Annotated[Words, ...]
    weighed: int
    done: Annotated[Words, ...]
    moved: Annotated[Words, ...]
    began: Annotated[Words, ...]
    watched: Annotated[List[int], ...]
    unmoved: Annotated[List[int], ...]
    arena_kept: int
    stream_words: Annotated[Words, ...]
    epoch: int
    mark_counts: Annotated[Words, ...]
    lists_changed: int
    journal_next: int
    told_next: int
    told_last: int
    quiet: int
    scratch_next: int
    arena_next: int

    fuel: int
    ask: int
    barrier: int
    labels: int
    turns: int
    frame: Words
    """The slots of the topmost frame; the address of the frame below stands before them."""
    stack_next: int
    stack_depth: int
    log: int
    ending: int
    still: int
    players: int
    veiled: int
    minds_count: int
    over: int
    open: List[int]
    kept_next: int
    forced_next: int
    mixtures_count: int
    fate: int

    v: Annotated[Words, ...]
    bottom: Annotated[Smalls, ...]
    top_piece: Annotated[Smalls, ...]
    pile_size: Annotated[Smalls, ...]
    above: Annotated[Smalls, ...]
    below_piece: Annotated[Smalls, ...]
    where: Annotated[Smalls, ...]
    seen: Annotated[UInt32s, ...]
    seen_class: Annotated[UInt16s, ...]
    mind_of: Annotated[Words, ...]
    minds: Annotated[Int32s, ...]
    streams: Annotated[Words, ...]
    results: Annotated[Words, ...]

    pile_base: Annotated[Int32s, ...]
    weights: Annotated[Words, ...]
    gap_shapes: Annotated[Addresses[List[int]], ...]
    search_free: Annotated[Words, ...]


game = GameMemory(0)
