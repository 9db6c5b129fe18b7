"""The memory of a native game: every part has its own room, and a state stays small."""

from functools import cache

import pytest

from lazaretto.rules.backends.native.layout import Layout, state_layout, with_room
from lazaretto.rules.build import compile_checked, link
from lazaretto.rules.lower.lower import lower
from tests.rules.backends.test_agreement import ROOT

LARGE = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war")
MOST = 36_000
"""The maximum size of a state in bytes."""


@cache
def layout(name: str) -> Layout:
    linked = link(ROOT / "scenarios" / name, tests=False)
    assert linked.checked is not None and linked.head is not None
    return state_layout(compile_checked(linked.checked, linked.head), lower(linked.checked))


@pytest.mark.parametrize("name", LARGE)
def test_a_state_is_small(name: str) -> None:
    at = layout(name)
    assert at.state_size < MOST


def test_no_part_overlaps_another() -> None:
    at = layout("pandemic")
    arrays = [at.v, at.bottom, at.top_piece, at.pile_size, at.above, at.below_piece, at.where, at.seen]
    arrays += [at.mind_of, at.streams, at.results, at.points, at.ranks, at.mixtures, at.saved_forced]
    arrays += [at.minds, at.kept, at.stack]
    ends = [*arrays[1:], at.stack_end]
    assert arrays == sorted(arrays) and all(array % 8 == 0 for array in arrays)
    assert at.counted + 8 == at.v == at.bottom - 8 * at.cells
    room = dict(zip(arrays, (end - start for start, end in zip(arrays, ends, strict=True)), strict=True))
    assert room[at.minds] >= 4 * at.pieces * (at.seats + 1)
    assert at.stack < at.state_end < at.stack_limit < at.stack_end
    assert at.kept < at.kept_limit < at.kept_end <= at.stack


def test_what_follows_the_constants_does_not_overlap_either() -> None:
    at = with_room(layout("pandemic"), 123_456)
    far = at.far_stacks + at.slot_count * (at.stack_end - at.state_end)
    saved = at.slots + at.slot_count * at.state_size
    ends = [123_456, saved, far, at.arena_end, at.journal_end, at.scratch_end]
    starts = [at.slots, at.far_stacks, at.arena, at.journal, at.scratch]
    assert all(end <= start for end, start in zip(ends, starts, strict=False))
    assert at.scratch_end <= at.memory and at.memory % 65_536 == 0
