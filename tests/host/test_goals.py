"""Goals are told in the course of a finished game, and counted in statistics."""

from pathlib import Path

import pytest

from lazaretto.host.records.game_stats import CourseGoal, course
from lazaretto.host.records.statistics import GameFacts, GoalTally, statistics
from lazaretto.rules import Program, load
from lazaretto.tui.line.ending_words import first_reached, goals_text
from lazaretto.tui.reading.ending_screen import OPEN, REACHED, goals_page

RULES = """
goal "Quick hands" when clock <= 4
    "Take all stones within four turns."
goal "Long game" when clock > 4
goal "Some effort" win or lose when taken > 0
"""


@pytest.fixture
def program(stones: Path, tmp_path: Path) -> Program:
    rules = (stones / "heap.rules").read_text() + RULES
    for path in stones.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "heap.rules").write_text(rules)
    found = load(tmp_path).program
    assert found is not None
    return found


def test_a_finished_game_tells_its_goals(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"), options={"start": "3"})
    game.choose("take > two")
    assert course(program, game.record()).goals == ()
    game.choose("take")
    found = course(program, game.record())
    assert [(goal.title, goal.reached) for goal in found.goals] == [
        ("Quick hands", True),
        ("Long game", False),
        ("Some effort", True),
    ]
    assert found.goals[0].documentation == "Take all stones within four turns."
    told = goals_text(found, {"Some effort"})
    assert told == "Goals: 2 of 3 reached; for the first time: Some effort."
    assert goals_text(found) == "Goals: 2 of 3 reached."


def test_statistics_tell_when_a_goal_was_reached_first() -> None:
    def game(day: int, *reached: str) -> GameFacts:
        goals = tuple(CourseGoal(each, "Doc.", each in reached) for each in ("a", "b"))
        when = f"2026-01-{day:02d}"
        return GameFacts(f"g{day}", "toy", "Toy", when, 2, 0, {}, (), 1, 9, 30, "won", "so", goals=goals)

    (found,) = statistics((game(1), game(2, "a"), game(3, "a"))).games
    assert found.goals == (GoalTally("a", "Doc.", 2, "g2", "2026-01-02"), GoalTally("b", "Doc.", 0))
    assert first_reached(statistics((game(1), game(2, "a"))), "g2") == {"a"}
    assert first_reached(statistics((game(2, "a"), game(3, "a"))), "g3") == frozenset()


def test_each_goal_is_listed_with_its_mark_and_what_it_asks_for() -> None:
    long = "Take all the stones within four turns, and leave none of them to anybody else."
    goals = (CourseGoal("Quick hands", long, True), CourseGoal("Long game", "", False))
    told = ["".join(span.text for span in line) for line in goals_page(goals)(40)]
    assert max(map(len, told)) <= 40
    assert f"  {REACHED} Quick hands" in told and f"  {OPEN} Long game" in told
    assert " ".join(" ".join(told).split()) == f"{REACHED} Quick hands {long} {OPEN} Long game"
