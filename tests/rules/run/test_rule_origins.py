"""Every line of the log and every reason names the rule it comes from, and tells no more than its words."""

from pathlib import Path
from random import Random

import pytest

from lazaretto.rules import Game, Program, load
from tests.tui.table.made import program_of

SCENARIO = 'name = "mill"\ntitle = "Mill"\nplayers = [2, 2]\nmodules = ["mill", "wind"]\n'
MILL = """
kind Trade

Trade miller
    "Grinds two sacks at once."
    after grind(_)
        say "The miller grinds more."
    action sweep in moves "Sweep the floor"
        say "{me} sweeps."

var sacks : number = 0

menu moves "What do you do?"
    seen by owner

action work in moves "Work at the mill"
    "Grind, and rest a little."
    needs sacks < 3 else "The mill is full"
    grind(me)

action hide in moves "Hide a sack"
    "A sack disappears."
    say "{me} was busy."

action steal in moves "Steal a sack"
    "A sack changes hands."
    say "{me} was busy."

action burn in moves "Burn"
    "Light a fire."
    set sacks to 4

action flee in moves "Flee"
    "Run."
    leave_town(me)

to grind(player)
    "A sack of corn becomes flour."
    set sacks to sacks + 1
    count_sacks()

to count_sacks()
    say "{sacks} sacks are ground."

to leave_town(player)
    tell player "{player} is gone."

forbid leave_town(_) when sacks = 1 because "Nobody leaves during work"

lose "The mill burns down" when sacks = 4

phase turn(player)
    "Everybody does one thing."
    say "Next."
    offer moves to player

to open_gate()
    "The gate is opened."
    say "The gate is open."

phase game()
    open_gate()
    blow()
    repeat forever
        for each player in Player
            turn(player)
"""
WIND = """
"The wind turns the mill."

after grind(_)
    say "The wind blows."

to blow()
    say "It is a windy day."

replace to open_gate()
    "The gate is opened in good weather."
    inherited()

action whistle in moves "Whistle for wind"
    say "Whistling does not help."
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder: Path = tmp_path_factory.mktemp("mill")
    (folder / "scenario.toml").write_text(SCENARIO)
    (folder / "mill.rules").write_text(MILL)
    (folder / "wind.rules").write_text(WIND)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


@pytest.fixture
def game(program: Program) -> Game:
    return program.start(seed=1, players=("anna", "ben"))


def log_of(game: Game, seat: int | None) -> dict[str, list[tuple[str, str]]]:
    """Return the title and the sentence of the rules of each line."""
    view = game.view(seat)
    rules = view.rules
    return {line.text: [(rules[rule].title, rules[rule].text) for rule in line.rules] for line in view.log}


def test_each_line_has_the_sentence_of_its_rule(game: Game) -> None:
    game.choose("work")
    game.choose("flee")
    assert log_of(game, None) == {
        "The gate is open.": [("Open gate", "The gate is opened in good weather.")],
        "Next.": [("Turn", "Everybody does one thing.")],
        "1 sacks are ground.": [("Grind", "A sack of corn becomes flour.")],
        "The miller grinds more.": [("miller", "Grinds two sacks at once.")],
        "The wind blows.": [("Grind", "A sack of corn becomes flour.")],
        "It is a windy day.": [("Blow", "The wind turns the mill.")],
        "Nobody leaves during work": [("Flee", "Run.")],
    }


def test_an_action_without_a_sentence_does_not_take_that_of_its_module(game: Game) -> None:
    game.choose("whistle")
    assert log_of(game, None)["Whistling does not help."] == [("Whistle for wind", "")]


def test_an_action_without_a_sentence_has_that_of_the_member_it_belongs_to(game: Game) -> None:
    decision = game.view(0).decision
    assert decision is not None
    helps = {option.key: option.help for option in decision.options}
    assert (helps["sweep"], helps["flee"]) == ("Grinds two sacks at once.", "Run.")
    game.choose("sweep")
    (cited,) = log_of(game, None)["anna sweeps."]
    assert cited[1] == "Grinds two sacks at once."


def test_authors_learn_the_line_of_the_rule(game: Game) -> None:
    game.choose("work")
    view = game.view(None)
    places = {line.text: [view.rules[rule].place for rule in line.rules] for line in view.log}
    texts = MILL.splitlines()
    for text, start in (("1 sacks are ground.", "to count_sacks()"), ("Next.", "phase turn(player)")):
        assert places[text] == [f"mill/mill:{texts.index(start) + 1}"]


def test_lines_in_the_same_words_do_not_tell_which_rule_it_was(game: Game) -> None:
    game.choose("hide")
    hidden = game.view(1).log
    other = game.fork()
    other.undo()
    other.choose("steal")
    assert other.view(1).log == hidden
    assert log_of(game, 1)["anna was busy."] == [
        ("Hide a sack", "A sack disappears."),
        ("Steal a sack", "A sack changes hands."),
    ]


def test_private_lines_keep_their_rule_to_themselves(game: Game) -> None:
    game.choose("flee")
    assert log_of(game, 0)["anna is gone."] == [("Flee", "Run.")]
    assert "anna is gone." not in log_of(game, 1) and "anna is gone." not in log_of(game, None)


def test_a_line_of_an_action_without_a_sentence_names_the_card(game: Game) -> None:
    game.choose("sweep")
    assert log_of(game, None)["anna sweeps."] == [("miller", "Grinds two sacks at once.")]


def test_reasons_and_endings_name_their_rule(game: Game) -> None:
    for _ in range(3):
        game.choose("work")
    view = game.view(1)
    assert view.decision is not None
    work = next(option for option in view.decision.options if option.key == "work")
    assert work.why_not == "The mill is full"
    assert [view.rules[each].text for each in work.rules] == ["Grind, and rest a little."]
    assert all(not option.rules for option in view.decision.options if option.why_not is None)
    game.choose("burn")
    assert game.outcome is not None
    (rule,) = (view.rules[each] for each in game.outcome.rules)
    assert (rule.title, rule.text) == ("Lost", "The mill burns down")


@pytest.mark.parametrize("scenario", ["pandemic", "on_the_brink", "iberia", "the_cure", "cold_war"])
def test_every_line_and_reason_of_a_shipped_game_has_a_rule_with_a_sentence(scenario: str) -> None:
    game = program_of(f"scenarios/{scenario}").start(seed=2, players=("anna", "ben", "carl"))
    chance = Random(2)
    lines = 0
    for _ in range(40):
        if game.seat is None:
            break
        view = game.view(game.seat)
        closed = (
            [option for option in view.decision.options if option.why_not is not None]
            if view.decision
            else []
        )
        assert [
            option for option in closed if not option.rules and option.why_not != "there is nothing"
        ] == []
        game.answer(game.sample(chance.randrange))
    game.wander(chance.randrange)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        for line in view.log:
            assert line.rules and all(view.rules[rule].text for rule in line.rules), line
            lines += 1
    assert lines > 20
