"""Lists the choices of a record that changed the most, for the player to pick from."""

from lazaretto.tui.messages import replay as say
from lazaretto.tui.replay.replay_pane_state import Stage
from lazaretto.tui.table.option_letters import Letters
from lazaretto.tui.widgets.pick_list import Choice

BROAD = 74
"""The width of a line on the smallest screen."""


def standouts(stage: Stage) -> tuple[Choice, ...]:
    """One item per choice: its number, its turn and what it changed; its log lines are the note."""
    reel, found = stage.reel, stage.moments
    return tuple(
        Choice(
            letter,
            _cut(say.MOMENT(number=each.at, turn=reel.turns[each.at - 1], words=each.words)),
            each.told,
        )
        for letter, each in zip(Letters().in_a_row(len(found)), found, strict=True)
    )


def _cut(text: str) -> str:
    return text if len(text) <= BROAD else f"{text[: BROAD - 1].rstrip(' ,')}…"
