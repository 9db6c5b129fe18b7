"""The end of a game is told to each player: together if it ended in the same way for all, else one by one."""

from lazaretto.rules import Outcome
from lazaretto.tui.line.ending_words import verdicts
from lazaretto.tui.replay.progress_bar import ended

PLAYERS = ("anna", "ben", "carl")
ALIKE = Outcome(("won",) * 3, "All is well", ("All is well",) * 3)
FIRST = Outcome(("won",) * 3, "All is well", ("anna comes first", "All is well", "All is well"))
MIXED = Outcome(("won", "lost", "lost"), "Late", ("Early", "Late", "Late"))


def test_those_who_win_for_the_same_reason_are_told_together() -> None:
    assert verdicts(ALIKE, PLAYERS) == ("All is well",)


def test_who_wins_for_a_reason_of_their_own_is_named() -> None:
    assert verdicts(FIRST, PLAYERS) == ("anna won: anna comes first", "ben, carl won: All is well")


def test_winners_are_told_first() -> None:
    assert verdicts(MIXED, PLAYERS) == ("anna won: Early", "ben, carl lost: Late")


def test_a_replay_names_who_wins_for_a_reason_of_their_own() -> None:
    assert "anna comes first" in ended(FIRST, PLAYERS)
    assert "anna" not in ended(ALIKE, PLAYERS)
