"""Ten people call whatever they like, and a small model says what must come of it; see `people`."""

import pytest

from tests.hostile.people_steps import play
from tests.hostile.pieces import Tally
from tests.soak import soak


def played(seed: int, steps: int, *, remote: bool) -> Tally:
    """Play some steps on one server."""
    tally = Tally()
    play(seed, 0, steps, tally, remote=remote)
    assert not tally.problems, tally.examples
    return tally


def test_a_short_evening_is_as_the_model_says() -> None:
    tally = played(1, 60, remote=False)
    assert tally.counts["calls"]["answered"] > 10


@soak
@pytest.mark.parametrize("remote", [False, True])
def test_an_evening_of_many_people_is_as_the_model_says(remote: bool) -> None:
    tally = played(2, 2_000, remote=remote)
    calls = tally.counts["calls"]
    assert 3 * calls["answered"] > calls.total()
