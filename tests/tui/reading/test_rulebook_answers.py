"""The rulebook of each game answers the questions of new players: every listed phrase stands in it."""

import tomllib
from pathlib import Path

import pytest

from lazaretto.rules.tools.rulebook_with_parts import rulebook_with_parts
from lazaretto.tui.reading.rulebook_export import as_text
from tests.soak import soak
from tests.tui.played import ROOT, program_of

QUESTIONS = Path(__file__).parents[2] / "data" / "questions"
GAMES = (
    *("pandemic", "iberia", "the_cure", "cold_war"),
    pytest.param("on_the_brink", marks=soak),  # the largest rulebook takes longer than all others
)


def read(name: str) -> list[dict[str, object]]:
    with (QUESTIONS / f"{name}.toml").open("rb") as stream:
        found: list[dict[str, object]] = tomllib.load(stream)["question"]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_answers_what_new_players_ask(name: str) -> None:
    chapters = rulebook_with_parts(program_of(name), ROOT / "scenarios" / name, ())
    printed = " ".join(as_text(chapters, ()).split())
    questions = read(name)
    assert len(questions) == 60
    assert [question["ask"] for question in questions if not question["places"]] == []
    lost = [
        (question["ask"], phrase)
        for question in questions
        for phrase in question["places"]  # type: ignore[attr-defined]
        if phrase not in printed
    ]
    assert lost == []
