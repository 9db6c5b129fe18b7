"""Short lists of actions: those on a thing, and those of other players out of turn; and steps to a place.

A capital letter begins the name of a place that one action leads to, or Shift and an arrow key points at it.
While it is not clear which place is meant, the places are a question of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from lazaretto.host import SeatClient
from lazaretto.host.table.actions_on import Way
from lazaretto.host.table.journeys import Journey
from lazaretto.rules import Option, PickOne, View
from lazaretto.tui.messages import table as say, travel
from lazaretto.tui.table.answers.answer_editor import Sent, question_of
from lazaretto.tui.table.answers.name_typing import fitting
from lazaretto.tui.table.answers.option_letters import Letters
from lazaretto.tui.table.journey_words import heading, route
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import label_of
from lazaretto.tui.widgets.sheets import Choice


def ways_offered(
    view: View, found: Sequence[Way], journeys: Sequence[Journey], letters: Letters
) -> list[Choice]:
    """The ways to a place, and other actions on a thing, with the keys that they have in the menu."""
    listed = [(journey.legs[0].key, heading(view, journey), route(view, journey)) for journey in journeys]
    listed += [(way.key, way.label, "") for way in found]
    marks = letters.give_ways([key for key, _, _ in listed])
    return [Choice(letter, label, note) for letter, (_, label, note) in zip(marks, listed, strict=True)]


def others_offered(found: Sequence[tuple[SeatClient, Option | None]], letters: Letters) -> list[Choice]:
    """The actions of other seats; a seat with secrets is listed only to hand the screen over to it."""
    marks = letters.give_ways([option.key if option is not None else "" for _, option in found], True)
    return [
        Choice(letter, say.OWN_SIDE(player=seat.name), say.OWN_SIDE.helped())
        if option is None
        else Choice(letter, say.BY_PLAYER(player=seat.name, option=option.label), option.help, option.why_not)
        for letter, (seat, option) in zip(marks, found, strict=True)
    ]


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


def step_of(desk: Desk, key: str, character: str | None) -> Step | None:
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


def _by_name(desk: Desk, character: str, steps: Sequence[Journey]) -> Sent | None:
    """Go to the place that begins so, or ask for the rest of its name."""
    places = {step.legs[0].to for step in steps}
    if not fitting([name for name in desk.map.names() if name[0] in places], character):
        desk.say(travel.NO_STEP(typed=character), warning=True)
        return None
    return desk.press(character, character) if _ask(desk, steps) else None


def _toward(desk: Desk, direction: str, steps: Sequence[Journey]) -> Sent | None:
    """Go to the place in a direction; if there are several, point at the best and ask."""
    start, places = desk.home(), {step.legs[0].to for step in steps}
    refs = desk.map.lying(start, direction, places) if start is not None else ()
    if not refs:
        desk.say(travel.NO_STEP_THAT_WAY(), warning=True)
        return None
    (best, *others) = refs
    step = next(journey for journey in steps if journey.legs[0].to == best)
    if not others:
        desk.cursor = best
        return Sent(step.legs[0].key, desk.seat.number)
    if _ask(desk, [journey for journey in steps if journey.legs[0].to in refs]):
        desk.cursor = best
        desk.say(travel.SEVERAL_THAT_WAY(take=desk.keymap.shown("table.take")))
    return None


def _ask(desk: Desk, steps: Sequence[Journey]) -> bool:
    """Ask for one of these places on the board, instead of the actions; return whether that works."""
    assert desk.question is not None
    legs = [step.legs[0] for step in steps]
    options = tuple(
        Option(leg.key, label_of(desk.sight.view, leg.to), desk.seat.number, None, leg.action, leg.to)
        for leg in legs
    )
    asked = replace(desk.question.decision, prompt=travel.STEP_WHERE(), options=options, form=PickOne())
    question = question_of(asked, desk.letters, desk.map.spots(), desk.keymap)
    if not question.on_board:
        return False
    desk.question, desk.stepping, desk.on_board = question, True, True
    return True
