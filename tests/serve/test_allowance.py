"""What one person may use of a server: less when it is late, and no more by coming back."""

import pytest

from lazaretto.host.server.call_budgets import DOUBLE, HIGHEST, Lateness
from lazaretto.serve.allowance import Allowance, Allowances
from lazaretto.serve.limits import Limits

LIMITS = Limits(keys_per_second=2, keys_burst=12, sessions=2)


def late(seconds: float) -> Lateness:
    found = Lateness()
    found.beat(1.0, seconds)
    return found


def keys_at_once(allowance: Allowance) -> int:
    """How many keys are answered without a wait."""
    number = 0
    while allowance.after_key() == 0.0:
        number += 1
    return number


@pytest.mark.parametrize(("seconds", "keys"), [(0.0, 12), (DOUBLE, 6), (2 * DOUBLE, 4), (1.0, 12 // HIGHEST)])
def test_the_later_the_server_the_fewer_keys_are_answered_at_once(seconds: float, keys: int) -> None:
    assert keys_at_once(Allowance(LIMITS, late(seconds), lambda: 0.0)) == keys


def test_a_key_at_a_time_never_waits_on_a_server_that_is_a_little_late() -> None:
    now = [0.0]
    allowance = Allowance(LIMITS, late(2 * DOUBLE), lambda: now[0])
    for _ in range(100):
        now[0] += 1.5
        assert allowance.after_key() == 0.0


def test_more_than_that_waits_longer_on_a_late_server() -> None:
    waits = []
    for seconds in (0.0, 3 * DOUBLE):
        allowance = Allowance(LIMITS, late(seconds), lambda: 0.0)
        keys_at_once(allowance)
        before = allowance.after_key()
        waits.append(allowance.after_key() - before)
    assert waits == [pytest.approx(0.5), pytest.approx(2.0)]


def test_sizes_reports_and_reading_are_dearer_too() -> None:
    in_time, behind = (Allowance(LIMITS, late(each), lambda: 0.0) for each in (0.0, DOUBLE))
    cells = int(LIMITS.resized_cells_burst)
    assert (in_time.before_drawing(cells, 1), behind.before_drawing(cells // 2, 1)) == (0.0, 0.0)
    assert 0.0 < in_time.before_drawing(3_000, 1) < behind.before_drawing(3_000, 1)
    assert (in_time.after_reading(LIMITS.reading_burst), behind.after_reading(LIMITS.reading_burst / 2)) == (
        0,
        0,
    )
    assert 0.0 < in_time.after_reading(0.1) < behind.after_reading(0.1)
    assert sum(in_time.may_report() for _ in range(100)) == LIMITS.reports_burst
    assert sum(behind.may_report() for _ in range(100)) == LIMITS.reports_burst / 2


def test_a_tiny_window_is_not_drawn_anew_for_nothing() -> None:
    allowance = Allowance(LIMITS, Lateness(), lambda: 0.0)
    drawn = 0
    while allowance.before_drawing(1, 1) == 0.0:
        drawn += 1
    assert drawn == 24


def test_who_comes_back_has_no_more_than_who_stays() -> None:
    now = [0.0]
    people = Allowances(LIMITS, Lateness(), lambda: now[0])
    assert keys_at_once(people.enter("anna")) == 12
    people.leave("anna")
    assert (people["anna"], len(people)) == (0, 0)
    now[0] = 2.0
    assert keys_at_once(people.enter("anna")) == 3  # one of the four seconds' worth paid the key that waited
    assert keys_at_once(people.enter("ben")) == 12


def test_sessions_of_one_person_share_what_they_may_use() -> None:
    people = Allowances(LIMITS, Lateness(), lambda: 0.0)
    assert people.enter("anna") is people.enter("anna")
    assert (people["anna"], len(people)) == (2, 1)
    people.leave("anna")
    assert people["anna"] == 1


def test_those_who_left_long_ago_are_forgotten() -> None:
    now = [0.0]
    people = Allowances(LIMITS, Lateness(), lambda: now[0])
    for name in ("anna", "ben", "cora", "dan"):
        people.enter(name).after_key()
        people.leave(name)
    here = people.enter("anna")
    now[0] = 60.0
    people.enter("emma")
    assert people.enter("anna") is here
    assert len(people._kept) == 2
