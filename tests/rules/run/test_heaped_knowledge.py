"""What is known of shuffled heaps is worked out when somebody asks, and is then what it would have been."""

from random import Random

from lazaretto.rules.run.secrets.knowledge import blur, blur_heaps, reveal
from lazaretto.rules.run.secrets.mixtures import Heaped, Mixture, stirred
from lazaretto.rules.run.state import State

SEATS = (0, 1, 2)
"""Two players, and the public."""
CARDS = (0, 1, 2, 3, 4, 5)
DECK = 8
"""The label of the cards: they were shuffled. The two storms, 6 and 7, are known."""
HEAPS = ((0, 1, 2, 6), (3, 4, 5, 7))


def deck() -> State:
    state = State(2)
    state.minds, state.mind_of = [[*(DECK for _ in CARDS), 6, 7]], [0, 0, 0]
    state.labels = DECK + 1
    return state


def spread() -> tuple[State, int]:
    """Shuffle a storm into each half of the cards; return the label of the heaps."""
    state = deck()
    blur_heaps(state, 0, HEAPS)
    (label,) = {*state.known(0)}
    return state, label


SPREAD = Mixture((CARDS, (6,), (7,)), HEAPS, ((1, ((3, 1, 0), (3, 0, 1))),))


def test_heaps_are_noted_and_worked_out_once() -> None:
    state, label = spread()
    heaps = Heaped([*(DECK for _ in CARDS), 6, 7], [[*heap] for heap in HEAPS], {})
    assert state.mixtures == {label: heaps}
    assert state.mixture(label) == SPREAD
    assert state.mixtures[label] is state.mixture(label)


def test_heaps_are_what_they_were_whatever_was_seen_before_somebody_asks() -> None:
    early, label = spread()
    late, _ = spread()
    early.mixture(label)
    for state in (early, late):
        reveal(state, (1, 6), SEATS)
    assert isinstance(late.mixtures[label], Heaped)
    left = Mixture(((0, 2, 3, 4, 5), (), (7,)), ((0, 2), (3, 4, 5, 7)), ((1, ((2, 0, 0), (3, 0, 1))),))
    assert late.heaps(late.known(0)) == early.heaps(early.known(0)) == {label: left}
    assert late.snapshot() == early.snapshot()


def test_a_copy_and_its_origin_work_out_the_same() -> None:
    state, label = spread()
    copy = state.fork()
    reveal(copy, (0,), SEATS)
    assert copy.mixture(label) == state.mixture(label) == SPREAD
    assert {*state.known(0)} == {label}


def test_shuffling_inside_a_heap_needs_no_working_out() -> None:
    state, label = spread()
    blur(state, 0, (2, 6, 0), SEATS)
    assert isinstance(state.mixtures[label], Heaped) and {*state.known(0)} == {label}


def test_shuffling_across_heaps_works_out_what_was_known() -> None:
    state, label = spread()
    blur(state, 0, (*HEAPS[0], *HEAPS[1]), SEATS)
    assert len({*state.known(0)}) == 1 and label not in state.known(0)
    assert state.heaps(state.known(0)) == {}


def test_shuffled_heaps_become_one_in_which_every_order_is_equally_likely() -> None:
    """One of four cards is marked and lies anywhere; the first three are shuffled into one heap."""
    anywhere = ((1, ((1, 1), (0, 1), (0, 1))), (1, ((0, 2), (1, 0), (0, 1))), (1, ((0, 2), (0, 1), (1, 0))))
    known = Mixture(((0,), (1, 2, 3)), ((0, 1), (2,), (3,)), anywhere)
    (found,) = stirred([known], (), (), [(0, 1, 2)])
    assert found.heaps == ((0, 1, 2), (3,))
    assert found.counts == ((1, ((1, 2), (0, 1))), (1, ((0, 3), (1, 0))))


def test_pieces_that_stay_outside_are_a_heap_of_their_own() -> None:
    state = deck()
    blur_heaps(state, 0, [(0, 1, 6)])
    (label,) = state.mixtures
    outside = Mixture((CARDS, (6,)), ((0, 1, 6), (2, 3, 4, 5)), ((1, ((2, 1), (4, 0))),))
    assert state.mixture(label) == outside


