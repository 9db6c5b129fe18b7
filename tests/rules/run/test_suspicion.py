"""What a seat suspects of secret acts: those that were good for whoever acted are likelier."""

import pytest

from lazaretto.rules.run.secrets.suspicion import _liked


@pytest.mark.parametrize("level", [-5_000, 0, 5_000])
def test_an_end_weighs_more_the_better_it_is_however_good_all_are(level: int) -> None:
    found = _liked([((1,), 1.0, level - 30), ((2,), 1.0, level), ((3,), 1.0, level + 30)])
    assert found[1,] < found[2,] < found[3,]
    assert found[2,] == pytest.approx(1)


def test_ends_that_are_equally_good_weigh_what_their_chances_are() -> None:
    assert _liked([((1,), 0.5, 7), ((2,), 0.25, 7), ((1,), 0.25, 7)]) == {(1,): 0.75, (2,): 0.25}
