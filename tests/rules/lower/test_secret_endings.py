"""What may end the game by a secret cannot be undone; what ends it by anything else can."""

from pathlib import Path

import pytest

from lazaretto.rules import ChoiceError, load

MANIFEST = 'name = "trap"\ntitle = "Trap"\nplayers = [1, 1]\nmodules = ["trap"]\n'
RULES = """
kind Spot is a place
Spot Attic
Spot Cellar
kind Card is a piece times 4
track steps 0..9
var trap : Spot? seen by nobody
var door : Spot?
pile deck of Card seen by nobody
    starts with Card
menu moves "What?"
phase game()
    set trap to Cellar
    repeat forever
        for each player in Player
            offer moves to player
action go in moves "Go"
    advance steps
    BODY
to fall(here: Spot)
    if here = Attic
        lose "Fallen"
MORE
"""

SECRET = {
    "an if": "if trap = Attic\n        lose",
    "the other branch": "if trap = Cellar\n        nothing\n    else\n        lose",
    "a local": "let spot = trap\n    if spot = Attic\n        lose",
    "a local that is set inside": (
        "let spot = Cellar\n    if trap = Attic\n        set spot to Attic\n    if spot = Attic\n        lose"
    ),
    "an early return": "if trap = Cellar\n        return\n    lose",
    "a loop": "for each spot in Spot where spot = trap and spot = Attic\n        lose",
    "a procedure": "if trap = Attic\n        fall(Attic)",
    "what a procedure gets": "let spot = trap\n    if spot != none\n        fall(spot)",
}
OPEN = {
    "a value that all see": "if door = Attic\n        lose",
    "how many cards a hidden pile holds": "if count(deck) = 0\n        lose",
    "a secret that ends nothing": "if trap = Attic\n        advance steps",
}


def undone(folder: Path, body: str, more: str = "") -> bool:
    """Whether the only action can be undone."""
    (folder / "scenario.toml").write_text(MANIFEST)
    text = body.replace("lose\n", 'lose "Fallen"\n')
    text = f'{text} "Fallen"' if text.endswith("lose") else text
    (folder / "trap.rules").write_text(RULES.replace("BODY", text).replace("MORE", more))
    found = load(folder)
    assert found.program is not None, found.diagnostics
    game = found.program.start(seed=1, players=("anna",))
    before = game.snapshot()
    game.choose("go", 0)
    assert game.outcome is None
    try:
        game.undo()
    except ChoiceError:
        return False
    assert game.snapshot() == before
    return True


@pytest.mark.parametrize("body", SECRET.values(), ids=SECRET)
def test_a_choice_before_it_cannot_be_undone(body: str, tmp_path: Path) -> None:
    assert not undone(tmp_path, body)


@pytest.mark.parametrize("body", OPEN.values(), ids=OPEN)
def test_other_choices_can(body: str, tmp_path: Path) -> None:
    assert undone(tmp_path, body)


def test_an_outcome_that_depends_on_a_secret_is_one_too(tmp_path: Path) -> None:
    assert not undone(tmp_path, "nothing", 'lose "Fallen" when steps > 3 and trap = Attic')
    assert undone(tmp_path, "nothing", 'lose "Fallen" when steps > 3 and door = Attic')
