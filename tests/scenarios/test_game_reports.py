"""The log of a whole game reads like a report of play, and each line names the rule behind it."""

import re
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.rules import Game
from lazaretto.rules.run.views.view_types import RuleView
from tests.scenarios.tables import start
from tests.scenarios.test_transcripts import TextFile

GAMES = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war")


def report(game: Game) -> str:
    """Return the public lines and the end, each after the numbers of its rules, then these rules."""
    view = game.view(None)
    lines: list[str] = []
    cited: dict[str, RuleView] = {}
    assert game.outcome is not None
    ending = (game.outcome.reason, game.outcome.rules)
    for text, origins in (*((line.text, line.rules) for line in view.log), ("", ()), ending):
        numbers = [view.rules[origin].number or view.rules[origin].title for origin in origins]
        cited |= dict(zip(numbers, (view.rules[origin] for origin in origins), strict=True))
        lines.append(f"{', '.join(numbers):>9}  {text}".rstrip())
    rules = [
        f"{number:>9}  {cited[number].title}: {cited[number].text}" for number in sorted(cited, key=_in_order)
    ]
    return "\n".join((*lines, "", "Rules", "", *rules, ""))


def _in_order(number: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a key that sorts the numbers of rules as numbers: 2.1, 8.2, 8.10."""
    return tuple(
        (part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"[ .]", number)
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_reads_like_a_report(name: str, snapshot: SnapshotAssertion) -> None:
    game, chance = start(name, 20, 3), Random(20)
    while game.decision is not None:
        game.answer(game.sample(chance.randrange))
    assert report(game) == snapshot.use_extension(TextFile)
