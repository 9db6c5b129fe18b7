"""Intervals have the values that tables and textbooks give."""

import pytest

from lazaretto.lab.intervals import Pairs, difference, is_clear, mean, wilson


@pytest.mark.parametrize(
    ("found", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_in_newcombes_table(found: int, games: int, low: float, high: float) -> None:
    interval = wilson(found, games)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_without_games_everything_is_possible() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert Pairs(0, 0, 0, 0).difference().half_width == 1.0
    assert Pairs(0, 0, 0, 0).chance() == 1.0


def test_all_games_won_leaves_nothing_above() -> None:
    assert wilson(20, 20).high == 1.0
    assert wilson(20, 20).low == pytest.approx(1 - wilson(0, 20).high)


def test_pairs_are_compared_by_newcombes_method() -> None:
    found = Pairs(both=36, first=2, second=12, neither=0).difference()
    assert found.value == pytest.approx(0.2)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0569, 0.3404)


def test_swapped_variants_swap_the_difference() -> None:
    one, other = Pairs(20, 9, 3, 18).difference(), Pairs(20, 3, 9, 18).difference()
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


def test_pairs_that_go_together_know_more() -> None:
    together, apart = Pairs(40, 5, 10, 45), Pairs(20, 25, 30, 25)
    assert together.difference().value == pytest.approx(apart.difference().value)
    assert together.difference().half_width < 0.7 * apart.difference().half_width


def test_mcnemars_test_is_exact() -> None:
    assert Pairs(14, 1, 9, 51).chance() == pytest.approx(22 / 1024)
    assert Pairs(5, 3, 3, 5).chance() == 1.0


def test_the_difference_of_two_shares_as_newcombe_gives_it() -> None:
    found = difference(wilson(56, 70), wilson(48, 80))
    assert (round(found.value, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    assert is_clear(wilson(56, 70), wilson(48, 80)) and not is_clear(wilson(56, 70), wilson(54, 70))


def test_a_mean_is_known_better_than_its_parts() -> None:
    part = wilson(40, 100)
    found = mean([part] * 4)
    assert found.value == pytest.approx(part.value)
    assert found.half_width == pytest.approx(part.half_width / 2, rel=0.01)
    assert mean([]).half_width == 0.5
