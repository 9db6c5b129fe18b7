"""Ten people call whatever they like, and a small model says what must come of it; see `people`."""

import pytest

from tests.hostile.people_steps import play
from tests.hostile.pieces import Tally
from tests.soak import soak


def played(seed: int, steps: int) -> Tally:
    """Play some steps, in as many evenings as it takes."""
    tally, first = Tally(), 0
    while first < steps and not tally.problems:
        first = play(seed, first, steps, tally)
    assert not tally.problems, tally.examples
    return tally


def test_a_short_evening_is_as_the_model_says() -> None:
    tally = played(1, 60)
    assert tally.counts["calls"]["answered"] > 10


@soak
@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_of_many_people_is_as_the_model_says(seed: int) -> None:
    tally = played(seed, 3_000)
    calls = tally.counts["calls"]
    assert 3 * calls["answered"] > calls.total()
