"""Goes to a place that one action leads to, straight from the list of actions.

A capital letter begins the name of the place, or Shift and an arrow key points at it. While it is not clear
which place is meant, the places are a question of their own, which is answered on the board.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from lazaretto.host.journeys import Journey
from lazaretto.rules import Option, PickOne
from lazaretto.tui.messages import travel as say
from lazaretto.tui.table.answer_editor import Sent
from lazaretto.tui.table.answer_editors_by_form import question_of
from lazaretto.tui.table.place_search import fitting
from lazaretto.tui.table.view_lookup import label_of

if TYPE_CHECKING:
    from lazaretto.tui.table.table_state import Desk

Step = Callable[[Sequence[Journey]], Sent | None]
"""Goes to one of these places or asks for one of them; returns the answer if it is clear."""

_ARROWS: Mapping[str, str] = MappingProxyType(
    {
        "table.carry_up": "up",
        "table.carry_down": "down",
        "table.step_left": "left",
        "table.step_right": "right",
    }
)


def step_of(desk: "Desk", key: str, character: str | None) -> Step | None:
    """What a key begins in the list of actions: a step to a place; None: it means something else."""
    question = desk.question if desk.scene is None else None
    if question is None or not desk.asked or desk.sight.inside or desk.typed is not None:
        return None
    if desk.on_board or not question.at_once or desk.stepping:
        return None
    action = desk.keymap.action("table", key)
    if action is not None and action in _ARROWS:
        return partial(_toward, desk, _ARROWS[action])
    if action is not None or character is None or len(character) != 1 or not character.isalpha():
        return None
    if not character.isupper() or any(row.letter == character for row in question.rows):
        return None
    return partial(_by_name, desk, character)


def _by_name(desk: "Desk", character: str, steps: Sequence[Journey]) -> Sent | None:
    """Go to the place that begins so, or ask for the rest of its name."""
    places = {step.legs[0].to for step in steps}
    if not fitting([each for each in desk.map.names() if each[0] in places], character):
        desk.say(say.NO_STEP(typed=character), warning=True)
        return None
    return desk.press(character, character) if _ask(desk, steps) else None


def _toward(desk: "Desk", direction: str, steps: Sequence[Journey]) -> Sent | None:
    """Go to the place in a direction; if there are several, point at the best and ask."""
    start, places = desk.home(), {step.legs[0].to for step in steps}
    found = desk.map.lying(start, direction, places) if start is not None else ()
    if not found:
        desk.say(say.NO_STEP_THAT_WAY(), warning=True)
        return None
    (best, *others) = found
    step = next(each for each in steps if each.legs[0].to == best)
    if not others:
        desk.cursor = best
        return Sent(step.legs[0].key, desk.seat.number)
    if _ask(desk, [each for each in steps if each.legs[0].to in found]):
        desk.cursor = best
        desk.say(say.SEVERAL_THAT_WAY(take=desk.keymap.shown("table.take")))
    return None


def _ask(desk: "Desk", steps: Sequence[Journey]) -> bool:
    """Ask for one of these places on the board, instead of the actions; return whether that works."""
    assert desk.question is not None
    legs = [step.legs[0] for step in steps]
    options = tuple(
        Option(leg.key, label_of(desk.sight.view, leg.to), desk.seat.number, None, leg.action, leg.to)
        for leg in legs
    )
    asked = replace(desk.question.decision, prompt=say.STEP_WHERE(), options=options, form=PickOne())
    question = question_of(asked, desk.letters, desk.map.spots(), desk.keymap)
    if not question.on_board:
        return False
    desk.question, desk.stepping, desk.on_board = question, True, True
    return True
