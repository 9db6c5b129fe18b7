"""Only tables that a process worked for when it died are suspected, and nobody for ever."""

from lazaretto.host.server.workers import worker_pool
from lazaretto.host.server.workers.worker_pool import APART, GIVEN_UP, TRIES, TableBlame


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_who_is_alone_to_blame_is_kept_apart_and_then_given_up_for_a_while() -> None:
    clock = Clock()
    blame = TableBlame(clock)
    for number in range(TRIES):
        assert not blame.is_given_up("A") and blame.is_apart("A") == (number > 0)
        blame.lost(["A"])
    assert blame.is_given_up("A") and not blame.is_apart("B")
    clock.now += GIVEN_UP + 1
    assert not blame.is_given_up("A") and blame.is_apart("A"), "it is tried once more, apart"
    blame.lost(["A"])
    assert blame.is_given_up("A")


def test_several_suspects_share_the_blame() -> None:
    blame = TableBlame(Clock())
    for _ in range(3):
        blame.lost(["A", "B", "C"])
    assert blame.is_apart("A") and not blame.is_given_up("A")
    blame.goes_on("B")
    assert blame.is_apart("A") and not blame.is_apart("B")


def test_who_took_too_long_stays_apart_although_the_game_goes_on() -> None:
    clock = Clock()
    blame = TableBlame(clock)
    blame.lost(["A"], slow=True)
    blame.goes_on("A")
    assert blame.is_apart("A")
    clock.now += APART + 1
    assert not blame.is_apart("A")


def test_only_so_many_tables_are_remembered() -> None:
    blame = TableBlame(Clock())
    for number in range(worker_pool.MOST + 5):
        blame.lost([f"T{number}"])
    assert len(blame._blame) == worker_pool.MOST and not blame.is_apart("T0")
