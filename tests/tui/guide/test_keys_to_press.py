"""The keys that a guide names give the answer that it asks for."""

from dataclasses import replace
from itertools import permutations

import pytest

from lazaretto.rules import Option, PutInOrder
from lazaretto.rules.guides.guide import GuidedAnswer
from lazaretto.tui.guide.keys_to_press import pressing
from lazaretto.tui.keys.key_names import character
from lazaretto.tui.table.answers.answer_editor import Sent, question_of
from lazaretto.tui.table.table_state import Desk
from tests.tui.table.made import AtDesk


def ordering(*labels: str) -> Desk:
    """Return a desk at which things must be put in order."""
    desk = AtDesk().desk
    decision = desk.sight.view.decision
    assert decision is not None
    options = tuple(Option(label.lower(), label, 0, None, "") for label in labels)
    asked = replace(decision, options=options, form=PutInOrder(len(labels)))
    desk.question, desk.on_board = question_of(asked, desk.letters, ()), False
    return desk


@pytest.mark.parametrize("wanted", [*permutations(("ash", "elm", "oak"))], ids=" ".join)
def test_things_are_carried_into_any_order(wanted: tuple[str, ...]) -> None:
    desk = ordering("Ash", "Elm", "Oak")
    seat, key = desk.seat.number, ", ".join(wanted)
    found = pressing(desk, GuidedAnswer(seat, key))
    *moves, last = found.keys
    assert [desk.press(move, character(move)) for move in moves] == [None] * len(moves)
    assert desk.press(last, character(last)) == Sent(key, seat)
    if moves:
        assert key.title() in found.words
