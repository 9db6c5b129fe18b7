"""The sequence of the generator never changes, however it is computed."""

from lazaretto.rules.run.random_streams import MASK, RandomWord, below, mix, shuffled

STEP = 0x9E3779B97F4A7C15


def plainly_shuffled(state: int, size: int) -> tuple[list[int], int]:
    """Shuffle one word after the other, and divide the whole number by each size."""
    items = list(range(size))
    part = size if size <= 2_000 else 200
    for high in range(size, 1, -part):
        whole = 0
        for _ in range((min(part, high) * high.bit_length() >> 6) + 2):
            state = (state + STEP) & MASK
            whole = whole << 64 | mix(state)
        for left in range(high, max(high - part, 1), -1):
            whole, other = divmod(whole, left)
            items[left - 1], items[other] = items[other], items[left - 1]
    return items, state


def test_words_that_are_computed_together_are_those_of_the_stream() -> None:
    for size in (2, 3, 13, 31, 32, 60, 255, 2_001, 2_201):
        for state in (0, 1, MASK, 0x0123456789ABCDEF):
            streams, items = [state], list(range(size))
            shuffled(streams, 0, items)
            assert (items, streams[0]) == plainly_shuffled(state, size), (size, state)


def test_a_list_of_one_reads_nothing() -> None:
    streams, items = [7], [3]
    shuffled(streams, 0, items)
    assert (items, streams) == ([3], [7])


def test_a_source_of_one_word_draws_like_a_stream() -> None:
    source, streams = RandomWord(2**64 - 3), [2**64 - 3]
    limits = [1, 2, 6, 48, 10_000, 2**40] * 50
    assert [source.below(limit) for limit in limits] == [below(streams, 0, limit) for limit in limits]
