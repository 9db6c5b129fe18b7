"""The log of a whole game reads like a report of play, and each line names the rule behind it."""

from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from rules import Game
from rules.run.view_types import RuleView
from tests.scenarios.tables import start
from tests.scenarios.test_transcripts import TextFile

GAMES = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war")


def report(game: Game) -> str:
    """Return the lines that everybody reads, each after the numbers of its rules, then these rules."""
    view = game.view(None)
    lines: list[str] = []
    cited: dict[str, RuleView] = {}
    for line in view.log:
        numbers = [view.rules[each].number or view.rules[each].title for each in line.rules]
        cited |= dict(zip(numbers, (view.rules[each] for each in line.rules), strict=True))
        lines.append(f"{', '.join(numbers):>9}  {line.text}")
    rules = [f"{number:>9}  {rule.title}: {rule.text}" for number, rule in sorted(cited.items())]
    assert game.outcome is not None
    return "\n".join((*lines, "", game.outcome.reason, "", "Rules", "", *rules, ""))


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_reads_like_a_report(name: str, snapshot: SnapshotAssertion) -> None:
    game, chance = start(name, 20, 3), Random(20)
    while game.decision is not None:
        game.answer(game.sample(chance.randrange))
    assert report(game) == snapshot.use_extension(TextFile)
