"""The numbers of streams, questions, segments and slots are stable, because records depend on them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.rules.build import link
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import statements
from lazaretto.rules.lower.lower import lower
from lazaretto.rules.lower.printer import print_function
from tests.rules.lower.small_games import checked

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
GAMES = ("pandemic", "contagion", "iberia", "the_cure", "cold_war")


def outline(lowered: ir.Lowered) -> Iterator[str]:
    """Yield the numbers of a game, procedure by procedure."""
    yield f"streams: {', '.join(lowered.streams)}"
    for resumable in lowered.resumables.values():
        numbers = range(resumable.entry, resumable.entry + resumable.count)
        segments = [lowered.functions[ir.Ref(ir.Role.SEGMENT, number)] for number in numbers]
        facts = [f"segments {numbers[0]} to {numbers[-1]}", f"{len(resumable.slots)} slots"]
        if resumable.question is not None:
            facts.append(f"begins with question {resumable.question[1]}")
        if resumable.recursive:
            facts.append("recursive")
        if resumable.procedure in lowered.skippable:
            facts.append("skippable")
        for node in (statement for segment in segments for statement in statements(segment.body)):
            match node:
                case ir.Ask(question, then):
                    facts.append(f"asks {question} then {then}")
                case ir.Enter(procedure, tail=True):
                    facts.append(f"ends with {procedure}")
                case ir.Act(tail=True):
                    facts.append("ends with an action")
                case _:
                    pass
        yield f"{resumable.procedure} {segments[0].title}: {'; '.join(facts)}"


@pytest.mark.parametrize("name", GAMES)
def test_numbers_stay_as_they_are(name: str, snapshot: SnapshotAssertion) -> None:
    linked = link(SCENARIOS / name, tests=False)
    assert linked.checked is not None
    assert "\n".join(outline(lower(linked.checked))) == snapshot


def test_lowering_changes_nothing_in_the_checked_game() -> None:
    found = checked(GAME)
    texts = [*found.world.templates]
    once, twice = lower(found), lower(found)
    assert found.world.templates == texts
    assert [*map(print_function, once.functions.values())] == [*map(print_function, twice.functions.values())]


GAME = """
var n : number = 0
menu moves "What?"

action wait in moves "Wait"
    choose player in Player where n > 5
    add 1 to n

phase game()
    repeat forever
        for each player in Player
            offer moves to player
"""
