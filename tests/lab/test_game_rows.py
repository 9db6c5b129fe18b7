"""Rows in columns hold what the rows say, and are counted as one row after the other would be."""

from random import Random

from lazaretto.lab import seed_of
from lazaretto.lab.game_rows import GameRow, GameRows, Opening, seeds_of
from lazaretto.lab.report import Report, Trait
from lazaretto.rules import Outcome

TRAITS = (Trait("part", 0, ("cook", "smith")), Trait("hat", 2, ("red", "green", "blue")))
NAMES = ("anna", "ben")


def outcome(random: Random) -> Outcome:
    results = tuple(random.choices(("won", "lost", "drawn"), k=2))
    reason, points = f"reason {random.randrange(4)}", (random.randrange(-3, 3), random.randrange(3))
    shared = random.random() < 0.3
    return Outcome(results, reason, (reason, reason), points, shared=shared, ranks=() if shared else (1, 2))


def row(random: Random, number: int) -> GameRow:
    end = None if random.random() < 0.1 else outcome(random)
    opening = None
    if random.random() < 0.9:
        roles = [tuple(random.choice((None, *range(len(each.labels)))) for _ in NAMES) for each in TRAITS]
        opening = Opening(random.randrange(2), tuple(roles))
    problem = "" if end is not None else f"problem {number}"
    place, turns, decisions = number % 3, random.randrange(9), random.randrange(99)
    return GameRow(number, place, random.getrandbits(48), turns, decisions, end, problem, opening)


def rows(seed: int, count: int = 120) -> list[GameRow]:
    random = Random(seed)
    return [row(random, number) for number in range(count)]


def report() -> Report:
    return Report("x", 2, 0, 1, "random", names=NAMES)


def test_columns_hold_rows() -> None:
    for count in (0, 1, 120):
        some = rows(count, count)
        columns = GameRows.of(some)
        assert [*columns] == some
        assert len(columns) == count
    assert len(GameRows.of([rows(1)[0]] * 9).ends) == 1


def test_columns_without_openings_hold_rows() -> None:
    some = [GameRow(number, 0, number, 0, 0, None, "none") for number in range(5)]
    assert [*GameRows.of(some)] == some


def test_games_of_campaigns_are_told_by_their_place() -> None:
    some = rows(2)
    found = {place: [*each] for place, each in GameRows.of(some).by_place()}
    assert found == {place: [each for each in some if each.place == place] for place in range(3)}


def test_many_rows_are_counted_like_one_after_the_other() -> None:
    """Also in the same order: what was first stands first among equals."""
    for seed in range(20):
        some, together, alone = rows(seed), report(), report()
        together.count(GameRows.of(some[:70]), TRAITS)
        together.count(GameRows.of(some[70:]), TRAITS)
        for each in some:
            alone.count(GameRows.of([each]), TRAITS)
        assert repr(together.data()) == repr(alone.data())


def test_everything_is_counted_once() -> None:
    some, found = rows(3), report()
    found.count(GameRows.of(some), TRAITS)
    assert found.games == len(some) == found.turn_counts.total()
    ended = [each.outcome for each in some if each.outcome is not None]
    assert found.errors == len(some) - len(ended)
    assert found.first_error == next(each.problem for each in some if each.outcome is None)
    assert (found.turns, found.decisions) == (
        sum(each.turns for each in some),
        sum(each.decisions for each in some),
    )
    for seat, name in enumerate(NAMES):
        won = [each.outcome is not None and each.outcome.results[seat] == "won" for each in some]
        assert (found.by_seat[name].games, found.by_seat[name].wins) == (len(some), sum(won))
        first = [each.opening is not None and each.opening.first == seat for each in some]
        tally = found.by_first[name]
        assert (tally.games, tally.wins) == (
            sum(first),
            sum(one and other for one, other in zip(first, won, strict=True)),
        )
        points = [each.points[seat] for each in ended if not each.shared]
        told = found.points[name]
        assert (told.games, told.total, told.squares) == (
            len(points),
            sum(points),
            sum(each * each for each in points),
        )
        assert (told.lowest, told.highest, told.ranked) == (min(points), max(points), len(points))
    for at, trait in enumerate(TRAITS):
        for role, label in enumerate(trait.labels):
            had = [
                each.outcome is not None and each.outcome.results[seat] == "won"
                for each in some
                if each.opening is not None
                for seat, one in enumerate(each.opening.traits[at])
                if one == role
            ]
            tally = found.by_trait[trait.name][label]
            assert (tally.games, tally.wins) == (len(had), sum(had))


def test_seeds_of_many_games_are_those_of_each() -> None:
    for seed in (0, 1, -7, 1 << 70):
        assert seeds_of(seed, range(5, 300)) == [seed_of(seed, number) for number in range(5, 300)]