def test_heaps_that_share_nothing_are_plain_sets() -> None:
    state = State(2)
    state.minds, state.mind_of, state.labels = [[0, 1, 2, 3]], [0, 0, 0], 4
    blur_heaps(state, 0, [(0, 1), (2, 3)])
    assert not state.mixtures and len({*state.known(0)}) == 2


def half_used() -> State:
    """Two of four jokers, nobody knows which, are shuffled into the cards; the other two stay outside."""
    state = State(2)
    cards, jokers = [0, 1, 2, 3], [4, 5, 6, 7]
    state.minds, state.mind_of, state.labels = [[*cards, *(10 for _ in jokers), 8, 9]], [0, 0, 0], 11
    blur(state, 0, (0, 1, 2, 3, 4, 5), SEATS)
    return state


def test_heaps_of_shuffled_heaps_are_worked_out_when_somebody_asks() -> None:
    late, early = half_used(), half_used()
    for label in early.mixtures:
        early.mixture(label)
    for state in (late, early):
        blur_heaps(state, 0, [(0, 1, 4, 8), (2, 3, 5, 9)])
    (label,) = {*late.known(0)}
    assert isinstance(late.mixtures[label], Heaped) and isinstance(early.mixtures[label], Heaped)
    assert late.snapshot() == early.snapshot()
    assert {*late.mixture(label).sorts} == {(0, 1, 2, 3), (4, 5, 6, 7), (8,), (9,)}


def test_a_heap_that_is_shuffled_again_with_more_is_worked_out_when_somebody_asks() -> None:
    rng, certain = Random(1), 0
    for _ in range(1_000):
        labels = [*[10] * 6, *rng.choices((10, 11, 12), k=3), 9]
        first = [*rng.sample(range(7), rng.randrange(1, 4)), *rng.sample((7, 8, 9), rng.randrange(1, 4))]
        seen = rng.sample(range(10), rng.randrange(3))
        late, early = (State(2) for _ in SEATS[1:])
        for state in (late, early):
            state.minds, state.mind_of, state.labels = [labels[:]], [0, 0, 0], 13
            blur(state, 0, first, SEATS)
            reveal(state, seen, SEATS)
        for label in [*early.mixtures]:
            early.mixture(label)
        left = [piece for piece, label in enumerate(late.minds[0]) if label in late.mixtures]
        again = rng.sample(left, rng.randrange(len(left) + 1))
        if rng.random() < 0.5:
            again = [*{*again, *(piece for piece in first if piece in left)}]
        before = {*late.mixtures}
        for state in (late, early):
            blur(state, 0, again, SEATS)
        certain += any(
            isinstance(mixture, Heaped) for label, mixture in late.mixtures.items() if label not in before
        )
        assert (late.fuel, late.labels, late.minds) == (early.fuel, early.labels, early.minds)
        assert late.snapshot() == early.snapshot()
    assert certain > 50


def test_it_never_matters_whether_somebody_has_asked() -> None:
    pieces = range(12)
    waiting = 0
    for seed in range(150):
        rng = Random(seed)
        late, early = State(2), State(2)
        for state in (late, early):
            state.minds, state.mind_of, state.labels = [[*pieces]], [0, 0, 0], len(pieces)
        for _ in range(12):
            what, some = rng.random(), rng.sample(pieces, rng.randrange(2, len(pieces)))
            half = len(some) // 2
            seats = sorted(rng.sample(SEATS, rng.randrange(1, 4)))
            for state in (late, early):
                if what < 0.35:
                    reveal(state, some[:2], seats)
                elif what < 0.85:
                    blur(state, 0, some, seats)
                else:
                    blur_heaps(state, 0, (some[:half], some[half:]))
            waiting += any(
                isinstance(mixture, Heaped) and mixture.before for mixture in late.mixtures.values()
            )
            for label in [*early.mixtures] if rng.random() < 0.5 else ():
                early.mixture(label)
            assert (late.fuel, late.labels, late.minds) == (early.fuel, early.labels, early.minds)
            assert late.fork().snapshot() == early.snapshot()
    assert waiting > 200
