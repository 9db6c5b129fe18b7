"""Paths are compared in rounds: the better half goes on."""

from lazaretto.lab.playing.turn_search import END, PathWorths, Rating


def test_scores_are_added_up() -> None:
    worths = PathWorths(3, "scores")
    worths.add([1, 5, 2])
    worths.add([9, 4, 2])
    assert worths.best == 0


def test_the_better_half_goes_on() -> None:
    worths = PathWorths(5, "scores")
    worths.add([3, 9, 3, 8, 1])
    worths.halve()
    assert worths.alive == [0, 1, 3]
    worths.add([99, 0, 0])
    worths.halve()
    assert worths.alive == [0, 1]
    assert worths.best == 0


def test_one_win_does_not_outweigh_everything_if_worths_are_chances() -> None:
    found = ([END, -END, -END, -END], [400, 400, 400, 300])
    ratings: tuple[Rating, ...] = ("chances", "odds")
    for rating in ratings:
        worths = PathWorths(2, rating)
        for each in zip(*found, strict=True):
            worths.add(each)
        assert worths.best == 1
    worths = PathWorths(2, "odds")
    for each in zip([END, END, END, -END], [900, 900, 900, 900], strict=True):
        worths.add(each)
    assert worths.best == 0, "three wins out of four are better than four chances of 71 %"


def test_scores_as_chances_are_compared_with_each_other() -> None:
    worths = PathWorths(3, "chances")
    for each in ((10, 20, -END), (10, 20, 1_000), (10, 20, 1_000), (10, 20, 1_000)):
        worths.add(each)
    assert worths.best == 2, "a lost game out of four is made up for by the others"
