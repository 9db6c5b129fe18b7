"""A share line says all that is needed to play the same game; the daily challenge follows from the date."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from lazaretto.host.records.game_stats import course
from lazaretto.host.records.share_line import (
    Shared,
    challenge_in,
    challenge_of,
    challenge_with,
    head_of,
    read_share_line,
)
from lazaretto.host.records.statistics import GameFacts, statistics
from lazaretto.rules import Program, load
from lazaretto.rules.link.find_scenarios import scenarios
from lazaretto.rules.run.records.record_file import WhatIf

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.fixture(scope="module")
def stones() -> Program:
    found = load(DATA / "stones").program
    assert found is not None
    return found


def test_a_line_is_read_as_it_was_written(stones: Program) -> None:
    game = stones.start(seed=-7, players=("anna", "ben", "carl"), options={"start": "3"})
    assert head_of(stones, game.record()) == "Lazaretto stones players=3 seed=-7 start=3"
    game.choose("take > two")
    game.choose("take")
    found = course(stones, game.record())
    assert found.share == "Lazaretto stones players=3 seed=-7 start=3"
    assert (found.result, found.day) == ("won", "")
    whole = f"{found.share}: won in turn 2, daily 2026-11-16"
    assert read_share_line(whole) == Shared("stones", 3, -7, (("start", "3"),))
    usual = stones.start(seed=1, players=("anna", "ben")).record()
    assert head_of(stones, usual) == "Lazaretto stones players=2 seed=1"
    assert head_of(stones, replace(usual, switches=("hurry",))).endswith("seed=1 hurry=yes")
    assert course(stones, usual).share == ""
    branched = replace(game.record(), what_if=WhatIf("other", 1))
    assert course(stones, branched).share == ""


@pytest.mark.parametrize(
    "text", ["", "stones", "Lazaretto", "Lazaretto a b=", "Lazaretto ../x y=1", "x" * 99_999]
)
def test_other_texts_are_no_share_lines(text: str) -> None:
    assert read_share_line(text) is None


def test_parts_that_are_not_numbers_are_left_out() -> None:
    assert read_share_line("Lazaretto a players=many seed=x") == Shared("a", None, None, ())


def test_everybody_gets_the_same_challenge_on_a_date() -> None:
    day = date(2026, 11, 16)
    found = challenge_of(day)
    assert found is not None and found == challenge_of(day, tuple(reversed(scenarios())))
    shipped = sorted(scenario.name for scenario in scenarios() if scenario.origin == "built-in")
    number = (day - date(1970, 1, 1)).days
    assert found.scenario == shipped[number % len(shipped)]
    assert (found.players, found.seed) == (3 + number // len(shipped) % 2, 20261116)
    assert challenge_with(found.scenario, found.players, found.seed) == "2026-11-16"
    assert challenge_with(found.scenario, found.players + 1, found.seed) == ""
    assert challenge_with(found.scenario, found.players, 20269999) == ""
    assert challenge_with(found.scenario, found.players, -5) == ""
    days = [challenge_of(day + timedelta(each)) for each in range(2 * len(shipped))]
    assert {challenge.scenario for challenge in days if challenge is not None} == {*shipped}
    assert (
        challenge_of(
            day, tuple(scenario for scenario in scenarios() if scenario.origin != "built-in") or None
        )
        == found
    )


def test_only_default_options_make_a_challenge(stones: Program) -> None:
    record = stones.start(seed=20261116, players=("anna", "ben")).record()
    assert challenge_in(stones, record) == ""
    assert challenge_in(stones, replace(record, options={"start": "3"})) == ""


def test_the_first_finished_game_of_a_challenge_counts() -> None:
    first = GameFacts(
        "a", "toy", "Toy", "2026-11-16T10:00", 3, 0, {}, (), 1, 9, 30, "lost", "so", day="2026-11-16"
    )
    again = replace(first, record="b", when="2026-11-16T11:00", result="won")
    found = statistics((first, again, replace(first, record="c", day=""))).daily
    assert [(result.day, result.record, result.result) for result in found] == [("2026-11-16", "a", "lost")]
