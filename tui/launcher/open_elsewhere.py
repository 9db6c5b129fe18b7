"""Asks how to open a game that another process has open: look, copy or take over."""

from lazaretto.host.lobby_protocol import ELSEWHERE, Access
from lazaretto.tui.messages import common as say
from lazaretto.tui.widgets.pick_list import Choice, PickScreen

LETTERS = {Access.LOOK: "l", Access.COPY: "c", Access.TAKE_OVER: "t"}


def ask_how(problem: str) -> PickScreen:
    """The list of the ways; its result is an index of `ELSEWHERE`."""
    return PickScreen(
        problem,
        [
            Choice(LETTERS[each], say.ELSEWHERE[each.value](), say.ELSEWHERE[each.value].helped())
            for each in ELSEWHERE
        ],
    )
